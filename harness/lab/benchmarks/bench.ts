/**
 * `npm run bench [-- --rounds N] [--only NAME …] [--write FILE]`: what the suite costs, each figure beside one of the same
 * machine and moment. With `--write`, the tables replace those of a document.
 */
import { readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { renderMarkdownTable } from "../dependencies/markdown-table.ts";
import { faultRatePart } from "./fault-rate.ts";
import { cloneUsePart, firstUsePart } from "./first-use.ts";
import { htmlPart } from "./html-size.ts";
import type { Part } from "./part.ts";
import { referencePart } from "./reference-rate.ts";
import { peersPart } from "./peer-tools.ts";
import { describeMachine } from "./rounds.ts";
import { startUpPart } from "./start-up.ts";
import { overheadPart } from "./suite-overhead.ts";
import { depthsPart, latenciesPart } from "./whole-runs.ts";

const parts: readonly Part[] = [
  overheadPart,
  peersPart,
  startUpPart,
  firstUsePart,
  cloneUsePart,
  depthsPart,
  latenciesPart,
  faultRatePart,
  referencePart,
  htmlPart,
];

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", multiple: true, default: [] },
    write: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const usage = `npm run bench -- [--rounds N] [--only NAME …] [--write FILE]\nNAME: ${parts.map(({ name }) => name).join(", ")}`;
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
const rounds = Number(values.rounds);
const unknown = values.only.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0 || !Number.isSafeInteger(rounds) || rounds < 1) {
  process.stderr.write(`Cannot measure: unknown part or number of rounds. Usage:\n${usage}\n`);
  process.exit(3);
}

/** The text between the marks of a part is replaced. A part without marks in the document is only printed. */
function replaceBetween(text: string, name: string, lines: readonly string[]): string {
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to === -1) return text;
  return `${text.slice(0, from)}${start}\n\n${lines.join("\n")}\n\n${text.slice(to)}`;
}

async function writeFigures(name: string, lines: readonly string[]): Promise<void> {
  process.stdout.write(`\n${name}\n\n${lines.join("\n")}\n`);
  if (values.write === undefined) return;
  const text = await readFile(values.write, "utf8");
  await writeFile(values.write, replaceBetween(text, name, lines));
}

/** A machine that does something else meanwhile gives higher figures, and larger spreads. */
function describeMoment(): string {
  const busy = (loadavg()[0] ?? 0).toFixed(1);
  return `Measured on ${new Date().toISOString().slice(0, 10)}, ${rounds} rounds, with ${describeMachine()}; load of the last minute before the start: ${busy}.`;
}

await writeFigures("machine", [describeMoment()]);
for (const part of parts) {
  if (values.only.length > 0 && !values.only.includes(part.name)) continue;
  const { table, remarks = [] } = await part.measure(rounds);
  await writeFigures(part.name, [...renderMarkdownTable(table), ...remarks.flatMap((line) => ["", line])]);
}
