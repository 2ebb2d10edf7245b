/** Reference servers in another process, for what is measured. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReferenceTarget } from "../../../reference-server/target.ts";

export interface ServedTargets {
  /** Two equal servers. */
  readonly targets: readonly [ReferenceTarget, ReferenceTarget];
  readonly close: () => void;
}

/** @param delayMs how long each response waits */
export async function serveTargets(delayMs = 0): Promise<ServedTargets> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const child = fork(fileURLToPath(new URL(`./servers.${extension}`, import.meta.url)), [String(delayMs)]);
  const [targets] = (await once(child, "message")) as [ServedTargets["targets"]];
  return { targets, close: () => child.kill() };
}

/** A folder with the target file of a server, for a command line; gone when the work has ended. */
export async function withTargetFile<Result>(
  delayMs: number,
  work: (file: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const { targets, close } = await serveTargets(delayMs);
  const folder = await mkdtemp(join(tmpdir(), "conformance-bench-"));
  try {
    const file = join(folder, "target.json");
    await writeFile(file, JSON.stringify(targets[0]));
    return await work(file, folder);
  } finally {
    close();
    await rm(folder, { recursive: true, force: true });
  }
}
