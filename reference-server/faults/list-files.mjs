/**
 * Lists the files of faults in compiled/fault-files.ts (not committed): by the names of their folders, then by their own. So a new
 * file of faults needs no registration, and the list is imported like any other module.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));

/** Folders without files of faults: parts that several of these share, and the list itself. */
const others = new Set(["changes", "compiled"]);

const toWords = (stem) => stem.replaceAll(/-(\w)/gu, (_all, letter) => letter.toUpperCase());

const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !others.has(entry.name))
  .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .toSorted()
  .map((file, place) => ({ file, name: toWords(file.replace(/^.*\/|\.ts$/gu, "")), alias: `file${place}` }));

const text = `// Made by list-files.mjs
import type { FaultFile } from "../fault.ts";
${files.map(({ file, name, alias }) => `import { ${name} as ${alias} } from "../${file}";`).join("\n")}

/** Every file of faults, in the order of their paths. */
export const faultFiles: readonly FaultFile[] = [
${files.map(({ alias }) => `  ${alias},`).join("\n")}
];
`;

const compiled = join(folder, "compiled/fault-files.ts");
mkdirSync(dirname(compiled), { recursive: true });
const isCurrent = (() => {
  try {
    return readFileSync(compiled, "utf8") === text;
  } catch {
    return false;
  }
})();
// what is current is not touched: programs that watch the sources would start again
if (!isCurrent) writeFileSync(compiled, text);
