/** Runs the checks that need a states hook, and tells for each state what the hook answered and what was decided. */
import { chapters } from "../../suites/index.ts";
import { groupByReason } from "../../reports/evidence-list.ts";
import type { Operation, Report, Verdict } from "../../schemas/report.ts";
import { certify } from "../certify.ts";
import type { Target } from "../target-file/target.ts";
import type { Need, StateName } from "../vocabulary.ts";
import { stateCatalogue } from "./state-catalogue.ts";

export interface StateTrial {
  readonly calls: number;
  /** What the hook answered where a state could not be set up. */
  readonly failures: readonly string[];
  /** True if the hook answered that it does not offer the state. */
  readonly isMissing: boolean;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
}

/** Cases of the trial that were not decided, for one reason. */
export interface Undecided {
  readonly verdict: "blocked" | "skipped";
  readonly reason: string;
  readonly cases: number;
  /** True if they need a release, and the registry published none. */
  readonly isPublishing: boolean;
}

export interface Trial {
  readonly states: ReadonlyMap<StateName, StateTrial>;
  /** The reason of most cases first, `blocked` before `skipped`. */
  readonly undecided: readonly Undecided[];
}

const publishing: ReadonlySet<Operation> = new Set([
  "createReleaseUpload",
  "transferBytes",
  "finalizeReleaseUpload",
]);

/** The state that meets a need. */
function toState(need: Need): StateName | undefined {
  const [kind = "", name = ""] = need.split(":");
  if (kind === "token") return "token";
  if (kind === "state") return name as StateName;
  if (kind === "expired-intent") return "intent-expired";
  if (kind === "advisory") return "advisory";
  if (kind !== "release" || name === "externalDependencies") return undefined;
  return name === "git" ? "git-release" : "release-status";
}

/** The requirements that need a state, or use it where it is offered. */
export function idsThatUse(state: StateName): readonly string[] {
  return chapters
    .flatMap(({ checks }) => checks)
    .filter(
      ({ needs = [], uses = [] }) => uses.includes(state) || needs.some((need) => toState(need) === state),
    )
    .map(({ id }) => id);
}

/** One call to the hook, as the recording has it. */
interface Call {
  readonly state: string;
  readonly status: number | undefined;
}

/** @throws Untestable if the registry cannot be tested */
export async function tryStates(target: Target): Promise<Trial> {
  const states = stateCatalogue.map(({ name }) => name);
  const needed = new Map(states.map((state) => [state, idsThatUse(state)] as const));
  const calls: Call[] = [];
  const report = await certify({
    target,
    only: [...new Set([...needed.values()].flat())],
    writeLine: (line) => calls.push(...toCall(line)),
  });
  const trials = states.map((state) => {
    const own = calls.filter((call) => call.state === state);
    return [state, toTrial(own, needed.get(state) ?? [], report)] as const;
  });
  return { states: new Map(trials), undecided: findUndecided(report) };
}

function findUndecided({ cases, causes = [] }: Report): readonly Undecided[] {
  return (["blocked", "skipped"] as const).flatMap((verdict) =>
    groupByReason(cases.filter((one) => one.verdict === verdict)).map(({ reason, ids }) => {
      const cause = causes.find(({ blocks }) => blocks.includes(ids[0] ?? ""));
      const isPublishing =
        cause !== undefined &&
        cause.breaks === undefined &&
        cause.operations.every((operation) => publishing.has(operation));
      return { verdict, reason, cases: ids.length, isPublishing };
    }),
  );
}

function toCall(line: string): readonly Call[] {
  const record = JSON.parse(line) as {
    readonly operation?: string;
    readonly request?: { readonly body?: { readonly text?: string } };
    readonly response?: { readonly status: number };
  };
  if (record.operation !== "state") return [];
  const body = JSON.parse(record.request?.body?.text ?? "{}") as { readonly state?: string };
  return [{ state: body.state ?? "", status: record.response?.status }];
}

function toTrial(calls: readonly Call[], ids: readonly string[], report: Report): StateTrial {
  const failed = calls.filter(({ status }) => status === undefined || !isAnswer(status));
  const counts = new Map<string, number>();
  for (const { status } of failed) {
    const what = status === undefined ? "no answer" : `status ${status}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  const verdicts: Partial<Record<Verdict, number>> = {};
  for (const { id, verdict } of report.cases)
    if (ids.includes(id)) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  return {
    calls: calls.length,
    failures: [...counts].map(([what, count]) => `${what} to ${count} of ${calls.length} calls`),
    isMissing: calls.length > 0 && calls.every(({ status }) => status === 404 || status === 501),
    verdicts,
  };
}

/** Done, or not offered. */
function isAnswer(status: number): boolean {
  return (status >= 200 && status <= 299) || status === 404 || status === 501;
}
