/**
 * Reproductions of causes, run as their users run them: each fails on the server with the fault and passes on the right one.
 * `npm run build` comes first.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { inNewFolder } from "./built-cli.test.fixture.ts";

const { folder, run } = inNewFolder("explain-as");
const long = { timeout: 120_000 };

const [breaks, fault] = [
  "finalize/bytes-of-another-upload-do-not-count",
  "bytes-of-any-upload-count",
] as const;

/** A fault with the requirement that it breaks, for each kind of assertion, and with an audit for what only a whole run finds. */
const causes: readonly (readonly [breaks: string, fault: string])[] = [
  [breaks, fault],
  ["advisories/existing-advisory-is-listed", "advisory-list-ends-after-two"],
  ["identity/timestamps-are-date-times", "expires-at-as-http-date"],
  ["release-metadata/declarations-stay-the-same", "metadata-declaration-keys-change-with-each-read"],
  ["trust/locators-lead-to-the-artifact", "trust-locator-is-not-found"],
  ["audit/odd-detail-urls-lead-to-their-release", "detail-url-leads-to-another-release"],
  ["publish/negative-sizes-are-refused", "negative-size-accepted"],
  ["every-response/search-results-are-well-formed", "search-limit-is-0"],
  ["publish/existing-versions-are-refused", "existing-version-with-build-metadata-replaced"],
  // the first of its findings may need bytes that are too long for the report
  ["finalize/bytes-have-the-declared-digest", "digest-never-compared"],
  ["trust/intents-repeat-the-declared-digest", "trust-intent-digest-differs"],
];

function isOnPath(...programs: readonly string[]): boolean {
  return programs.every((program) => {
    try {
      execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
}

interface Ended {
  readonly code: number;
  readonly text: string;
}

async function execute(
  command: readonly [string, ...string[]],
  cwd: string,
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const [program, ...args] = command;
  return await new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...environment } };
    const child = execFile(program, args, options, (error, out, err) => {
      resolve({ code: error === null ? 0 : (child.exitCode ?? -1), text: `${out}${err}` });
    });
  });
}

/** What the command gives on the server with the fault, and on the right one. */
async function onBothServers(
  command: readonly [string, ...string[]],
  cwd: string,
  fault: string,
): Promise<readonly [broken: Ended, right: Ended]> {
  const ended: Ended[] = [];
  for (const faults of [[fault], []]) {
    const server = await startReferenceServer({ faults, states: true });
    const { baseUrl, tokens, states } = server.target;
    const [secret = ""] = Object.values(states?.headers ?? {});
    const environment = {
      BASE_URL: baseUrl,
      PUBLISHER_TOKEN: tokens.publisher,
      OUTSIDER_TOKEN: tokens.outsider,
      STATES_URL: states?.url,
      STATES_X_STATES_SECRET_TOKEN: secret,
    };
    ended.push(await execute(command, cwd, environment));
    await server.close();
  }
  return ended as unknown as readonly [Ended, Ended];
}

/** The folders of the runs, by fault: each form explains the same one. */
const runs = new Map<string, Promise<string>>();

async function runOnFault(breaks: string, fault: string): Promise<string> {
  await run(["run", "--reference", "--fault", fault, "--only", breaks, "--out", fault]);
  return fault;
}

async function explain(breaks: string, fault: string, form: string): Promise<string> {
  const running = runs.get(fault) ?? runOnFault(breaks, fault);
  runs.set(fault, running);
  const ended = await run(["explain", breaks, "--as", form, "--report", await running]);
  expect(ended.err).toBe("");
  expect(ended.code).toBe(0);
  expect(ended.out).not.toContain("~redacted");
  return ended.out;
}

describe.each(causes)("%s", (id, name) => {
  test.skipIf(!isOnPath("bash", "curl", "jq"))("as curl", long, async () => {
    const file = join(folder, `${name}.sh`);
    writeFileSync(file, await explain(id, name, "curl"));
    const [broken, right] = await onBothServers(["bash", file], folder, name);
    expect(broken.text).toContain("The cause is there: expected ");
    expect(broken.code).toBe(1);
    expect(right).toMatchObject({ code: 0, text: "Right\n" });
  });

  test.skipIf(!isOnPath("python3"))("as python", long, async () => {
    const file = join(folder, `${name}.py`);
    writeFileSync(file, await explain(id, name, "python"));
    const [broken, right] = await onBothServers(["python3", file], folder, name);
    expect(broken.text).toContain("FAILED (failures=1)");
    expect(right.text).toContain("\nOK\n");
    expect([broken.code, right.code]).toEqual([1, 0]);
  });
});

/** What of JUnit the test uses, and a main method that runs it. */
const junit = {
  "org/junit/jupiter/api/Test.java": `package org.junit.jupiter.api;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) public @interface Test {}`,
  "org/junit/jupiter/api/Assertions.java": `package org.junit.jupiter.api;
public final class Assertions {
  public static void assertTrue(boolean condition, String message) { if (!condition) throw new AssertionError(message); }
}`,
  "RunTest.java": `import org.junit.jupiter.api.Test;
public final class RunTest {
  public static void main(String[] args) throws Exception {
    var test = new ReproductionTest();
    for (var method : ReproductionTest.class.getDeclaredMethods()) {
      if (!method.isAnnotationPresent(Test.class)) continue;
      method.setAccessible(true);
      try { method.invoke(test); } catch (java.lang.reflect.InvocationTargetException error) {
        System.out.println(error.getCause());
        System.exit(error.getCause() instanceof AssertionError ? 1 : 2);
      }
    }
  }
}`,
};

test.skipIf(!isOnPath("javac", "java"))("as junit: it compiles, fails and passes", long, async () => {
  const own = join(folder, "java");
  mkdirSync(join(own, "org/junit/jupiter/api"), { recursive: true });
  writeFileSync(join(own, "ReproductionTest.java"), await explain(breaks, fault, "junit"));
  for (const [name, text] of Object.entries(junit)) writeFileSync(join(own, name), text);
  expect(await execute(["javac", "RunTest.java", "ReproductionTest.java"], own, {})).toMatchObject({
    code: 0,
  });
  const [broken, right] = await onBothServers(["java", "-cp", ".", "RunTest"], own, fault);
  expect([broken.code, right.code]).toEqual([1, 0]);
});

test.skipIf(!isOnPath("go"))("as go: it compiles, fails and passes", long, async () => {
  const own = join(folder, "go");
  mkdirSync(own);
  writeFileSync(join(own, "go.mod"), "module conformance\n\ngo 1.18\n");
  writeFileSync(join(own, "reproduction_test.go"), await explain(breaks, fault, "go"));
  const [broken, right] = await onBothServers(["go", "test", "-count=1", "./..."], own, fault);
  expect(broken.text).toContain("--- FAIL: TestFinalizeBytesOfAnotherUploadDoNotCount");
  expect([broken.code, right.code]).toEqual([1, 0]);
});

test.each(["go", "junit"])(
  "as %s: every request and the expected problem are in the text",
  long,
  async (form) => {
    const text = await explain(breaks, fault, form);
    expect(text.match(/ = send\(|send\(t, |Reply answer/gu)?.length).toBeGreaterThan(1);
    for (const part of ["/uploads/", "/finalize", "/missing-uploaded-bytes", "PUBLISHER_TOKEN", "400"])
      expect(text).toContain(part);
  },
);

test("a cause that is not in the report, and one that is no short test, are refused", long, async () => {
  const absent = await run([
    "explain",
    "publish/negative-sizes-are-refuse",
    "--as",
    "curl",
    "--report",
    "none.json",
  ]);
  expect(absent).toMatchObject({ code: 2, out: "" });
  const only = ["--only", "version-index/lists-each-version-once"];
  await run(["run", "--reference", "--fault", "index-repeats-the-first-row", ...only, "--out", "content"]);
  const args = ["explain", "version-index/lists-each-version-once", "--as", "curl"];
  const ended = await run([...args, "--report", "content/report.json"]);
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err).toContain("This command shows it again: ");
});
