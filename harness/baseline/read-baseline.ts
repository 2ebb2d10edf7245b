/** Reads and writes baseline files. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { baseline as isBaseline } from "../../schemas/compiled/baseline.js";
import { TargetError } from "../target-file/read-target.ts";
import type { Baseline, BaselineEntry } from "./baseline.ts";

/**
 * @throws TargetError where the file cannot be read or is no baseline
 */
export async function readBaseline(file: string): Promise<Baseline> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new TargetError(
      `Cannot read baseline "${file}": ${reason?.startsWith("ENOENT") ? "no such file" : reason}`,
      { cause: error },
    );
  }
  if (!isBaseline(content)) {
    const error = isBaseline.errors?.[0];
    const index = /^\/entries\/(\d+)/.exec(error?.instancePath ?? "")?.[1];
    const entries = (content as { entries?: readonly { requirement?: unknown }[] } | null)?.entries;
    const name = index === undefined ? undefined : entries?.[Number(index)]?.requirement;
    const place = typeof name === "string" ? ` of "${name}"` : "";
    // what --update-baseline leaves to be written
    if (error?.keyword === "minLength" && error.instancePath.endsWith("/reason"))
      throw new TargetError(
        `Cannot read baseline "${file}": the entry${place} has no reason; write why its verdict is known`,
      );
    throw new TargetError(
      `Cannot read baseline "${file}": ${error?.instancePath ? `"${error.instancePath}"` : "it"}${place} ${error?.message ?? "is wrong"}`,
    );
  }
  return { file, entries: (content as { entries: readonly BaselineEntry[] }).entries };
}

/** Writes a baseline, whole or not at all. */
export async function writeBaseline(file: string, entries: readonly BaselineEntry[]): Promise<void> {
  const temporary = `${file}.partial`;
  await writeFile(temporary, `${JSON.stringify({ entries }, undefined, 2)}\n`);
  await rename(temporary, file);
}
