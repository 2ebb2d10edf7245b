/** The package itself: what it holds, and that its entry points resolve for programs and for types. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publint } from "publint";
import { installPackedSuite, type PackedSuite } from "./packed-suite.test.fixture.ts";

const root = join(import.meta.dirname, "../../..");
let suite: PackedSuite;

beforeAll(() => {
  suite = installPackedSuite();
}, 120_000);

afterAll(() => suite.remove());

test("publint has nothing to say", { timeout: 60_000 }, async () => {
  const pkgDir = join(suite.folder, "node_modules/volume-registry-conformance");
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  expect(messages).toEqual([]);
});

test("the types of both entry points are those of what is imported", { timeout: 120_000 }, () => {
  const program = join(import.meta.dirname, "check-types.mjs");
  const printed = execFileSync(process.execPath, [program, suite.archive], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual({ entrypoints: [".", "./vitest"], problems: [] });
});

test("README begins with what it is and has at most 150 lines, without prompt signs", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(readme.split("\n").length).toBeLessThanOrEqual(151);
  expect(readme).not.toMatch(/^\$ /mu);
});

test("the types of both entry points resolve with strict options", { timeout: 120_000 }, () => {
  const project = join(suite.folder, "typed");
  mkdirSync(project);
  writeFileSync(
    join(project, "program.ts"),
    `import { certify, certifyEvents, createReferenceServer, readTarget, type Report } from "volume-registry-conformance";
export async function run(): Promise<Report> {
  const { target } = await readTarget("target.json");
  for await (const event of certifyEvents({ target })) if (event.event === "check") event.checksDone.toFixed();
  const server = await createReferenceServer({ faults: [] });
  // @ts-expect-error an unknown key
  await certify({ target, concurency: 1 });
  return await certify({ targetFile: "target.json", target: server.target });
}
`,
  );
  const options = {
    module: "nodenext",
    target: "es2023",
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", project], { stdio: "pipe" });
});

test("what has no place in the package is not in it", () => {
  const listed = execFileSync("tar", ["-tzf", suite.archive], { encoding: "utf8" }).split("\n");
  expect(listed.filter((file) => /\.test\.|\/lab\/|conformance-report/u.test(file))).toEqual([]);
  for (const file of [
    "harness/target-file/states-kit/states_hook.go",
    "harness/target-file/states-kit/StatesHook.java",
    "harness/commands/ci/gitlab-ci.yml",
    "harness/commands/ci/Containerfile",
  ])
    expect(listed).toContain(`package/${file}`);
});
