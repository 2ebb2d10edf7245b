/**
 * Bundles the script of the report's page (browser/) into compiled/report-script.ts (not committed), which exports it as a text.
 * So the page is the same from the sources and from dist/, and no run bundles anything.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = dirname(fileURLToPath(import.meta.url));
const file = join(folder, "compiled", "report-script.ts");

const bundle = await rolldown({ input: "browser/main.ts", cwd: folder, platform: "browser" });
const { output } = await bundle.generate({ format: "iife" });
await bundle.close();

const text = `// Made by bundle-script.mjs from browser/
/** The script of the report's page, in JavaScript. */
export const reportScript: string = ${JSON.stringify(output[0].code)};
`;
if ((await readFile(file, "utf8").catch(() => "")) !== text) {
  await mkdir(dirname(file), { recursive: true });
  // another process may read the file now: it never sees half of it
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, text);
  await rename(partial, file);
}
