/** A digest over every file that can change a verdict. In the bundle, `bundled-digest.ts` takes the place of this module. */
import { fileURLToPath } from "node:url";
import { digestSources, readSourceGraph } from "./source-graph.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Where a run begins: verdicts depend on this file and on what it loads. */
const entry = `harness/certify.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`;

/** The digest over the names and contents of the files that a run loads. */
export function digestOfSuite(): string {
  return digestSources(readSourceGraph(root), [entry]);
}

/** The names of those files, as the digest takes them. */
export function listSources(): readonly string[] {
  return readSourceGraph(root).reach(entry);
}
