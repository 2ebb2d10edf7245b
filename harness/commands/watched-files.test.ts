import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeSnapshot, toWatched } from "./watched-files.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watched-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

async function watchedNames(options: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const found = await takeSnapshot(await toWatched({ out: join(folder, "out"), ...options }));
  return [...found.keys()]
    .map((path) => path.slice(path.lastIndexOf(folder.slice(1)) + folder.length))
    .toSorted();
}

test.each([
  ["target.json", '{ "archive": { "manifests": { "minimal": { "file": "manifests/a.toml" } } } }'],
  ["target.yaml", "archive:\n  manifests:\n    minimal:\n      file: manifests/a.toml\n"],
  ["target.mjs", 'import { a } from "./manifests/a.toml";\nexport default {};\n'],
])(
  "the target file %s and the files that it names are watched, and nothing beside them",
  async (name, text) => {
    write({ [name]: text, "manifests/a.toml": "a", "manifests/b.toml": "b", "log.txt": "grows" });
    expect(await watchedNames({ target: join(folder, name) })).toEqual(["manifests/a.toml", name]);
  },
);

test("modules are followed, also in a circle", async () => {
  write({
    "target.mjs": 'import "./tokens.mjs";',
    "tokens.mjs": 'import "./target.mjs"; import "./secret.mjs";',
    "secret.mjs": "",
  });
  expect(await watchedNames({ target: join(folder, "target.mjs") })).toEqual([
    "secret.mjs",
    "target.mjs",
    "tokens.mjs",
  ]);
});

test("of a folder, reports, logs, hidden files and what is installed or built are left out", async () => {
  write({
    "src/a.ts": "",
    "out/report.json": "",
    "server.log": "",
    "my.xml": "",
    ".env": "",
    "node_modules/x/y.js": "",
    "dist/a.js": "",
  });
  const options = { watch: [folder], report: [`junit:${join(folder, "my.xml")}`] };
  expect(await watchedNames(options)).toEqual(["src/a.ts"]);
});

test("a path that does not exist is refused", async () => {
  await expect(toWatched({ watch: [join(folder, "none")] })).rejects.toThrow("Cannot watch");
});
