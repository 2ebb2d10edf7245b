import { spawnSync } from "node:child_process";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTarget } from "../target-file/read-target.ts";
import { renderTargetFile } from "./init.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-init-"));
const answers = {
  baseUrl: "https://registry.example",
  scope: "acme",
  prefix: "acme",
  tokenVariable: "A_TOKEN",
  statesUrl: "http://127.0.0.1:9/states",
};

test.each([
  ["with everything", answers, { scope: "acme", prefix: "acme" }],
  [
    "with as little as there can be",
    { ...answers, scope: "", prefix: "", tokenVariable: "", statesUrl: "" },
    {},
  ],
])("the file is a target file %s", async (name, given, namespace) => {
  const file = join(folder, `${name.replaceAll(" ", "-")}.mjs`);
  writeFileSync(file, renderTargetFile(given), { mode: 0o600 });
  const { target } = await readTarget({ file, environment: { A_TOKEN: "token-1234" } });
  expect(target.baseUrl).toBe(given.baseUrl);
  expect(target.namespace).toEqual(namespace);
  expect(target.tokens.publisher).toBe(given.tokenVariable === "" ? undefined : "token-1234");
});

test("what was answered cannot leave its quotes", async () => {
  const file = join(folder, "hostile.mjs");
  writeFileSync(file, renderTargetFile({ ...answers, scope: 'a", evil: process.exit(1), b: "' }));
  await expect(readTarget({ file, environment: { A_TOKEN: "token-1234" } })).rejects.toThrow(/namespace/);
});

test("the file's syntax holds with a plain interpreter, and it is private", () => {
  const file = join(folder, "plain.mjs");
  writeFileSync(file, renderTargetFile(answers), { mode: 0o600 });
  expect(spawnSync(process.execPath, ["--check", file]).status).toBe(0);
  expect(statSync(file).mode & 0o077).toBe(0);
});
