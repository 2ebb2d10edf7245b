/** The result of each requirement, from those of its cases. */
import type { CaseResult, RequirementResult, Verdict } from "../../schemas/report.ts";
import type { DescribedRequirement } from "../sentences.ts";
import { profileOrder } from "../vocabulary.ts";

/** The verdict of a requirement is the first of these that one of its cases has. */
const bySeverity: readonly Verdict[] = ["failed", "errored", "warned", "blocked", "skipped", "passed"];

/**
 * The requirements that have a case among the results, in the order of their descriptions; one that is not described comes
 * last, in the words of its first case.
 * A requirement has passed if all its cases have; those of a feature that is not offered do not count beside others.
 */
export function toRequirements(
  cases: readonly CaseResult[],
  described: readonly DescribedRequirement[],
): readonly RequirementResult[] {
  const groups = new Map<string, CaseResult[]>();
  for (const one of cases) groups.set(one.requirement, [...(groups.get(one.requirement) ?? []), one]);
  const known = new Map(described.map((one) => [one.id, one]));
  const order = new Set([...known.keys(), ...groups.keys()]);
  return [...order].flatMap((id) => {
    const [first, ...others] = groups.get(id) ?? [];
    if (first === undefined) return [];
    return [toRequirement(known.get(id) ?? { ...first, id }, [first, ...others])];
  });
}

function toRequirement(
  { id, title, section }: DescribedRequirement,
  cases: readonly [CaseResult, ...CaseResult[]],
): RequirementResult {
  const offered = cases.filter((one) => one.notOffered !== true);
  const counted = offered.length === 0 ? cases : offered;
  const verdict = bySeverity.find((one) => counted.some((result) => result.verdict === one)) ?? "skipped";
  const decisive = counted.filter((one) => one.verdict === verdict);
  const [first = cases[0]] = decisive;
  const reading = cases.length === 1 ? cases[0].reading : undefined;
  const reason = toReason(decisive, cases.length);
  return {
    id,
    level: cases.some(({ level }) => level === "must") ? "must" : first.level,
    title,
    chapter: id.split("/")[0] ?? id,
    section,
    ...(reading === undefined ? {} : { reading }),
    operations: [...new Set(cases.flatMap(({ operations }) => operations))],
    profiles: profileOrder.filter((profile) => cases.some(({ profiles }) => profiles.includes(profile))),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(offered.length === 0 ? { notOffered: true } : {}),
    ...(first.cause === undefined ? {} : { cause: first.cause }),
    ...toAcceptance(counted),
    checks: cases.map((one) => one.id),
    evidence: cases.map(toEvidence),
  };
}

/** The reason of the decisive case; where there are more cases, it is named. */
function toReason(decisive: readonly CaseResult[], count: number): string | undefined {
  const [first, ...others] = decisive;
  if (first?.reason === undefined || count === 1) return first?.reason;
  const share = others.length === 0 ? first.id : `${first.id} and ${others.length} more of ${count} cases`;
  return `${share}: ${first.reason}`;
}

/** Accepted is what the baseline accepts in every case: one known failure hides no other. */
function toAcceptance(cases: readonly CaseResult[]): Pick<RequirementResult, "accepted"> {
  const open = cases.filter(({ verdict }) => verdict !== "passed");
  const [first] = open.toSorted((a, b) =>
    (a.accepted?.expires ?? "") < (b.accepted?.expires ?? "") ? -1 : 1,
  );
  if (first?.accepted === undefined || open.some(({ accepted }) => accepted === undefined)) return {};
  return { accepted: first.accepted };
}

/** One exchange is enough here: the case has them all. */
function toEvidence({ id, verdict, evidence }: CaseResult): RequirementResult["evidence"][number] {
  const shown = evidence.find(({ finding }) => finding !== undefined) ?? evidence[0];
  const finding = shown?.finding;
  return {
    check: id,
    verdict,
    exchanges: shown?.exchanges.slice(-1) ?? [],
    ...(finding === undefined ? {} : { finding }),
  };
}
