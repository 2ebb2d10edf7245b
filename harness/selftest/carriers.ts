/** The checks whose exchanges a rule for every response, or an audit at the end of the run, has to judge to notice a fault. */
import { chapters } from "../../suites/index.ts";
import { type Check, isLast } from "../check.ts";
import { readPackageFile } from "../package-file.ts";
import { textAt } from "../registry/answer.ts";

/** The file with the check that showed each such fault, by fault. `learn-carriers.ts` writes it. */
export const carriersFile = "harness/selftest/carriers.json";

const checks: readonly Check[] = chapters.flatMap((chapter) => chapter.checks);
const rulesForEveryResponse = chapters.flatMap(({ invariants = [] }) => invariants);
const learnt: unknown = JSON.parse(readPackageFile(carriersFile));

/** Where no check is learnt for a fault, so many find most of them. */
const maxCarriers = 40;

/** A rule for every response or an audit with this id; undefined for a requirement that sends its own requests. */
export function findJudgeOfOthers(requirement: string): Pick<Check, "operations"> | undefined {
  return (
    rulesForEveryResponse.find(({ id }) => id === requirement) ??
    checks.find(({ id, last = false }) => last && id === requirement)
  );
}

/** The check with this actor; undefined for an actor of a set-up. */
export function checkOfActor(actor: string): string | undefined {
  const id = actor.replace(/\.(?:un)?scoped$/u, "");
  return checks.find((check) => check.id === id)?.id;
}

/** The requirements that run beside the one that is to find a fault: the selection for its first run. */
export function checksBeside(requirement: string, fault: string | undefined): readonly string[] {
  const judge = findJudgeOfOthers(requirement);
  // a rule for every response may own what the requirement notices
  if (judge === undefined) return rulesForEveryResponse.map(({ id }) => id);
  const known = textAt(learnt, fault ?? "");
  return known === undefined || !checks.some(({ id }) => id === known) ? sampleCarriers(judge) : [known];
}

/** Some of the checks that speak to the same operations, from all chapters. */
function sampleCarriers({ operations }: Pick<Check, "operations">): readonly string[] {
  const carriers = checks.filter(
    (check) => !isLast(check) && check.operations.some((operation) => operations.includes(operation)),
  );
  const step = Math.max(1, carriers.length / maxCarriers);
  return carriers
    .filter((_, place) => Math.floor(place / step) > Math.floor((place - 1) / step))
    .map(({ id }) => id);
}
