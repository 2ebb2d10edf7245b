/** Which suite this is: its version, and a digest over every file that can change a verdict. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "../schemas/report.ts";
import { digestSources, readSourceGraph } from "./source-graph.ts";

/** The release of the specification that the suite tests (Versioning, rule 2). */
const specification = "0.1.0-rc.1";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Where a run begins: verdicts depend on this file and on what it loads. */
const entry = `harness/certify.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`;

let suite: Report["suite"] | undefined;

/** Name, version, specification and digest of this suite, for reports. Read once: the self-test asks for each of its runs. */
export function describeSuite(): Report["suite"] {
  suite ??= { ...readPackage(), specification, digest: digestSources(readSourceGraph(root), [entry]) };
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

/** The names of the files that a run loads, as the digest takes them. */
export function listSources(): readonly string[] {
  return readSourceGraph(root).reach(entry);
}
