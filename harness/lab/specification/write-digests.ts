/**
 * Writes `suites/specification-digests.json` from the text of the specification, which is not part of this repository:
 * `node dist/harness/lab/specification/write-digests.js SPEC.md`
 */
import { readFile, writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";
import { anchors } from "../../../suites/specification.ts";
import { toDigests } from "../../specification/drift.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Cannot write digests: expected the file of the specification");
const digests = toDigests(await readFile(file, "utf8"), anchors);
const target = "suites/specification-digests.json";
const config = await resolveConfig(target);
await writeFile(target, await format(JSON.stringify(digests), { ...config, filepath: target }));
