/** The good results of earlier self-tests of this clone, with digests of what they depend on. `selftest --changed` reads them. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a good result depended on: the digests of `Reach`. */
export interface Kept {
  readonly own: string;
  readonly shared: string;
}

/** Bad results are not kept: what they are about runs again. */
export interface KeptResults {
  /** By the name of a fault that its requirement noticed. */
  readonly faults: Readonly<Record<string, Kept>>;
  /** By the name and value of a choice that no requirement reported. */
  readonly choices: Readonly<Record<string, Kept>>;
  /** The digest of each file of checks that reported no choice. */
  readonly checkSources: Readonly<Record<string, string>>;
}

export const nothingKept: KeptResults = { faults: {}, choices: {}, checkSources: {} };

/** A change of what is kept, or of what it means, changes this number. */
const version = 1;

/** The file of a clone; undefined outside of one, where nothing is kept. */
export function keptResultsFile(root: string): string | undefined {
  const installed = join(root, "node_modules");
  const isClone = existsSync(join(root, "reference-server/faults/index.ts")) && existsSync(installed);
  return isClone ? join(installed, ".cache/volume-registry-conformance/selftest.json") : undefined;
}

/** What the file holds; nothing if there is none, or if another version of the self-test wrote it. */
export async function readKeptResults(file: string): Promise<KeptResults> {
  try {
    const content = JSON.parse(await readFile(file, "utf8")) as KeptResults & { readonly version: number };
    return content.version === version ? content : nothingKept;
  } catch {
    return nothingKept;
  }
}

export async function writeKeptResults(file: string, results: KeptResults): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  // written whole or not at all: another self-test may read it meanwhile
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify({ version, ...results }));
  await rename(unfinished, file);
}
