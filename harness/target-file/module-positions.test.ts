import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findKey, findSyntaxError } from "./module-positions.ts";

test("a syntax error of a module has its line and column", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "conformance-module-")), "broken.mjs");
  writeFileSync(file, 'export default {\n  baseUrl: "http://a.test"\n  exclusive: true,\n};\n');
  expect(await findSyntaxError(file)).toEqual({ line: 3, column: 3 });
});

test("a key in a comment is not the key", () => {
  const text = "// tokens: {}\nexport default {\n  // tokens: {},\n  tokens: {},\n};\n";
  expect(findKey(text, "/tokens")).toBe(text.lastIndexOf("tokens"));
});

test("a key that the text does not have has no place", () => {
  expect(findKey("export default make();", "/tokens/publisher")).toBeUndefined();
});
