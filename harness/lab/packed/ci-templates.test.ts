/** The action, the job and the image: their steps run here with the packed suite, as far as this machine has the tools. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildImage, type BuiltImage } from "./built-image.test.fixture.ts";
import { installPackedSuite, type PackedSuite } from "./packed-suite.test.fixture.ts";

const root = join(import.meta.dirname, "../../..");
const long = { timeout: 300_000 };

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
const gitlab = parse(readFileSync(join(root, "harness/commands/ci/gitlab-ci.yml"), "utf8")) as {
  readonly "registry-conformance": {
    readonly variables: Readonly<Record<string, string>>;
    readonly script: readonly string[];
    readonly artifacts: { readonly reports: { readonly junit: string }; readonly paths: readonly string[] };
  };
};

let suite: PackedSuite;
let shims = "";

beforeAll(() => {
  suite = installPackedSuite();
  // an `npx` that runs the installed suite: the real one would ask a registry
  shims = join(suite.folder, ".shims");
  mkdirSync(shims);
  writeFileSync(
    join(shims, "npx"),
    '#!/bin/sh\n[ "$1 $2" = "--yes --package" ] || exit 9\nshift 3\nexec "$@"\n',
    { mode: 0o755 },
  );
}, 120_000);

afterAll(() => suite.remove());

function runScript(
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly out: string }> {
  const env = {
    ...suite.environment,
    PATH: `${shims}:${suite.environment["PATH"] ?? ""}`,
    ...environment,
  };
  return new Promise((resolve) => {
    const child = execFile(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
      { cwd: suite.folder, env, maxBuffer: 64 * 1024 * 1024 },
      (_error, out) => resolve({ code: child.exitCode ?? -1, out }),
    );
  });
}

/** The environment of a step, with the inputs in place of their expressions. */
function environmentOf(
  step: Step,
  inputs: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/gu, (_, input: string) => {
        expect(action.inputs, `input ${input}`).toHaveProperty(input);
        return inputs[input] ?? action.inputs[input]?.default ?? "";
      }),
    ]),
  );
}

/** Options of `run` that are no inputs: what a person does at a terminal, and what the other inputs are for. */
const noInputs: ReadonlySet<string> = new Set([
  "reference",
  "fault",
  "choice",
  "list",
  "repeat",
  "watch",
  "update-baseline",
  "report",
  "open",
  "quiet",
  "color",
  "no-color",
  "version",
  "help",
]);

describe("the GitHub Action", () => {
  const [node, certify, keep, verdict] = action.runs.steps;

  test("has an input for each option of run that a job may need", long, async () => {
    const { out } = await runScript("registry-conformance run --help", {});
    const options = [...out.matchAll(/^ {2}(?: {4}|-\w, )--([\w-]+)/gmu)].map(([, name = ""]) => name);
    expect(options).toContain("set");
    const given = Object.keys(certify?.env ?? {}).flatMap((name) =>
      name.startsWith("CONFORMANCE_") ? [name.slice(12).toLowerCase().replaceAll("_", "-")] : [],
    );
    expect(given.toSorted()).toEqual(options.filter((name) => !noInputs.has(name)).toSorted());
    const inputs = Object.values(certify?.env ?? {}).join(" ");
    const usedLater = new Set(["artifact", "fail", "node-version"]);
    expect(node?.uses).toMatch(/^actions\/setup-node@[0-9a-f]{40}/u);
    for (const input of Object.keys(action.inputs).filter((name) => !usedLater.has(name)))
      expect(inputs).toContain(`\${{ inputs.${input} }}`);
    const documented = readFileSync(join(root, "harness/commands/ci.md"), "utf8");
    for (const word of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(documented).toContain(`\`${word}\``);
  });

  test("says nothing of an earlier run's report if this one did not begin", long, async () => {
    mkdirSync(join(suite.folder, "earlier"));
    writeFileSync(join(suite.folder, "earlier/report.json"), '{"verdict":"conformant","counts":{}}');
    const output = join(suite.folder, "output-earlier");
    const step = certify ?? { name: "" };
    await runScript(step.run ?? "", {
      ...environmentOf(step, { out: "earlier", set: "no-such-set" }),
      CONFORMANCE_REFERENCE: "true",
      GITHUB_OUTPUT: output,
    });
    expect(readFileSync(output, "utf8")).toBe("exit-code=2\n");
  });

  test("names the actions that it uses by their commit, and puts no input into a script", () => {
    expect(action.runs.using).toBe("composite");
    expect(keep?.uses).toMatch(/^[\w/-]+@[\da-f]{40}$/u);
    for (const { run = "" } of action.runs.steps) expect(run).not.toContain("${{");
    for (const { value } of Object.values(action.outputs)) expect(value).toMatch(/steps\.run\.outputs\./u);
  });

  test.each([
    ["a conforming registry", "", 0, "conformant"],
    ["a registry with a defect", "bytes-of-any-upload-count", 1, "non-conformant"],
  ])("%s: outputs, summary, annotations and reports", long, async (_name, fault, code, expected) => {
    const out = `report-${code}`;
    const [output, summary] = [join(suite.folder, `output-${code}`), join(suite.folder, `summary-${code}`)];
    const step = certify ?? { name: "" };
    const ended = await runScript(step.run ?? "", {
      ...environmentOf(step, { out, only: "finalize", set: "2026.11", seed: "7" }),
      CONFORMANCE_REFERENCE: "true",
      CONFORMANCE_FAULT: fault,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTIONS: "true",
    });
    expect(ended.code).toBe(0);
    const outputs = Object.fromEntries(
      readFileSync(output, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => line.split("=", 2)),
    ) as Readonly<Record<string, string>>;
    expect(outputs).toMatchObject({ "exit-code": String(code), verdict: expected, failed: String(code) });
    expect(outputs).toMatchObject({ set: "2026.11", warned: "0", skipped: "0", blocked: "0" });
    expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted());
    expect(Number(outputs["passed"])).toBeGreaterThan(10);
    expect(outputs["report"]).toBe(`${out}/report.json`);
    expect(readFileSync(summary, "utf8").toLowerCase()).toContain(expected);
    expect(/^::error /mu.test(ended.out)).toBe(code > 0);
    expect(readdirSync(join(suite.folder, out))).toContain("junit.xml");
    expect((await runScript(verdict?.run ?? "", { CODE: outputs["exit-code"] ?? "" })).code).toBe(code);
  });
});

test("the GitLab job writes the JUnit report that it names", long, async () => {
  const job = gitlab["registry-conformance"];
  writeFileSync(join(suite.folder, "job.yaml"), "baseUrl: http://127.0.0.1:1\n");
  const { CONFORMANCE_TARGET, ...variables } = job.variables;
  expect(CONFORMANCE_TARGET).toMatch(/\.mjs$/u);
  const ended = await runScript(job.script.join("\n"), {
    ...variables,
    CONFORMANCE_REFERENCE: "true",
    CONFORMANCE_ONLY: "finalize",
  });
  expect(ended.code).toBe(0);
  expect(readFileSync(join(suite.folder, job.artifacts.reports.junit), "utf8")).toContain("<testsuites");
});

describe("the image", () => {
  const file = readFileSync(join(root, "harness/commands/ci/Containerfile"), "utf8");

  test("has no shell, no root and nothing but the installed package", () => {
    const last = file.slice(file.lastIndexOf("FROM "));
    expect(last).toMatch(/^FROM \S*distroless\S*:nonroot\n/u);
    expect(last).not.toMatch(/^(?:RUN|USER|ADD)/mu);
    expect(last.match(/^COPY .*/gmu)).toEqual(["COPY --from=build /app/node_modules /app/node_modules"]);
  });

  test("starts the command that the package installs", long, async () => {
    const [, words = "[]"] = /^ENTRYPOINT (.*)$/mu.exec(file) ?? [];
    const [, script = ""] = JSON.parse(words) as readonly string[];
    const local = script.replace("/app", suite.folder);
    expect(existsSync(local)).toBe(true);
    const ended = await runScript(`node ${local} --help`, {});
    expect(ended.out).toContain("Usage: registry-conformance <command>");
  });

  test("serves the reference server from the installed package", long, async () => {
    const child = spawn("registry-conformance", ["serve", "--port", "0"], {
      cwd: suite.folder,
      env: suite.environment,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await expectServing(child);
  });

  describe("built by the builder of this machine", () => {
    let image: BuiltImage | undefined;

    beforeAll(() => {
      image = buildImage(suite);
    }, 600_000);
    afterAll(() => image?.remove());

    test("runs the suite, without root and without a shell", long, ({ skip }) => {
      if (image === undefined) skip("there is no docker daemon, and no buildah for root");
      const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
      expect(image?.print(["--version"]).trim()).toBe(version);
      expect(image?.print(["run", "--reference", "--only", "capabilities", "--report", "json:-"])).toContain(
        '"verdict": "conformant"',
      );
    });

    test("serves the reference server, which the suite certifies from outside", long, async ({ skip }) => {
      if (image === undefined) skip("there is no docker daemon, and no buildah for root");
      else await expectServing(image.start(["serve", "--host", "127.0.0.1", "--port", "0"]));
    });
  });

  /** Certifies the server that a process prints the target file of, and stops it. */
  async function expectServing(child: ChildProcess): Promise<void> {
    let printed = "";
    try {
      for await (const data of child.stdout ?? []) {
        printed += String(data);
        if (printed.includes("Stop with Ctrl-C")) break;
      }
      const target = printed.slice(printed.indexOf("{"), printed.lastIndexOf("}") + 1);
      writeFileSync(join(suite.folder, "served.json"), target);
      const only = "--only finalize --only capabilities";
      const ended = await runScript(
        `registry-conformance run --target served.json --depth quick ${only}`,
        {},
      );
      expect(ended.out).toContain("finalize");
      expect([0, 4]).toContain(ended.code);
      expect(ended.out).toMatch(/[1-9]\d passed/u);
    } finally {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      await ended;
    }
  }
});
