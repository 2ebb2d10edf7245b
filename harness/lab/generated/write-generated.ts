/** `npm run generate`: writes the files that are generated, where they changed. Run it in the root of the repository. */
import { readFile, writeFile } from "node:fs/promises";
import { renderGenerated } from "./generated-files.ts";

for (const [file, text] of Object.entries(await renderGenerated("."))) {
  if ((await readFile(file, "utf8").catch(() => "")) === text) continue;
  await writeFile(file, text);
  process.stdout.write(`wrote ${file}\n`);
}
