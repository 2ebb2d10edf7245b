/** Which suite this is: its version, and a digest over every file that can change a verdict. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../schemas/report.ts";
import { digestOf } from "./registry/recorder.ts";

/** The release of the specification that the suite tests (Versioning, rule 2). */
const specification = "0.1.0-rc.1";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Where a run begins: verdicts depend on this file and on what it loads. */
const entry = `harness/certify.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`;

let suite: Report["suite"] | undefined;

/** Name, version, specification and digest of this suite, for reports. Read once: the self-test asks for each of its runs. */
export function describeSuite(): Report["suite"] {
  suite ??= { ...readPackage(), specification, digest: digestSources(root, entry) };
  return suite;
}

function readPackage(): { readonly name: string; readonly version: string } {
  for (const folder of [root, join(root, "..")]) {
    try {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
        name: string;
        version: string;
      };
      return { name, version };
    } catch {
      // built files are one folder deeper
    }
  }
  throw new Error("Cannot find the suite's own package.json");
}

/** A digest over the names and contents of the files that a run loads, in the order of their names. */
export function digestSources(folder: string, first: string): string {
  return digestOf([...readSources(folder, first)].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat());
}

/** The names of those files, as the digest takes them. */
export function listSources(): readonly string[] {
  return [...readSources(root, entry).keys()].toSorted();
}

/** Statements that load another file of ours. Types are none of them: they are gone when a check runs. */
const loads = /^(?:import|export)\b(?! type\b)[^;"]*"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gmu;

/** The text of a file and of all that it loads, by name. Other packages have no part in it, only their fixed versions do. */
function readSources(folder: string, first: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [first];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(join(folder, file), "utf8");
    found.set(file, text);
    const here = posix.dirname(file);
    for (const [, named, awaited] of text.matchAll(loads))
      open.push(posix.join(here, named ?? awaited ?? ""));
  }
  return found;
}
