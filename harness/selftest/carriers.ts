/** The checks whose exchanges a rule for every response, or an audit at the end of the run, has to judge to notice a fault. */
import { chapters } from "../../suites/index.ts";
import { type Check, isLast } from "../check.ts";
import { readRecorded } from "../package-file.ts";

/** The file with the checks that show each such fault, by fault. `learn-carriers.ts` writes it. */
export const carriersFile = "harness/selftest/carriers.json";
/** The recorded document with the same. Without it, a sample of the checks runs. */
export const recordedCarriers = "carriers";

const checks: readonly Check[] = chapters.flatMap((chapter) => chapter.checks);
const rulesForEveryResponse = chapters.flatMap(({ invariants = [] }) => invariants);
const learnt = (readRecorded(recordedCarriers) ?? {}) as Readonly<Record<string, readonly string[]>>;

/** Where no checks are learnt for a fault, so many find most of them. */
const maxCarriers = 40;

/** A rule for every response or an audit with this id; undefined for a requirement that sends its own requests. */
export function findJudgeOfOthers(requirement: string): Pick<Check, "operations"> | undefined {
  return (
    rulesForEveryResponse.find(({ id }) => id === requirement) ??
    checks.find(({ id, last = false }) => last && id === requirement)
  );
}

/** The requirements that run beside the one that is to find a fault: the selection for its first run. */
export function checksBeside(requirement: string, fault: string | undefined): readonly string[] {
  const judge = findJudgeOfOthers(requirement);
  // a rule for every response may own what the requirement notices
  if (judge === undefined) return rulesForEveryResponse.map(({ id }) => id);
  const known = learntCarriers(requirement, fault ?? "");
  return known.length > 0 ? known : sampleCarriers(judge);
}

/** The checks that are known to show a fault to a rule or an audit; none if nothing is known, or if they no longer exist. */
export function learntCarriers(requirement: string, fault: string): readonly string[] {
  const known = findJudgeOfOthers(requirement) === undefined ? [] : (learnt[fault] ?? []);
  return known.every((one) => checks.some(({ id }) => id === one)) ? known : [];
}

/** All checks that could show a fault to a rule or an audit. */
export function allCarriers(): readonly string[] {
  return checks.filter((check) => !isLast(check)).map(({ id }) => id);
}

/** Some of the checks that speak to the same operations, from all chapters. */
export function sampleCarriers({ operations }: Pick<Check, "operations">): readonly string[] {
  const carriers = checks.filter(
    (check) => !isLast(check) && check.operations.some((operation) => operations.includes(operation)),
  );
  const step = Math.max(1, carriers.length / maxCarriers);
  return carriers
    .filter((_, place) => Math.floor(place / step) > Math.floor((place - 1) / step))
    .map(({ id }) => id);
}
