/**
 * Bundles the scripts of the pages (browser/) into compiled/*-script.ts (not committed), which export them as texts. So a page is
 * the same from the sources and from dist/, and no run bundles anything.
 */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = dirname(fileURLToPath(import.meta.url));

/** The entry of each script, by the name of the text. */
const scripts = [
  { entry: "browser/main.ts", file: "report-script.ts", name: "reportScript" },
  { entry: "browser/table-page.ts", file: "table-script.ts", name: "tableScript" },
];

for (const { entry, file, name } of scripts) {
  const bundle = await rolldown({ input: entry, cwd: folder, platform: "browser" });
  const { output } = await bundle.generate({
    format: "iife",
    // every report has it, and the package has it twice; no expression changes
    minify: { compress: false, mangle: true, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  await writeIfChanged(
    join(folder, "compiled", file),
    `// Made by bundle-script.mjs from ${entry}
/** The script of a page, in JavaScript. */
export const ${name}: string = ${JSON.stringify(output[0].code)};
`,
  );
}

async function writeIfChanged(file, text) {
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  await mkdir(dirname(file), { recursive: true });
  // another process may read the file now: it never sees half of it
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, text);
  await rename(partial, file);
}
