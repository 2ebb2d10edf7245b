import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderGenerated } from "./generated-files.ts";

const root = join(import.meta.dirname, "../../..");
const generated = await renderGenerated(root);

test.each(Object.keys(generated))("%s is current (npm run generate writes it)", (file) => {
  expect(readFileSync(join(root, file), "utf8")).toBe(generated[file]);
});
