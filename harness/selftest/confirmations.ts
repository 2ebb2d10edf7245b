/** Every genuine report is confirmed: the self-test verifies reports of all kinds of targets and runs from their recordings. */
import type { Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { formatCounted } from "../../reports/measures.ts";
import { mergeReports } from "../verdict/merge-reports.ts";
import { readRecording, type Recording } from "../verify/read-recording.ts";
import { type Judges, verify, verifyMerged } from "../verify/verify.ts";
import { describeSuite } from "../suite-identity.ts";
import { groupChoices } from "./choosing.ts";
import { kindsOfRuns, type Recorded } from "./kinds-of-runs.ts";
import type { Plan } from "./plan.ts";

/** Reports of one kind, each to be confirmed. */
export interface ConfirmationTask {
  /** The name of the kind. */
  readonly confirms: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly only: readonly string[];
  readonly seed: number;
}

/** One report that was verified. */
export interface Confirmation {
  readonly name: string;
  /** Why the report is not confirmed; empty if it is. */
  readonly differences: readonly string[];
}

/** The chapters that a group of choices runs: all of them would cost a minute, and all groups together run each several times. */
const chaptersOfGroup = 3;

/** Each kind of run, and each group of choices; none if only a part of the self-test runs. */
export function toConfirmations({
  isPart,
  seed,
}: Pick<Plan, "isPart" | "seed">): readonly ConfirmationTask[] {
  if (isPart) return [];
  const patterns = chapters.map(({ id }) => `${id}/*`);
  return [
    ...kindsOfRuns.map(({ name, only: some = [] }) => ({ confirms: name, choices: {}, only: some, seed })),
    ...groupChoices(seed).map(({ values }, place) => ({
      confirms: "plain",
      choices: values,
      only: Array.from(
        { length: chaptersOfGroup },
        (_, index) => patterns[(place * chaptersOfGroup + index) % patterns.length] ?? "*",
      ),
      seed,
    })),
  ];
}

/** @throws Error if the run is not of its kind, so that its report would prove nothing */
export async function runConfirmation(task: ConfirmationTask): Promise<readonly Confirmation[]> {
  const kind = kindsOfRuns.find(({ name }) => name === task.confirms);
  if (kind === undefined) throw new Error(`Cannot confirm "${task.confirms}": no such kind of run`);
  const runs = await kind.run({
    faults: [],
    depth: "quick",
    choices: task.choices,
    seed: task.seed,
    only: task.only,
  });
  const values = Object.entries(task.choices).map(([name, value]) => `${name}=${value}`);
  const name = [task.confirms, ...values].join(" ");
  const read = runs.map((one) => ({ ...one, recording: readRecording(one.lines.join("")) }));
  const confirmations: Confirmation[] = [];
  for (const { report, recording } of read) {
    if (!kind.isMeant(report)) throw new Error(`Cannot confirm "${name}": its run is not of this kind`);
    confirmations.push({ name, differences: await findDifferences(report, recording) });
  }
  if (runs.length > 1) confirmations.push(await confirmMerged(`${name}, merged`, read));
  return confirmations;
}

type Read = Recorded & { readonly recording: ReturnType<typeof readRecording> };

async function findDifferences(
  report: Report,
  recording: ReturnType<typeof readRecording>,
): Promise<readonly string[]> {
  if ("broken" in recording) return [recording.broken];
  const { differences } = await verify(fromFile(report), recording, judges());
  return differences;
}

async function confirmMerged(name: string, read: readonly Read[]): Promise<Confirmation> {
  const recordings = read.flatMap(({ recording }): readonly Recording[] =>
    "broken" in recording ? [] : [recording],
  );
  const [first, ...rest] = read.map(({ report }) => fromFile(report));
  if (first === undefined || recordings.length < read.length)
    return { name, differences: ["a recording of its shards is broken"] };
  const { differences } = await verifyMerged(fromFile(mergeReports([first, ...rest])), recordings, judges());
  return { name, differences };
}

function judges(): Judges {
  return { chapters, suite: describeSuite() };
}

/** The report as it is read back from its file. */
function fromFile(report: Report): Report {
  return JSON.parse(JSON.stringify(report)) as Report;
}

/** A line with the number of confirmed reports, and one for each that is not. */
export function describeConfirmations(confirmations: readonly Confirmation[]): {
  readonly lines: readonly string[];
  readonly areAllConfirmed: boolean;
} {
  if (confirmations.length === 0) return { lines: [], areAllConfirmed: true };
  const refused = confirmations.filter(({ differences }) => differences.length > 0);
  return {
    lines: [
      `Reports confirmed: ${confirmations.length - refused.length} of ${confirmations.length}`,
      ...refused.map(
        ({ name, differences: [difference = "", ...others] }) =>
          `  not confirmed: ${name}: ${difference}${others.length === 0 ? "" : `, and ${formatCounted(others.length, "difference")} more`}`,
      ),
    ],
    areAllConfirmed: refused.length === 0,
  };
}
