/**
 * `npm run gateways [-- FILE.md | --sample | NAME …]`: runs the suite through real gateways and an object store, installing what
 * is missing, and holds each outcome against the one that was decided before. With a Markdown file, writes the table into it; with
 * names, too, it renews their rows and keeps the others.
 */
import { readFile, writeFile } from "node:fs/promises";
import { renderMarkdownTable } from "../dependencies/markdown-table.ts";
import { gatewaysHeading } from "../resilience/behaviour-table.ts";
import type { GatewaySetup } from "./gateway.ts";
import { type GatewayOutcome, idsWith, meetGateway } from "./meet-gateway.ts";
import { gatewaySetups } from "./gateway-setups.ts";
import { installMissing } from "./programs.ts";
import { meetStore, type StoreSetup, storeSetups, withObjectStore } from "./store-setups.ts";

const words = process.argv.slice(2);
const file = words.find((word) => word.endsWith(".md"));
const names = words.filter((word) => !word.startsWith("--") && word !== file);

function isWanted({ name, isSample }: Pick<GatewaySetup, "name" | "isSample">): boolean {
  if (words.includes("--sample")) return isSample === true;
  return names.length === 0 || names.includes(name);
}

function tell({ name, run, differences }: GatewayOutcome): void {
  const seen = `exit ${run.exitCode}, ${run.requests} requests, ${run.seconds.toFixed(1)} s, ${run.peakMebibytes} MiB`;
  process.stdout.write(`${differences.length === 0 ? "as decided" : "DIFFERENT "}  ${name}: ${seen}\n`);
  for (const difference of differences) process.stdout.write(`    ${difference}\n`);
  if (differences.length > 0) process.stdout.write(`${run.output.slice(0, 3_000)}\n`);
}

/** The rows of a table that was written before, by name. */
function readRows(table: string): ReadonlyMap<string, readonly string[]> {
  const lines = table.split("\n").filter((line) => line.startsWith("| "));
  return new Map(
    lines.slice(1).map((line) => {
      const cells = line.split("|").slice(1, -1);
      const row = cells.map((cell) => cell.trim());
      return [row[0] ?? "", row] as const;
    }),
  );
}

function renderTable(outcomes: readonly GatewayOutcome[], before: string): string {
  const head = [
    "set-up",
    "program",
    "what it does",
    "decided",
    "seen",
    "failed or warned",
    "requests",
    "peak MiB",
    "MB of files",
    "CPU seconds",
  ];
  const known = new Map(names.length === 0 ? [] : readRows(before));
  for (const outcome of outcomes) known.set(outcome.name, toRow(outcome));
  const rows = [...gatewaySetups, ...storeSetups].flatMap(({ name }) => {
    const row = known.get(name);
    return row === undefined ? [] : [row];
  });
  return [
    gatewaysHeading,
    "",
    "Real programs in front of a conforming registry, each with the whole suite. The outcome was decided before the run.",
    "`npm run gateways` installs the programs from Debian, the object store from npm, and writes this table. CI runs a sample.",
    "",
    ...renderMarkdownTable([head, ...rows]),
    "",
  ].join("\n");
}

function toRow({ name, program, summary, decided, run }: GatewayOutcome): readonly string[] {
  return [
    name,
    program,
    summary,
    `exit ${decided.exitCode}`,
    `exit ${run.exitCode}`,
    [...idsWith(run.report, "failed"), ...idsWith(run.report, "warned")]
      .slice(0, 3)
      .map((id) => `\`${id}\``)
      .join(", "),
    String(run.requests),
    String(run.peakMebibytes),
    run.megabytesOfFiles.toFixed(1),
    run.cpuSeconds.toFixed(1),
  ];
}

const unmet: string[] = [];

/** Runs one set-up; a program that does not start is told and counted, and the others run all the same. */
async function attempt(
  name: string,
  meet: () => Promise<GatewayOutcome>,
): Promise<readonly GatewayOutcome[]> {
  try {
    const outcome = await meet();
    tell(outcome);
    return [outcome];
  } catch (error) {
    unmet.push(name);
    process.stdout.write(`NOT RUN     ${name}: ${String(error)}\n`);
    return [];
  }
}

async function meetAll(): Promise<readonly GatewayOutcome[]> {
  const outcomes: GatewayOutcome[] = [];
  const gateways = gatewaySetups.filter(isWanted);
  await installMissing(gateways.map(({ program }) => program));
  for (const setup of gateways) outcomes.push(...(await attempt(setup.name, () => meetGateway(setup))));
  const stores: readonly StoreSetup[] = storeSetups.filter(isWanted);
  if (stores.length > 0)
    await withObjectStore(async (script) => {
      for (const setup of stores)
        outcomes.push(...(await attempt(setup.name, () => meetStore(setup, script))));
    });
  return outcomes;
}

const outcomes = await meetAll();
const different = outcomes.filter(({ differences }) => differences.length > 0).length;
process.stdout.write(
  `${outcomes.length - different} of ${outcomes.length + unmet.length} set-ups as decided\n`,
);
if (file !== undefined) {
  const [before = "", table = ""] = (await readFile(file, "utf8")).split(gatewaysHeading);
  await writeFile(file, `${before.trimEnd()}\n\n${renderTable(outcomes, table)}`);
}
if (different > 0 || unmet.length > 0 || outcomes.length === 0) process.exitCode = 1;
