/** Reads and writes baseline files. */
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { baseline as isBaseline } from "../../schemas/compiled/baseline.js";
import { textAt } from "../exchange/answer.ts";
import { TargetError } from "../target-file/target-error.ts";
import type { Baseline, BaselineEntry } from "./baseline.ts";

/**
 * @throws TargetError where the file cannot be read or is not a baseline
 */
export async function readBaseline(file: string): Promise<Baseline> {
  const content = await readJson(file);
  if (!isBaseline(content))
    throw new TargetError(`Cannot read baseline "${file}": ${describeError(content)}`);
  return { file, entries: (content as Pick<Baseline, "entries">).entries };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n") : [String(error)];
    const cause = reason.startsWith("ENOENT") ? "no such file" : reason;
    throw new TargetError(`Cannot read baseline "${file}": ${cause}`, { cause: error });
  }
}

/** The first error of the last validation, with the requirement whose entry is wrong. */
function describeError(content: unknown): string {
  const { instancePath = "", keyword, message = "is wrong" } = isBaseline.errors?.[0] ?? {};
  const [, index] = /^\/entries\/(\d+)/.exec(instancePath) ?? [];
  const id = index === undefined ? undefined : textAt(content, "entries", Number(index), "requirement");
  const place = id === undefined ? "" : ` of "${id}"`;
  // --update-baseline leaves the reason empty
  if (keyword === "minLength" && instancePath.endsWith("/reason"))
    return `the entry${place} has no reason; write why its verdict is known`;
  return `${instancePath === "" ? "it" : `"${instancePath}"`}${place} ${message}`;
}

/** Writes a baseline, whole or not at all. */
export async function writeBaseline(file: string, entries: readonly BaselineEntry[]): Promise<void> {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.partial`;
  // a file or a link that somebody put there is never written through
  await writeFile(temporary, `${JSON.stringify({ entries }, undefined, 2)}\n`, { flag: "wx" });
  await rename(temporary, file);
}
