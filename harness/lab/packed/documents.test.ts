/**
 * Every command and every program of the documents that are in the package, run as a new user would: from a folder with only the packed
 * suite. `npm run build` comes first.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { installPackedSuite, type PackedSuite } from "./packed-suite.test.fixture.ts";

const root = join(import.meta.dirname, "../../..");
const long = { timeout: 300_000 };

/** The documents in the package. */
const documents = ["README.md"].concat(
  ["suites", "schemas", "harness", "reference-server", "reports"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md") && !/(?:^|\/)lab\//u.test(file))
      .map((file) => `${folder}/${file}`),
  ),
);

/** The blocks of code with this language, each with its document. */
function blocksOf(language: string): readonly (readonly [document: string, text: string])[] {
  return documents.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8");
    const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gmu"))];
    return blocks.map(([, block = ""]) => [document, block] as const);
  });
}

/** Commands, without their comments. */
const commands = [
  ...new Set(
    blocksOf("sh").flatMap(([, text]) =>
      text
        .split("\n")
        .map((line) => line.replace(/\s+#.*$/u, "").trim())
        .filter((line) => line !== ""),
    ),
  ),
];

/** The exit codes that are not 0, and why. */
const expectedCodes: readonly (readonly [command: RegExp, code: number])[] = [
  // a text of another specification lacks every place that the suite covers
  [/annotate spec\.md/u, 1],
  // one rule is broken
  [/run --reference --fault/u, 1],
  // without a token, what needs one is not decided
  [/run --base-url \S+$/u, 4],
  [/REGISTRY_TOKEN=.* run --target conformance\.target\.mjs$/u, 4],
  [/run --base-url \S+ --depth quick$/u, 4],
  // a publisher alone does not decide everything
  [/CONFORMANCE_NAMESPACE=/u, 4],
  // no cause is in the report of a conformant run
  [/explain \S+ --as/u, 2],
];

/** Commands that run until they are stopped, with what they print when they are ready. */
const lasting = /registry-conformance (?:serve|proxy)\b/u;

let suite: PackedSuite;
let server: ChildProcess;
let served: { readonly baseUrl: string; readonly tokens: { readonly publisher: string } };
let statesUrl = "";

interface Ended {
  readonly code: number;
  readonly output: string;
}

function runShell(command: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      cwd: suite.folder,
      env: { ...suite.environment, ...environment },
      maxBuffer: 64 * 1024 * 1024,
    };
    const child = execFile("bash", ["-c", command], options, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, output: `${out}${err}` });
    });
    child.stdin?.end();
  });
}

/** Starts a command, and waits until it has printed something. */
async function startShell(command: string): Promise<ChildProcess> {
  const child = spawn("bash", ["-c", `exec ${command}`], {
    cwd: suite.folder,
    env: suite.environment,
    stdio: ["ignore", "pipe", "pipe"],
    // a group of its own, so that a signal reaches the command also where npx runs it
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.stderr.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`"${command}" ended with ${code}`)));
  });
  return child;
}

/** Stops a started command and all that it has started. */
async function stopShell(child: ChildProcess): Promise<void> {
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.stdout?.resume();
  child.stderr?.resume();
  if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  await closed;
}

/** The command with the addresses and the token of the started server in the place of the example's. */
function forServer(command: string): string {
  return command
    .replaceAll("https://registry.example", served.baseUrl)
    .replaceAll("http://127.0.0.1:9001/states", statesUrl)
    .replaceAll("CONFORMANCE_TOKEN=…", `CONFORMANCE_TOKEN=${served.tokens.publisher}`)
    .replaceAll("REGISTRY_TOKEN=…", `REGISTRY_TOKEN=${served.tokens.publisher}`)
    .replaceAll(/--port \d+/gu, "--port 0");
}

beforeAll(async () => {
  suite = installPackedSuite();
  server = await startShell("registry-conformance serve --states --write-target conformance.target.json");
  const target = JSON.parse(
    readFileSync(join(suite.folder, "conformance.target.json"), "utf8"),
  ) as typeof served & {
    readonly states: { readonly url: string };
  };
  served = target;
  statesUrl = target.states.url;
  writeFileSync(join(suite.folder, "known.json"), '{"entries":[]}');
  writeFileSync(join(suite.folder, "spec.md"), "# A specification\n\n## Search\n\nA search finds volumes.\n");
  for (const name of ["old.md", "new.md"]) cpSync(join(suite.folder, "spec.md"), join(suite.folder, name));
  mkdirSync(join(suite.folder, "src"));
  const made = await runShell("registry-conformance run --reference --depth quick");
  if (made.code !== 0) throw new Error(made.output);
  const after = readFileSync(join(suite.folder, "conformance-report/report.json"), "utf8");
  for (const name of ["after.json", "one.json", "two.json"]) writeFileSync(join(suite.folder, name), after);
  const { cases, ...rest } = JSON.parse(after) as { readonly cases: readonly object[] };
  // one requirement failed in the earlier run
  const before = {
    ...rest,
    cases: [{ ...cases[0], verdict: "failed" }, ...cases.slice(1)],
  };
  writeFileSync(join(suite.folder, "before.json"), JSON.stringify(before));
  const har = await runShell(
    "registry-conformance judge conformance-report/exchanges.ndjson --report har:traffic.har",
  );
  if (!existsSync(join(suite.folder, "traffic.har"))) throw new Error(har.output);
  cpSync(join(suite.folder, "conformance-report"), join(suite.folder, "certified"), { recursive: true });
}, 300_000);

beforeEach(() => {
  // a command of the documents may have written another one
  cpSync(join(suite.folder, "certified"), join(suite.folder, "conformance-report"), { recursive: true });
  writeFileSync(join(suite.folder, "conformance.target.json"), JSON.stringify(served), { mode: 0o600 });
  writeFileSync(join(suite.folder, "conformance.target.mjs"), `export default ${JSON.stringify(served)};\n`, {
    mode: 0o600,
  });
});

afterAll(async () => {
  await stopShell(server);
  suite.remove();
});

test("the documents have commands and programs", () => {
  expect(commands.length).toBeGreaterThan(15);
  expect(blocksOf("js").length).toBeGreaterThan(2);
});

test("the documents have no command that needs a global installation", () => {
  const own = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), "utf8").replaceAll(/^```text\n[^]*?^```/gmu, "");
    return [...text.matchAll(/(?:^|`)registry-conformance [a-z].*/gmu)].map(
      ([line]) => `${document}: ${line}`,
    );
  });
  expect(own).toEqual([]);
});

describe("each command of the documents", () => {
  test.each(commands)("%s", long, async (command) => {
    if (/registry-conformance init/u.test(command))
      rmSync(join(suite.folder, "conformance.target.mjs"), { force: true });
    if (lasting.test(command)) {
      const child = await startShell(forServer(command));
      await stopShell(child);
      return;
    }
    const [, expected = 0] = expectedCodes.find(([pattern]) => pattern.test(command)) ?? [];
    // the first run has what `init` wrote, the later ones what a vendor has made of it
    if (/REGISTRY_TOKEN=.* run --target/u.test(command))
      await runShell(`registry-conformance init --force --base-url ${served.baseUrl}`);
    // a quick run does the same as a standard one, sooner, but has no certificate
    const depth = /--out certified/u.test(command) ? {} : { CONFORMANCE_DEPTH: "quick" };
    const { code, output } = await runShell(forServer(command), depth);
    expect(code, output).toBe(expected);
  });
});

/** What the documents show of files, each with a command that reads it. The baseline's date is not to pass. */
const files: readonly (readonly [document: string, language: string, file: string, command: string])[] = [
  ["README.md", "yaml", "shown.yaml", "run --target shown.yaml --list"],
  ["harness/commands/certification.md", "json", "set.json", "list requirements --set set.json"],
  [
    "harness/commands/ci.md",
    "json",
    "baseline.json",
    "run --reference --only capabilities --baseline baseline.json",
  ],
];

test.each(files)("the file of %s (%s) is read", long, async (document, language, file, command) => {
  const [, text = ""] = blocksOf(language).find(([shownIn]) => shownIn === document) ?? [];
  expect(text).not.toBe("");
  writeFileSync(join(suite.folder, file), text.replace(/20\d\d-\d\d-\d\d/u, "9999-12-31"));
  const tokens = { REGISTRY_TOKEN: "a-publisher", OUTSIDER_TOKEN: "an-outsider" };
  const { code, output } = await runShell(`registry-conformance ${command}`, tokens);
  expect(code, output).toBe(0);
});

describe("each command line that CONTRIBUTING shows", () => {
  const shown =
    readFileSync(join(root, "CONTRIBUTING.md"), "utf8").match(/^node dist\/harness\/cli\.js .*$/gmu) ?? [];
  // where nothing changes, nothing is kept
  const inPackage = shown.filter((command) => !command.includes("--changed"));
  test.each(inPackage)("%s", long, async (command) => {
    const { code, output } = await runShell(
      command.replace("node dist/harness/cli.js", "registry-conformance"),
    );
    expect(code, output).toBe(command.includes("--fault") ? 1 : 0);
  });
});

/** The programs for vectors call functions of their readers. */
const programs = blocksOf("js").filter(([document]) => !document.startsWith("schemas/vectors/"));

describe("each program of the documents", () => {
  test.each(programs.map(([document, text], place) => [`${document}, program ${place + 1}`, text]))(
    "%s",
    long,
    async (_name, text) => {
      writeFileSync(join(suite.folder, "program.mjs"), text);
      const { code, output } = await runShell("node program.mjs");
      expect(code, output).toBe(0);
    },
  );
});

/** The files that a document links to. */
function linksOf(document: string): readonly string[] {
  const text = readFileSync(join(root, document), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/gu)];
  return links.map(([, path = ""]) => posix.normalize(posix.join(posix.dirname(document), path)));
}

test("each document can be reached from README by links", () => {
  const reached = new Set(["README.md"]);
  for (const document of reached)
    for (const link of linksOf(document)) if (link.endsWith(".md")) reached.add(link);
  expect(documents.filter((document) => !reached.has(document))).toEqual([]);
});

test("each link between documents leads to a file", () => {
  const broken = documents.flatMap((document) => {
    return linksOf(document)
      .filter((path) => {
        try {
          return readFileSync(join(root, path)).length === 0;
        } catch {
          return true;
        }
      })
      .map((path) => `${document}: ${path}`);
  });
  expect(broken).toEqual([]);
});
