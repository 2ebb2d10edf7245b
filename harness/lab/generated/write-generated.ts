/** `npm run generate`: writes the files that are generated, where they changed. Run it in the root of the repository. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { renderVectors } from "../vectors/render-vectors.ts";
import { renderGenerated } from "./generated-files.ts";

const generated = { ...(await renderGenerated(".")), ...(await renderVectors()) };
for (const [file, content] of Object.entries(generated)) {
  const old = await readFile(file).catch(() => undefined);
  if (old?.equals(Buffer.from(content)) === true) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  process.stdout.write(`wrote ${file}\n`);
}
