/** `--baseline` and `--update-baseline`: reads the file before the run, applies it to the report, and writes it anew. */
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import type { Report } from "../../schemas/report.ts";
import type { BaselineEntry, BaselineIds } from "../baseline/baseline.ts";
import { sentencesOf } from "../sentences.ts";
import { UsageError } from "./command.ts";
import { toDestination } from "./destination.ts";
import { makeFolders } from "./output.ts";

/** Days that a new baseline entry holds by default: a quarter of a year. */
const baselineDays = 90;

/**
 * Reads the baseline before the first request, so that a bad file costs nothing.
 * @returns what applies it to the report
 */
export async function openBaseline(
  options: Readonly<Record<string, unknown>>,
): Promise<(report: Report) => Promise<Report>> {
  const file = typeof options["baseline"] === "string" ? options["baseline"] : undefined;
  const update = options["update-baseline"] === true;
  if (file === undefined) {
    if (update) throw new UsageError("Cannot use --update-baseline without --baseline FILE");
    return (report) => Promise.resolve(report);
  }
  if (update) await makeFolders([dirname((await toDestination(file)).place)]);
  const { chapters } = await import("../../suites/index.ts");
  const { readBaseline, writeBaseline } = await import("../baseline/read-baseline.ts");
  const { applyBaseline, updateBaseline } = await import("../baseline/baseline.ts");
  const sentences = sentencesOf(chapters);
  const ids: BaselineIds = {
    known: new Set(sentences.flatMap(({ cases }) => cases.map(({ id }) => id))),
    casesOf: new Map(
      sentences.flatMap(({ id, cases }) =>
        cases.length === 1 ? [] : [[id, cases.map((one) => one.id)] as const],
      ),
    ),
  };
  const old = update && !existsSync(file) ? undefined : await readBaseline(file);
  // reports are published, and do not say where the file is on this machine
  const name = isAbsolute(file) ? basename(file) : file;
  return async (report) => {
    const applied =
      old === undefined ? report : applyBaseline(report, { ...old, file: name }, { ...ids, today: toDay(0) });
    if (!update) return applied;
    if (report.run.interrupted) {
      process.stderr.write(`${file} was not updated: the run was interrupted\n`);
      return applied;
    }
    const entries = updateBaseline(report, old, { ...ids, expires: toDay(baselineDays) });
    await writeBaseline(file, entries);
    process.stderr.write(`${describeUpdate(file, old?.entries ?? [], entries)}\n`);
    return applied;
  };
}

/** Longer lists of ids are counted. */
const maxNamed = 5;

/** What an update changed: `known.json: added a/b (failed); removed c/d; 3 entries unchanged`. */
export function describeUpdate(
  file: string,
  before: readonly BaselineEntry[],
  after: readonly BaselineEntry[],
): string {
  const keyOf = ({ requirement, verdict }: BaselineEntry): string => `${requirement} (${verdict})`;
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const added = [...now].filter((key) => !old.has(key));
  const removed = [...old].filter((key) => !now.has(key));
  const unchanged = now.size - added.length;
  const parts = [
    ...(added.length === 0 ? [] : [`added ${nameSome(added)}; write a reason for each`]),
    ...(removed.length === 0 ? [] : [`removed ${nameSome(removed)}`]),
    `${unchanged} ${unchanged === 1 ? "entry" : "entries"} unchanged`,
  ];
  return `${file}: ${parts.join("; ")}`;
}

function nameSome(keys: readonly string[]): string {
  const more = keys.length - maxNamed;
  return `${keys.slice(0, maxNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function toDay(daysFromNow: number): string {
  return new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
}
