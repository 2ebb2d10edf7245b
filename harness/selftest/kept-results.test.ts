import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keptResultsFile, nothingKept, readKeptResults, writeKeptResults } from "./kept-results.ts";

const folder = mkdtempSync(join(tmpdir(), "kept-results-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("only a clone with its packages keeps results, where git ignores them", () => {
  expect(keptResultsFile(folder)).toBeUndefined();
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, "reference-server/faults"), { recursive: true });
  writeFileSync(join(folder, "reference-server/faults/index.ts"), "");
  expect(keptResultsFile(folder)).toContain(join(folder, "node_modules/.cache"));
});

test("what was written is read back", async () => {
  const file = join(folder, "new/results.json");
  const results = { ...nothingKept, faults: { "a-fault": { own: "1", shared: "2" } } };
  await writeKeptResults(file, results);
  expect(await readKeptResults(file)).toMatchObject(results);
});

test.each([
  ["no file", undefined],
  ["a file that is cut off", '{"version":1,"faults":{'],
  ["a file of another version", '{"version":0,"faults":{"a":{}}}'],
])("nothing is kept in %s", async (name, content) => {
  const file = join(folder, `${name}.json`);
  if (content !== undefined) writeFileSync(file, content);
  expect(await readKeptResults(file)).toEqual(nothingKept);
});
