/** Whole runs against registries whose answers are much larger than they need to be: their memory, their files and their CPU time. */
import { wholeRunsHeading } from "./behaviour-table.ts";
import { renderMarkdownTable } from "../dependencies/markdown-table.ts";
import type { Depth } from "../../../schemas/report.ts";
import type { Behaviour } from "./behaviour.ts";
import { startHostileServer } from "./hostile-server.ts";
import { sizeBehaviours } from "./size-behaviours.ts";
import { runWhole, type WholeRun } from "./whole-run.ts";

/** What a whole run may take, whatever the registry sends. */
export const wholeRunLimits = { mebibytes: 250, megabytesOfFiles: 50 } as const;

/** A whole run, and what was decided of it before. */
export interface WholeRunRow {
  readonly name: string;
  readonly depth: Depth;
  readonly summary: string;
  /** `ends` where the answers also break a rule: the run ends with a report. */
  readonly decided: NonNullable<Behaviour["wholeRun"]> | "ends";
  readonly run: WholeRun;
  /** What differs from the decided outcome or is above a limit; empty where nothing is. */
  readonly differences: readonly string[];
}

/** Runs the whole suite against one behaviour. */
export async function meetWhole(behaviour: Behaviour, depth: Depth): Promise<WholeRunRow> {
  const server = await startHostileServer(behaviour);
  try {
    const run = await runWhole({ target: server.target, depth, tokens: server.tokens() });
    const { name, summary, wholeRun: decided = "ends" } = behaviour;
    return { name, depth, summary, decided, run, differences: differencesOf(decided, run) };
  } finally {
    await server.close();
  }
}

function differencesOf(decided: WholeRunRow["decided"], run: WholeRun): readonly string[] {
  const allowed = { conformant: [0], partial: [4], ends: [0, 1, 3, 4] }[decided];
  return [
    ...(allowed.includes(run.exitCode) ? [] : [`exit code ${run.exitCode}`]),
    ...(run.peakMebibytes <= wholeRunLimits.mebibytes ? [] : [`${run.peakMebibytes} MiB of memory`]),
    ...(run.megabytesOfFiles <= wholeRunLimits.megabytesOfFiles
      ? []
      : [`${run.megabytesOfFiles.toFixed(1)} MB of files`]),
    ...(run.leaked ? ["a token is in what was written"] : []),
  ];
}

/** Every size behaviour at each depth, and the conforming registry beside them. */
export async function meetAllWhole(depths: readonly Depth[]): Promise<readonly WholeRunRow[]> {
  const conforming: Behaviour = {
    name: "conforming",
    place: "anywhere",
    summary: "answers as it should",
    wholeRun: "conformant",
    answer: async (occasion) => await occasion.conforming(),
  };
  const rows: WholeRunRow[] = [];
  for (const behaviour of [conforming, ...sizeBehaviours])
    for (const depth of depths) rows.push(await meetWhole(behaviour, depth));
  return rows;
}

/** The third table of BEHAVIOURS.md. */
export function renderWholeRuns(rows: readonly WholeRunRow[]): string {
  const cells = rows.map(({ name, depth, summary, decided, run }) => [
    name,
    depth,
    summary,
    decided,
    `exit ${run.exitCode}`,
    String(run.requests),
    String(run.peakMebibytes),
    run.megabytesOfFiles.toFixed(1),
    run.cpuSeconds.toFixed(1),
    run.seconds.toFixed(1),
  ]);
  const head = [
    "behaviour",
    "depth",
    "what it does",
    "decided",
    "seen",
    "requests",
    "peak MiB",
    "MB of files",
  ];
  return [
    wholeRunsHeading,
    "",
    "The whole suite against answers that are much larger than they need to be. Decided before the run: `conformant`, `partial` where",
    "they are together more than one run reads, or `ends` where a rule is broken too.",
    `A run may take ${wholeRunLimits.mebibytes} MiB of memory and ${wholeRunLimits.megabytesOfFiles} MB of files.`,
    "",
    ...renderMarkdownTable([[...head, "CPU seconds", "seconds"], ...cells]),
    "",
  ].join("\n");
}
