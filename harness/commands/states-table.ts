/** The result of `states check`, as text. */
import { formatCounted } from "../../reports/measures.ts";
import type { HookAnswer, StateAnswer } from "./states-questions.ts";
import type { StateTrial, Undecided } from "./states-trial.ts";

export interface StateRow {
  readonly state: string;
  readonly answers: readonly StateAnswer[];
  /** The number of requirements that use the state. */
  readonly unlocks: number;
  /** Present if a registry was given. */
  readonly trial?: StateTrial;
}

const offersNothing =
  "The hook offers no state: a run with it tests no more than one without. Begin with `token`";

export function renderStates(
  url: string,
  rows: readonly StateRow[],
  about: HookAnswer & { readonly undecided?: readonly Undecided[] },
): string {
  const refusal = findRefusal(rows);
  if (refusal !== undefined) return `States hook at ${url}\n\n${refusal}\n`;
  const lines = [
    `States hook at ${url}`,
    "",
    ...rows.flatMap((row) => renderRow(row)),
    "",
    ...(rows.every((row) => toOffer(row) === "not offered") ? [offersNothing] : []),
    ...renderUndecided(rows, about.undecided ?? []),
    ...renderNotes({
      ...about,
      hasRegistry: about.undecided !== undefined,
      hasPerhaps: rows.some((row) => toOffer(row) === "perhaps"),
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** What is wrong with the hook as a whole, if every answer is the same refusal. */
function findRefusal(rows: readonly StateRow[]): string | undefined {
  const problems = new Set(rows.flatMap(({ answers }) => answers.map(({ problem }) => problem)));
  const [only] = problems;
  return problems.size === 1 && only !== undefined ? `Every state: ${only}` : undefined;
}

function renderRow(row: StateRow): readonly string[] {
  const { state, answers, unlocks, trial } = row;
  const details = [
    ...answers.flatMap(({ asked, problem }) => (problem === undefined ? [] : [`${asked}: ${problem}`])),
    ...(trial?.failures ?? []),
    ...(trial === undefined || trial.calls === 0 || trial.isMissing ? [] : [renderVerdicts(trial)]),
  ];
  return [
    `  ${state.padEnd(15)} ${toOffer(row).padEnd(15)} ${describeUse(unlocks)}`,
    ...details.map((detail) => `      ${detail}`),
  ];
}

function renderVerdicts({ calls, verdicts }: StateTrial): string {
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
  const used = counts.length === 0 ? "" : `. Of the cases that use it: ${counts.join(", ")}`;
  return `${formatCounted(calls, "call")}${used}`;
}

/** Which states work, which were not tried, and why cases that use states were not decided. */
function renderUndecided(rows: readonly StateRow[], undecided: readonly Undecided[]): readonly string[] {
  const blocked = undecided.filter(({ verdict }) => verdict === "blocked");
  const skipped = undecided.filter(
    ({ verdict, reason }) => verdict === "skipped" && reason.startsWith("needs "),
  );
  const statesThat = (offer: string): string =>
    rows
      .filter((row) => toOffer(row) === offer)
      .map(({ state }) => state)
      .join(", ");
  const standing = [
    ["Works", statesThat("works")],
    ["Not tried yet", statesThat("offered")],
  ] as const;
  return [
    ...standing.flatMap(([what, states]) =>
      blocked.length === 0 || states === "" ? [] : [`${what}: ${states}`],
    ),
    ...blocked.map(({ reason, cases, isPublishing }) =>
      isPublishing
        ? `${formatCounted(cases, "case")} still ${cases === 1 ? "needs" : "need"} a release. Publishing failed: ${reason}`
        : `${formatCounted(cases, "case")} blocked: ${reason}`,
    ),
    ...skipped.map(({ reason, cases }) => `${formatCounted(cases, "case")} skipped: ${reason}`),
  ];
}

/** @param cases how many use the state; of one that takes back what the hook made, none */
export function describeUse(cases: number): string {
  if (cases === 0) return "asked for at the end of a run";
  return `${formatCounted(cases, "case")} ${cases === 1 ? "uses" : "use"} it`;
}

/** A hook may answer 404 to a release that does not exist, so that without a registry the offer is not always known. */
function toOffer({ answers, trial }: StateRow): string {
  if (trial !== undefined && trial.calls > 0) {
    if (trial.isMissing) return "not offered";
    return trial.failures.length > 0 ? "fails" : "works";
  }
  if (answers.some(({ problem }) => problem !== undefined)) return "fails";
  if (answers.every(({ status = 0 }) => status === 501)) return "not offered";
  if (answers.every(({ status = 0 }) => status === 404)) return "perhaps";
  return "offered";
}

function renderNotes({
  isOpen,
  unknownStatus,
  hasRegistry,
  hasPerhaps,
}: HookAnswer & {
  readonly hasRegistry: boolean;
  readonly hasPerhaps: boolean;
}): readonly string[] {
  return [
    ...(unknownStatus === undefined || unknownStatus === 404 || unknownStatus === 501
      ? []
      : [
          `An unknown state is answered ${unknownStatus}; with 404 or 501, the checks that need it would be skipped`,
        ]),
    ...(isOpen
      ? [
          "Warning: the hook makes tokens without a secret. Require a header, listen on the loopback interface only, and keep the hook out of production",
        ]
      : []),
    ...(hasPerhaps
      ? ['"perhaps": the hook answered 404, which a name that does not exist may also cause']
      : []),
    ...(hasRegistry ? [] : ["--base-url URL tries each state with releases"]),
  ];
}
