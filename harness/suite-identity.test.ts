import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { digestSources, readSourceGraph } from "./source-graph.ts";
import { listSources } from "./suite-digest.ts";
import { describeSuite } from "./suite-identity.ts";

const root = join(import.meta.dirname, "..");
const temporary = mkdtempSync(join(tmpdir(), "suite-identity-"));

afterAll(() => {
  rmSync(temporary, { recursive: true });
});

/** The folders that have sources in them. */
function foldersOf(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => readdirSync(join(root, path)).some((file) => file.endsWith(".ts")));
}

/** Writes a folder of files by their names and gives its digest from the first of them on. */
function digestOfFiles(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(temporary, "files-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return digestSources(readSourceGraph(folder), [Object.keys(files)[0] ?? ""]);
}

test("the digest leaves out what cannot change a verdict", () => {
  const apart =
    /^(?:reference-server|reports)\/|\/(?:lab|selftest|commands|baseline)\/|\.test\.|\.d\.ts$|\.txt$|\.md$/u;
  expect(listSources().filter((file) => apart.test(file))).toEqual([]);
});

test("the digest covers each folder that decides verdicts", () => {
  const deciding = [
    ...foldersOf("suites"),
    ...[
      "exchange",
      "transport",
      "recording",
      "expect",
      "api",
      "target-file",
      "given",
      "plan",
      "verdict",
      "run",
    ].map((name) => `harness/${name}`),
    "schemas/compiled",
  ];
  const sources = listSources();
  expect(deciding.length).toBeGreaterThan(20);
  expect(deciding.filter((folder) => !sources.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
  expect(sources).toEqual(
    expect.arrayContaining([
      "suites/index.ts",
      "schemas/compiled/wire.js",
      "harness/verdict/verdicts.ts",
      "harness/expect/expect.ts",
    ]),
  );
});

const loading = {
  "a/index.js": `import { c } from "../b/c.js";\nexport const d = () => import("./d.js");\n`,
  "b/c.js": `export {\n  e,\n} from "./e.js";\nimport type { T } from "./not-there.js";\n`,
  "b/e.js": "export const e = 1;\n",
  "a/d.js": `import "other-package";\n`,
};

test("a changed file changes the digest where a run loads it, and only there", () => {
  const before = digestOfFiles(loading);
  expect(digestOfFiles({ ...loading, "b/e.js": "export const e = 2;\n" })).not.toBe(before);
  expect(digestOfFiles({ ...loading, "a/d.js": "export {};\n" })).not.toBe(before);
  expect(digestOfFiles({ ...loading, "lab/d.js": "export {};\n" })).toBe(before);
});

test("the suite has one digest, however often it is asked for", () => {
  expect(describeSuite().digest).toMatch(/^sha256:[0-9a-f]{64}$/u);
  expect(describeSuite()).toEqual(describeSuite());
});
