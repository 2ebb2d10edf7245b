import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** The TypeScript blocks of CONTRIBUTING.md. */
const blocks = [...read("CONTRIBUTING.md").matchAll(/^```ts\n([^]*?)\n```$/gmu)].map(([, code = ""]) => code);

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/**
 * The entry of a source that begins with these lines: all up to the closing brace with the same indentation, which is removed.
 * @param beginning the first lines of the entry, without indentation
 */
function entryOf(source: string, ...beginning: readonly string[]): string {
  const lines = source.split("\n");
  const start = lines.findIndex((_line, index) =>
    beginning.every((line, offset) => lines[index + offset]?.trim() === line),
  );
  const indentation = /^ */u.exec(lines[start] ?? "")?.[0] ?? "";
  const length = lines.slice(start).findIndex((line) => line.startsWith(`${indentation}}`)) + 1;
  return lines
    .slice(start, start + length)
    .map((line) => line.slice(indentation.length))
    .join("\n");
}

test.each([
  ["check", "suites/finalize/bytes.ts", "{", 'id: "finalize/bytes-have-arrived",'],
  ["fault", "reference-server/faults/finalize/bytes.ts", '"finalize/bytes-have-arrived": {'],
])("the %s in CONTRIBUTING.md is that of %s", (_what, file, ...beginning) => {
  const entry = entryOf(read(file), ...beginning);
  expect(entry).toContain("finalize/bytes-have-arrived");
  expect(blocks).toContain(entry);
});

test("CONTRIBUTING.md has no other code", () => {
  expect(blocks).toHaveLength(2);
});
