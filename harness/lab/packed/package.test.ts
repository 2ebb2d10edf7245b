/** The package itself: what it holds, and that its entry points resolve for programs and for types. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
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

const packed = (): string => join(suite.folder, "node_modules/volume-registry-conformance");

/** The files of the package by their path, with their sizes. */
function listPacked(): ReadonlyMap<string, number> {
  const names = readdirSync(packed(), { recursive: true }).map(String);
  const sizes = names.map((name) => [name.replaceAll("\\", "/"), statSync(join(packed(), name))] as const);
  return new Map(sizes.flatMap(([name, stat]) => (stat.isFile() ? [[name, stat.size] as const] : [])));
}

test("the package is small", () => {
  const sizes = [...listPacked().values()];
  expect(sizes.length).toBeLessThanOrEqual(950);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(3_600_000);
});

test("no document of the package has a link to what is not in it", () => {
  const names = [...listPacked().keys()];
  const dead = names
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => {
      const text = readFileSync(join(packed(), name), "utf8");
      return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/gu)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^[a-z]+:/u.test(link))
        .map((link) => posix.join(posix.dirname(name), link).replace(/\/$/u, ""))
        .filter((path) => !names.some((other) => other === path || other.startsWith(`${path}/`)))
        .map((path) => `${name}: ${path}`);
    });
  expect(dead).toEqual([]);
});

/** What a program in the project prints. */
function runProgram(text: string): string {
  writeFileSync(join(suite.folder, "program.mjs"), text);
  const options = { cwd: suite.folder, env: suite.environment, encoding: "utf8" } as const;
  return execFileSync(process.execPath, ["program.mjs"], options).trim();
}

const digestOfRun = `import { certify, createReferenceServer } from "volume-registry-conformance";
const server = await createReferenceServer();
const { suite } = await certify({ target: server.target, only: ["capabilities/*"] });
console.log(suite.digest);
await server.close();`;

test("an installed suite has the digest of a built clone, until somebody changes it", () => {
  const built = join(root, "dist/harness/suite-digest.js");
  const program = `const { digestOfSuite } = await import(${JSON.stringify(built)}); console.log(digestOfSuite());`;
  expect(runProgram(digestOfRun)).toBe(runProgram(program));

  const chunk = [...listPacked().keys()].find((name) => /dist\/bundle\/suites-.*\.js$/u.test(name)) ?? "";
  const file = join(packed(), chunk);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, `${text}\n`);
  try {
    expect(runProgram(digestOfRun)).not.toBe(runProgram(program));
  } finally {
    writeFileSync(file, text);
  }
});

test("each worker thread that the bundle starts is in it", () => {
  const folder = join(packed(), "dist/bundle");
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const started = modules.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/new [\w$]+\(new URL\([`"]\.\/([\w-]+)\./gu)].map(
      ([, script = ""]) => `${script}.js`,
    ),
  );
  expect(started.toSorted()).toEqual(["verify-worker.js", "worker.js"]);
  expect(modules).toEqual(expect.arrayContaining(started));
});

test("nothing of the package runs when it is installed, or when `npx` runs in a clone", () => {
  const manifest = JSON.parse(readFileSync(join(packed(), "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  // `npm ci` in a clone also runs what comes after `prepare`
  const atInstall = new Set(["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare"]);
  expect(Object.keys(manifest.scripts).filter((name) => atInstall.has(name))).toEqual([]);
});

test("the stack of an error names the sources", () => {
  const program = `import { readdirSync } from "node:fs";
const folder = new URL("node_modules/volume-registry-conformance/dist/bundle/", import.meta.url);
const modules = await Promise.all(
  readdirSync(folder).filter((name) => /^source-stack-.*js$/.test(name)).map((name) => import(new URL(name, folder))),
);
const [toSourceStack] = modules.flatMap((one) => Object.values(one));
const { toTarget } = await import("volume-registry-conformance");
const error = await toTarget({ baseUrl: 1 }, ".", "a target").catch((reason) => reason);
console.log(toSourceStack(error));`;
  expect(runProgram(program)).toMatch(/harness\/target-file\/[a-z-]+\.ts:\d+/u);
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

test("the report of a run in the clone does not get into the package", () => {
  const clone = join(suite.folder, "clone");
  for (const folder of ["conformance-report", "suites"]) {
    mkdirSync(join(clone, folder), { recursive: true });
    writeFileSync(join(clone, folder, "report.md"), "");
  }
  cpSync(join(root, "package.json"), join(clone, "package.json"));
  const packing = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [pack] = JSON.parse(execFileSync("npm", packing, { cwd: clone, encoding: "utf8" })) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  expect(pack.files.map(({ path }) => path).toSorted()).toEqual(["package.json", "suites/report.md"]);
});
