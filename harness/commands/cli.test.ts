/** The command line as a user meets it: the built program, in a process of its own. `npm run build` comes first. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { report as isReport } from "../../schemas/compiled/report.js";

const cli = fileURLToPath(new URL("../../dist/bundle/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "conformance-cli-"));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a CI service or a shell may have set and the command line listens to is the tests' to say. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:CI|GITHUB_.*|CONFORMANCE_.*|NO_COLOR)$/u.test(name)),
);

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...inherited, ...environment }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [cli, ...args], options, (error, out, err) => {
      resolve({ code: error === null ? 0 : (child.exitCode ?? -1), out, err });
    });
  });
}

/** Our output read by something that stops after its first line, as `| head -n 1` does. */
async function readOneLine(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [cli, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.once("data", (data: Buffer) => {
    out = data.toString("utf8");
    child.stdout.destroy();
  });
  child.stderr.on("data", (data: Buffer) => {
    err += data.toString("utf8");
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? -1, out, err };
}

/** One clear message: not empty, no stack, nothing on standard output. */
function expectClear({ out, err }: Ended, message: RegExp): void {
  expect(err).toMatch(message);
  expect(err).not.toMatch(/\n\s+at /);
  expect(err.trim().split("\n").length).toBeLessThanOrEqual(2);
  expect(out).toBe("");
}

/** `serve`, with the target file it printed. */
async function serve(args: readonly string[], file: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [cli, "serve", "--write-target", file, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes("Stop with")) break;
  }
  return child;
}

async function end(child: ChildProcess): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code] = (await ended) as [number | null];
  return code;
}

const small = ["--only", "finalize/bytes-have-arrived"];

test("serve ends with 0 when it is asked to stop", { timeout: 30_000 }, async () => {
  const server = await serve([], join(folder, "stopped.json"));
  expect(await end(server)).toBe(0);
});

test(
  "serve writes the target file for its owner alone, also where a file is there",
  { timeout: 30_000 },
  async () => {
    const file = join(folder, "open-to-all.json");
    writeFileSync(file, "old", { mode: 0o644 });
    const server = await serve([], file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toHaveProperty("tokens.publisher");
    await end(server);
  },
);

describe("against a server started by serve", () => {
  const target = join(folder, "served.json");
  let server: ChildProcess;
  beforeAll(async () => {
    server = await serve(["--states"], target);
  }, 30_000);
  afterAll(async () => {
    await end(server);
  });

  test(
    "a run is conformant, writes every report, and each gives the same verdict",
    { timeout: 60_000 },
    async () => {
      const out = join(folder, "all");
      const ended = await run(["run", "--target", target, "--out", out, ...small, "--no-color"]);
      expect(ended.code, ended.err).toBe(0);
      expect(readdirSync(out).toSorted()).toEqual([
        "badge.svg",
        "ctrf.json",
        "exchanges.ndjson",
        "junit.xml",
        "report.html",
        "report.json",
        "report.md",
        "test-result.intoto.json",
      ]);
      const report: unknown = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
      expect(isReport(report)).toBe(true);
      expect((report as Report).verdict).toBe("conformant");
      expect(ended.out).toContain("CONFORMANT");
      expect(readFileSync(join(out, "report.md"), "utf8")).toMatch(/conformant/i);
      expect(readFileSync(join(out, "junit.xml"), "utf8")).not.toMatch(/<failure|<error/);
      expect((await run(["verify", out])).out).toMatch(/^confirmed/);
      expect((await run(["verify", out, "--only", "finalize/*"])).out).toMatch(
        /^PASSED finalize[^]*evidence: [^]*\nconfirmed/,
      );

      writeFileSync(join(out, "report.md"), "all is well\n");
      const found = await run(["verify", out]);
      expect(found.code).toBe(1);
      expect(found.out).toBe("NOT CONFIRMED: report.md is not what this suite writes for the report\n");

      // a stranger's report writes no line of its own
      const { suite } = report as Report;
      const forged = {
        ...(report as Report),
        suite: { ...suite, version: "1\n\u001b[2Kconfirmed: all of it" },
      };
      writeFileSync(join(out, "report.json"), JSON.stringify(forged));
      const refused = await run(["verify", out]);
      expect(refused.code).toBe(1);
      expect(refused.out).toMatch(/^NOT CONFIRMED/);
      expect(refused.out).not.toContain("\u001b");
      expect(refused.out).not.toMatch(/^confirmed/mu);
    },
  );

  test(
    "under a CI service the step summary is written, annotations are printed, and nothing is coloured",
    { timeout: 60_000 },
    async () => {
      const summary = join(folder, "summary.md");
      const ended = await run(["run", "--target", target, "--out", join(folder, "ci"), ...small], {
        CI: "true",
        GITHUB_ACTIONS: "true",
        GITHUB_STEP_SUMMARY: summary,
      });
      expect(ended.code, ended.err).toBe(0);
      expect(readFileSync(summary, "utf8")).toBe(readFileSync(join(folder, "ci", "report.md"), "utf8"));
      expect(ended.out).toMatch(/^::notice title=conformant::/u);
      expect(`${ended.out}${ended.err}`).not.toContain("\u001b");
    },
  );

  test("who stops reading gets no stack trace, and the exit code stands", { timeout: 60_000 }, async () => {
    expect(await readOneLine(["list", "requirements", "--json"])).toMatchObject({ code: 0, err: "" });
    const ended = await readOneLine([
      "run",
      "--reference",
      "--only",
      "capabilities/*",
      "--quiet",
      "--out",
      "closed",
    ]);
    expect(ended.code).toBe(0);
    expect(ended.err).toBe("");
  });

  test("no secret of the run is in any file or line", { timeout: 60_000 }, async () => {
    const out = join(folder, "canary");
    const ended = await run(["run", "--target", target, "--out", out, "--depth", "quick"]);
    const { tokens, states } = JSON.parse(readFileSync(target, "utf8")) as {
      tokens: Record<string, string>;
      states: { headers: Record<string, string> };
    };
    const texts = [
      ended.out,
      ended.err,
      ...readdirSync(out).map((file) => readFileSync(join(out, file), "utf8")),
    ];
    for (const secret of [...Object.values(tokens), ...Object.values(states.headers)]) {
      for (const text of texts) {
        expect(text.includes(secret)).toBe(false);
        expect(text.includes(Buffer.from(secret).toString("base64").replaceAll("=", ""))).toBe(false);
      }
    }
  });

  test(
    "with only a base URL the reads are judged, and the rest makes the run partial",
    { timeout: 60_000 },
    async () => {
      const { baseUrl } = JSON.parse(readFileSync(target, "utf8")) as { baseUrl: string };
      const ended = await run([
        "run",
        "--base-url",
        baseUrl,
        "--report",
        `json:${join(folder, "partial.json")}`,
      ]);
      expect(ended.code, ended.out).toBe(4);
      const report = JSON.parse(readFileSync(join(folder, "partial.json"), "utf8")) as Report;
      expect(report.verdict).toBe("partial");
      expect(report.counts.failed).toBe(0);
      expect(report.exchanges.every(({ request }) => request.method === "GET")).toBe(true);
    },
  );

  test("an option can come from the environment", { timeout: 60_000 }, async () => {
    const ended = await run(["run", ...small, "--report", `json:${join(folder, "environment.json")}`], {
      CONFORMANCE_TARGET: target,
      CONFORMANCE_SEED: "77",
    });
    expect(ended.code, ended.err).toBe(0);
    expect((JSON.parse(readFileSync(join(folder, "environment.json"), "utf8")) as Report).run.seed).toBe(77);
  });

  test("variables that are no option of the command are left alone", { timeout: 60_000 }, async () => {
    const ended = await run(["list", "states"], {
      CONFORMANCE_SEED: "77",
      CONFORMANCE_PUBLISHER_TOKEN: "a-token-for-a-target-file",
      LC_ALL: "de_DE.UTF-8",
    });
    expect(ended).toMatchObject({ code: 0, err: "" });
  });

  test(
    "the command that repeats a check names all that it takes, as words of a shell",
    { timeout: 60_000 },
    async () => {
      const { baseUrl } = JSON.parse(readFileSync(target, "utf8")) as { baseUrl: string };
      const file = "a target.json";
      writeFileSync(
        join(folder, file),
        readFileSync(target, "utf8").replaceAll(baseUrl, "http://127.0.0.1:1"),
        {
          mode: 0o600,
        },
      );
      const named = ["--target", file, "--base-url", baseUrl, "--read-only", "--strict", "--seed", "7"];
      const ended = await run([
        "run",
        ...named,
        "--only",
        "capabilities",
        "--report",
        `json:${join(folder, "repeat me.json")}`,
      ]);
      expect(ended.code, ended.err).toBe(0);
      const { checks } = JSON.parse(readFileSync(join(folder, "repeat me.json"), "utf8")) as Report;
      expect(checks.map(({ id, replay }) => replay.replace(id, "ID"))).toContain(
        `npx volume-registry-conformance run --target 'a target.json' --base-url ${baseUrl} --read-only --only ID --seed 7 --strict`,
      );
    },
  );

  test(
    "several patterns and an empty option can come from the environment",
    { timeout: 60_000 },
    async () => {
      const ended = await run(["run", "--report", `json:${join(folder, "several.json")}`], {
        CONFORMANCE_TARGET: target,
        CONFORMANCE_ONLY: "capabilities/* finalize/bytes-have-arrived",
        CONFORMANCE_PROFILE: "read publish",
        CONFORMANCE_SKIP: "",
        CONFORMANCE_DEPHT: "deep",
      });
      expect(ended.code, ended.err).toBe(0);
      expect(ended.err).toMatch(/^CONFORMANCE_DEPHT is not an option, did you mean CONFORMANCE_DEPTH\n/u);
      const { only, profiles } = (JSON.parse(readFileSync(join(folder, "several.json"), "utf8")) as Report)
        .run;
      expect(only).toEqual(["capabilities/*", "finalize/bytes-have-arrived"]);
      expect(profiles).toEqual(["read", "publish"]);
    },
  );

  test("an address that is taken is said in a line", { timeout: 30_000 }, async () => {
    const { baseUrl } = JSON.parse(readFileSync(target, "utf8")) as { baseUrl: string };
    const { port } = new URL(baseUrl);
    const ended = await run(["serve", "--port", port]);
    expect(ended.code).toBe(2);
    expectClear(ended, new RegExp(`^Cannot listen on 127.0.0.1:${port}: the port is already in use`, "u"));
  });

  test(
    "a refused publisher token ends the run with exit code 3 and nothing written",
    { timeout: 60_000 },
    async () => {
      const { states: _states, ...rest } = JSON.parse(readFileSync(target, "utf8")) as {
        states: unknown;
        tokens: object;
      };
      const file = join(folder, "refused.json");
      writeFileSync(file, JSON.stringify({ ...rest, tokens: { publisher: "nobody-knows-this-token" } }), {
        mode: 0o600,
      });
      const ended = await run(["run", "--target", file, "--out", "refused-out"]);
      expect(ended.code).toBe(3);
      expectClear(ended, /rejected the publisher token/);
      expect(ended.err).not.toContain("nobody-knows-this-token");
      expect(existsSync(join(folder, "refused-out"))).toBe(false);
    },
  );
});

test(
  "a broken rule ends with exit code 1, and the failure says what to run again",
  { timeout: 60_000 },
  async () => {
    const ended = await run([
      "run",
      "--reference",
      "--fault",
      await someFault(),
      "--report",
      `json:${join(folder, "broken-report.json")}`,
      "--no-color",
    ]);
    expect(ended.code, ended.err).toBe(1);
    expect(ended.out).toMatch(/NON-CONFORMANT/);
    expect(ended.out).toMatch(/ run --reference --fault \S+ --only \S+ --seed \d+/);
  },
);

/** Any fault of a must, by its listing. */
async function someFault(): Promise<string> {
  const faults = JSON.parse((await run(["list", "faults", "--json"])).out) as readonly {
    name: string;
    breaks: string;
  }[];
  const requirements = JSON.parse((await run(["list", "requirements", "--json"])).out) as readonly {
    id: string;
    level: string;
  }[];
  const found = faults.find(({ breaks }) =>
    requirements.some(({ id, level }) => id === breaks && level === "must"),
  );
  return found?.name ?? "";
}

describe("what is wrong with the command or the target is said in a line, with exit code 2", () => {
  test.each([
    ["an unknown command", ["frobnicate"], /Unknown command "frobnicate"/],
    [
      "an unknown option",
      ["run", "--reference", "--base-urls", "9"],
      /^Unknown argument "base-urls", did you mean --base-url;/,
    ],
    ["an option without its value", ["run", "--reference", "--only"], /^Cannot use --only: expected a value/],
    ["one at the end of another", ["compare", "a", "b", "--html"], /^Cannot use --html: expected a value/],
    [
      "an empty pattern",
      ["run", "--reference", "--skip", ""],
      /^Cannot use --skip: expected a value, got ""/,
    ],
    ["an empty directory", ["run", "--reference", "--out="], /^Cannot use --out: expected a value, got ""/],
    [
      "an option given twice",
      ["run", "--reference", "--depth", "quick", "--depth", "deep"],
      /^Cannot use --depth more than once/,
    ],
    ["a number given twice", ["selftest", "--seed", "1", "--seed", "2"], /^Cannot use --seed more than once/],
    [
      "a flag that is neither yes nor no",
      ["run", "--reference", "--read-only=maybe"],
      /^Cannot use --read-only: expected true or false, got "maybe"/,
    ],
    [
      "a depth there is not",
      ["run", "--reference", "--depth", "quik"],
      /^Cannot use --depth "quik": .*did you mean "quick"/,
    ],
    [
      "a longer time than a timer has",
      ["run", "--reference", "--timeout", "99999999999999"],
      /^Cannot use --timeout: expected a whole number from 1 to 2147483647/,
    ],
    ["no directory to verify", ["verify"], /expected registry-conformance verify <dir>/],
    [
      "an unknown choice",
      ["serve", "--choice", "create-statu=202"],
      /^Cannot choose "create-statu": no such choice, did you mean "create-status"/,
    ],
    ["a port that is none", ["serve", "--port", "abc"], /^Cannot use --port: expected a whole number from 0/],
    [
      "a fault to test that there is not",
      ["selftest", "--only", "leading-zero-in-majr-accepted"],
      /^Nothing to test: .*, did you mean "/,
    ],
    [
      "a baseline that cannot be written",
      ["run", "--reference", "--update-baseline", "--baseline", `${cli}/below-a-file.json`],
      /^Cannot write/,
    ],
    ["no worker", ["selftest", "--workers", "0"], /^Cannot use --workers/],
    [
      "a part of what has changed",
      ["selftest", "--changed", "--only", "missing-*"],
      /^Cannot use --only with --changed/,
    ],
    [
      "what has changed, with another seed",
      ["selftest", "--changed", "--seed", "2"],
      /^Cannot use --seed with --changed/,
    ],
    [
      "a repetition of one run",
      ["run", "--reference", "--repeat", "1"],
      /^Cannot use --repeat: expected a whole number from 2 to 50/,
    ],
    ["one seed", ["selftest", "--seeds", "1"], /^Cannot use --seeds: expected a whole number of at least 2/],
    [
      "a kill matrix of seeds",
      ["selftest", "--seeds", "2", "--out", "nope"],
      /^Cannot use --out with --seeds/,
    ],
    [
      "seeds in another circumstance than a form",
      ["selftest", "--seeds", "2", "--circumstance", "prerelease"],
      /^Cannot use --circumstance with --seeds: expected scoped or unscoped/,
    ],
    ["a document that is not there", ["selftest", "--readme", "nope.md"], /"nope.md": no such file/],
    [
      "a document with the numbers of a part",
      ["selftest", "--readme", "nope.md", "--only", "none"],
      /^Cannot use --readme with --only/,
    ],
    [
      "a report that is a directory",
      ["run", "--reference", "--report", "json:."],
      /^Cannot write ".": it is a/,
    ],
    ["a report that is not there", ["compare", "a.json", "b.json"], /^Cannot read "a.json": no such file/],
    ["nothing to certify", ["run"], /Nothing to certify/],
    [
      "a fault of a registry that is not the bundled one",
      ["run", "--base-url", "http://127.0.0.1:1", "--fault", "x"],
      /^Cannot use --fault without --reference/,
    ],
    [
      "a choice of a registry that is not the bundled one",
      ["run", "--base-url", "http://127.0.0.1:1", "--choice", "a=b"],
      /^Cannot use --choice without --reference/,
    ],
    ["a chapter that there is not", ["explain", "finalise"], /, did you mean "finalize"/],
    [
      "a chapter to list that there is not",
      ["list", "checks", "--chapter", "serch"],
      /^Cannot use --chapter "serch": no such chapter, did you mean "search"/,
    ],
    [
      "an operation that there is not",
      ["list", "checks", "--operation", "getAdvisry"],
      /no such operation, did you mean "getAdvisory"/,
    ],
    [
      "a filter of what has no requirement",
      ["list", "states", "--level", "must"],
      /^Cannot use --level with states/,
    ],
    ["a target file that is not there", ["run", "--target", "none.json"], /"none.json": no such file/],
    [
      "an authority file that is not there",
      ["run", "--base-url", "https://127.0.0.1:1", "--ca", "none.pem"],
      /^Cannot read certificate authorities "none.pem"/,
    ],
    [
      "an authority file without a certificate",
      ["run", "--base-url", "https://127.0.0.1:1", "--ca", fileURLToPath(import.meta.url)],
      /^Cannot read certificate authorities ".*": it holds no PEM certificate/,
    ],
    [
      "a pattern that matches nothing",
      ["run", "--reference", "--only", "finalise/*"],
      /--only "finalise\/\*": it matches no requirement/,
    ],
    [
      "an unknown fault",
      ["run", "--reference", "--fault", "nothing-like-it"],
      /"nothing-like-it": no such fault/,
    ],
    ["an unknown format", ["run", "--reference", "--report", "pdf:x"], /--report "pdf:x"/],
    [
      "a directory that cannot be written",
      ["run", "--reference", "--out", `${cli}/below-a-file`],
      /Cannot write reports to/,
    ],
    [
      "a directory on a file system that has none",
      ["run", "--reference", "--out", "/proc/nothing/here"],
      /Cannot write reports to/,
    ],
    ["a number that is none", ["run", "--reference", "--concurrency", "none"], /--concurrency/],
    [
      "a baseline that is not there",
      ["run", "--reference", "--baseline", "none.json"],
      /baseline "none.json": no such file/,
    ],
    ["an unknown requirement", ["explain", "finalize/nothing"], /no such requirement/],
    ["a directory without a run", ["verify", "."], /report.json/],
  ] as const)("%s", { timeout: 30_000 }, async (_name, args, message) => {
    const ended = await run(args, { LC_ALL: "de_DE.UTF-8" });
    expect(ended.code).toBe(2);
    expectClear(ended, message);
  });
});

test(
  "a proxy that is none is said in a line, and needs no scheme to be one",
  { timeout: 30_000 },
  async () => {
    const args = ["run", "--reference", "--only", "capabilities/*", "--out", "proxied"];
    const refused = await run(args, { http_proxy: "nonsense" });
    expect(refused.code).toBe(2);
    expectClear(refused, /^Cannot use the proxy that http_proxy names: expected HOST:PORT/u);
    expect((await run(args, { http_proxy: "127.0.0.1:1" })).code).toBe(0);
  },
);

test("the help of a run names --no-color", { timeout: 30_000 }, async () => {
  expect((await run(["run", "--help"])).out).toMatch(/^\s+--no-color\s/mu);
});

describe("what cannot be tested is said in a line, with exit code 3", () => {
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((_request, response) =>
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>no</h1>"),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  test("nobody is there", { timeout: 30_000 }, async () => {
    const ended = await run(["run", "--base-url", "http://127.0.0.1:1", "--out", "unreachable"]);
    expect(ended.code).toBe(3);
    expectClear(ended, /Cannot reach http:\/\/127.0.0.1:1: .*ECONNREFUSED/);
    expect(existsSync(join(folder, "unreachable"))).toBe(false);
  });

  test(
    "reports of an earlier run are not taken for those of a run that has none",
    { timeout: 30_000 },
    async () => {
      mkdirSync(join(folder, "earlier"));
      for (const file of ["report.json", "junit.xml"]) writeFileSync(join(folder, "earlier", file), "");
      const ended = await run(["run", "--base-url", "http://127.0.0.1:1", "--out", "earlier"]);
      expect(ended.code).toBe(3);
      expect(ended.err).toMatch(/No report was written\. .* and 1 more file are from an earlier run/);
    },
  );

  test("somebody is there who is no registry", { timeout: 30_000 }, async () => {
    const ended = await run(["run", "--base-url", address, "--out", "no-registry"]);
    expect(ended.code).toBe(3);
    expectClear(ended, /does not look like a registry/);
    expect(existsSync(join(folder, "no-registry"))).toBe(false);
  });

  test("the server speaks no TLS", { timeout: 30_000 }, async () => {
    const ended = await run(["run", "--base-url", address.replace("http:", "https:"), "--out", "no-tls"]);
    expect(ended.code).toBe(3);
    expectClear(ended, /Cannot reach https:.*: the TLS handshake failed: wrong version number; /);
  });
});

test("the catalogue can be listed and explained, as text and as JSON", { timeout: 30_000 }, async () => {
  for (const kind of ["requirements", "checks", "faults", "choices", "states"]) {
    const [text, json] = await Promise.all([run(["list", kind]), run(["list", kind, "--json"])]);
    const rows = JSON.parse(json.out) as readonly unknown[];
    expect(rows.length).toBeGreaterThan(5);
    expect(text.out).toContain(`${rows.length} ${kind}`);
    // a table is read at 80 columns
    expect(
      text.out
        .split("\n")
        .filter((line) => line.startsWith(" "))
        .every((line) => line.length <= 80),
    ).toBe(true);
  }
  expect((await run(["explain", "finalize/bytes-have-arrived"])).out).toContain("Errors, rule 2");
});

test("the list is filtered by options and by words", { timeout: 30_000 }, async () => {
  const args = ["--chapter", "finalize", "--level", "must", "--operation", "finalizeReleaseUpload"];
  const ended = await run(["list", "requirements", ...args, "--json", "manifest", "answers"]);
  const rows = JSON.parse(ended.out) as readonly { readonly id: string; readonly level: string }[];
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ id, level }) => !id.startsWith("finalize/") || level !== "must")).toEqual([]);
  expect(rows.filter((row) => !/manifest/iu.test(JSON.stringify(row)))).toEqual([]);
});

test("a chapter is explained with its operations and requirements", { timeout: 30_000 }, async () => {
  const { out } = await run(["explain", "capabilities"]);
  expect(out).toMatch(/GET \/api\/v1\/capabilities \(getCapabilities\)[^]*1 must, 1 gap/u);
  expect(out).toContain("capabilities/answers-anonymous-callers");
});

test(
  "--list sends nothing, and says what would run and what would decide more",
  { timeout: 30_000 },
  async () => {
    const args = ["run", "--base-url", "http://127.0.0.1:1", "--list", "--only", "capabilities", "--only"];
    const ended = await run([...args, "finalize/bytes-have-arrived"]);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.out).toContain("must   capabilities/answers-anonymous-callers\n");
    expect(ended.out).toContain('must   finalize/bytes-have-arrived  skipped: needs "tokens.publisher"');
    expect(ended.out).toMatch(/2 would run, 1 would be skipped[^]*"tokens.publisher" would decide 1 more/u);
  },
);

test(
  "a report on standard output is alone there, and what did not pass in it can be run again",
  { timeout: 60_000 },
  async () => {
    const only = ["--only", "finalize/bytes-have-arrived", "--only", "capabilities"];
    const broken = ["run", "--reference", "--fault", "missing-bytes-answer-invalid-archive", ...only];
    const baseline = ["--baseline", "known.json", "--update-baseline"];
    const ended = await run([...broken, ...baseline, "--report", "json:-"]);
    const report = JSON.parse(ended.out) as Report;
    expect(report.counts.failed).toBe(1);
    expect(ended.err).toContain("NON-CONFORMANT");
    expect(ended.err).toMatch(/known\.json: added finalize\/bytes-have-arrived \(failed\)/u);

    writeFileSync(join(folder, "failed.json"), ended.out);
    const again = await run(["run", "--reference", "--failed-from", "failed.json", "--report", "json:-"]);
    expect((JSON.parse(again.out) as Report).run.only).toEqual(["finalize/bytes-have-arrived"]);

    // what is not selected stays in the baseline
    const other = ["run", "--reference", "--only", "capabilities", "--out", "other"];
    writeFileSync(
      join(folder, "known.json"),
      readFileSync(join(folder, "known.json"), "utf8").replace('"reason": ""', '"reason": "known"'),
    );
    const updated = await run([...other, ...baseline]);
    expect(updated.err).toContain("known.json: 1 entry unchanged");

    writeFileSync(join(folder, "passed.json"), again.out);
    const nothing = await run(["run", "--reference", "--failed-from", "passed.json"]);
    expect(nothing.code).toBe(2);
    expectClear(nothing, /^Nothing to run: every requirement passed in "passed.json"/u);
  },
);

test("the help has groups, examples and exit codes", { timeout: 30_000 }, async () => {
  const [bare, asked, option] = await Promise.all([run([]), run(["help"]), run(["--help"])]);
  // a run that was not asked for is not conformant
  expect([bare.code, asked.code, option.code]).toEqual([2, 0, 0]);
  expect(bare.out).toBe(asked.out);
  expect(option.out).toBe(asked.out);
  for (const heading of ["Certify:", "Look up:", "Examples:", "Exit codes:"])
    expect(asked.out).toContain(heading);
  const [ofRun, sameOfRun] = await Promise.all([run(["help", "run"]), run(["run", "--help"])]);
  expect(ofRun.out).toBe(sameOfRun.out);
  expect(ofRun.out).toMatch(/The registry:[^]*--target[^]*Exit codes:/u);
  const unknown = await run(["help", "rum"]);
  expect(unknown.code).toBe(2);
  expectClear(unknown, /^Unknown command "rum", did you mean "run"/u);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  for (const word of ["--version", "version", "-v", "-V"])
    expect((await run([word])).out).toBe(`${version}\n`);
});
