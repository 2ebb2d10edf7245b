/** What people use every day beside `run` itself. `npm run build` comes first. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { inNewFolder } from "./built-cli.test.fixture.ts";

const { folder, run, start, serve } = inNewFolder("everyday");
const small = ["--only", "finalize/bytes-have-arrived", "--no-color"];
const long = { timeout: 60_000 };

function linesOf(text: string): readonly { readonly event: string; readonly [key: string]: unknown }[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly event: string });
}

test("--report jsonl:- is a stream of events, alone on standard output", long, async () => {
  const { code, out, err } = await run([
    "run",
    "--reference",
    "--report",
    "jsonl:-",
    "--only",
    "finalize",
    "--fault",
    "bytes-of-any-upload-count",
  ]);
  expect(code).toBe(1);
  const events = linesOf(out);
  expect(events[0]).toMatchObject({ event: "start", suite: { name: "volume-registry-conformance" } });
  const checks = events.filter(({ event }) => event === "check");
  expect(checks.length).toBeGreaterThan(20);
  expect(checks).toContainEqual(
    expect.objectContaining({ id: "finalize/bytes-of-another-upload-do-not-count", verdict: "failed" }),
  );
  expect(events.filter(({ event }) => event === "cause")).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ event: "end", verdict: "non-conformant", exitCode: 1 });
  expect(err).toContain("NON-CONFORMANT");
});

test("the last event of a run without a report is the error", long, async () => {
  const { code } = await run(["run", "--base-url", "http://127.0.0.1:9", "--report", "jsonl:events.jsonl"]);
  expect(code).toBe(3);
  const events = linesOf(readFileSync(join(folder, "events.jsonl"), "utf8"));
  expect(events.at(-1)).toMatchObject({ event: "error", exitCode: 3 });
});

test("only one report goes to standard output", long, async () => {
  const { code, err } = await run(["run", "--reference", "--report", "json:-", "--report", "jsonl:-"]);
  expect(code).toBe(2);
  expect(err).toBe("Cannot write two reports to standard output\n");
});

test("--max-failures begins no further check, and its report is verified", long, async () => {
  const args = ["--reference", "--fault", "bytes-of-any-upload-count", "--max-failures", "1", "--out", "few"];
  const ended = await run(["run", ...args, "--only", "finalize", "--concurrency", "1", "--no-color"]);
  expect(ended.code).toBe(1);
  expect(ended.out).toContain("The run stopped at 1 failure (--max-failures)");
  const report = JSON.parse(readFileSync(join(folder, "few/report.json"), "utf8")) as Report;
  expect(report.run).toMatchObject({ interrupted: false, stoppedAfter: 1 });
  expect(report.counts.failed).toBe(1);
  expect(report.counts.blocked).toBeGreaterThan(5);
  expect(await run(["verify", "few"])).toMatchObject({ code: 0 });
  expect(await run(["run", "--reference", "--max-failures", "0"])).toMatchObject({ code: 2 });
});

test("--watch runs again when a file changes, and ends with the last exit code", long, async () => {
  const server = await serve([], "watched.json");
  mkdirSync(join(folder, "sources"));
  writeFileSync(join(folder, "sources/source.ts"), "first");
  const watching = start(["run", "--target", "watched.json", ...small, "--watch", "sources"]);
  try {
    expect(await watching.untilPrinted("Watching for changes")).toContain("CONFORMANT: 1 passed");
    writeFileSync(join(folder, "unwatched.ts"), "changed");
    writeFileSync(join(folder, "sources/source.ts"), "changed");
    const again = await watching.untilPrinted("Watching for changes");
    expect(again).toContain("Running again: sources/source.ts changed");
    expect(again).toContain("CONFORMANT: 1 passed");
    // a target file that is wrong for a moment does not end the watch
    const target = readFileSync(join(folder, "watched.json"), "utf8");
    writeFileSync(join(folder, "watched.json"), "{");
    expect(await watching.untilPrinted("Watching for changes")).toContain("Cannot read target");
    writeFileSync(join(folder, "watched.json"), target);
    expect(await watching.untilPrinted("Watching for changes")).toContain("CONFORMANT: 1 passed");
  } finally {
    expect(await watching.end("SIGINT")).toBe(0);
    await server.end();
  }
});

test("--watch runs again when the registry is back", long, async () => {
  const placeholder = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => placeholder.once("listening", resolve));
  const { port } = placeholder.address() as AddressInfo;
  await new Promise((resolve) => placeholder.close(resolve));
  const watching = start(["run", "--base-url", `http://127.0.0.1:${port}`, "--watch", "--depth", "quick"]);
  await watching.untilPrinted("Watching for changes");
  const server = await serve(["--port", String(port)], ".back.json");
  expect(await watching.untilPrinted("Watching for changes")).toContain("the registry is reachable again");
  expect(await watching.end("SIGINT")).toBe(4);
  await server.end();
});

test("--open opens the page that was written", long, async () => {
  mkdirSync(join(folder, "bin"));
  const opener = join(folder, "bin/xdg-open");
  const opened = join(folder, "opened");
  // the opener writes into a pipe, so that the test waits for it
  execFileSync("mkfifo", [opened]);
  writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
  chmodSync(opener, 0o755);
  const read = promisify(execFile)("cat", [opened]);
  const path = `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`;
  const ended = await run(["run", "--reference", "--open", "--out", "shown", ...small], { PATH: path });
  expect(ended.code).toBe(0);
  expect((await read).stdout).toBe("shown/report.html");
});

test("--open without a page is a mistake, and without a browser is told", long, async () => {
  expect(await run(["run", "--reference", "--open", "--report", "json:x.json"])).toMatchObject({ code: 2 });
  const ended = await run(["run", "--reference", "--open", "--out", "none", ...small], { PATH: folder });
  expect(ended.code).toBe(0);
  expect(ended.err).toMatch(/Cannot open none\/report\.html/u);
});

test("the completion of bash knows commands, options, their values and ids", long, async () => {
  const { out } = await run(["completion", "bash"]);
  writeFileSync(join(folder, "completion.sh"), out);
  function complete(...words: readonly string[]): string {
    const script = `source ./completion.sh; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _registry_conformance; echo "\${COMPREPLY[*]}"`;
    return execFileSync("bash", ["-c", script, "bash", "registry-conformance", ...words], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  }
  expect(complete("se")).toBe("selftest serve");
  expect(complete("run", "--max-")).toBe("--max-failures");
  expect(complete("run", "--depth", "q")).toBe("quick");
  expect(complete("explain", "finalize/bytes-have-a")).toBe("finalize/bytes-have-arrived");
});

test.each(["zsh", "fish"])("there is a completion for %s", long, async (shell) => {
  expect(await run(["completion", shell])).toMatchObject({
    code: 0,
    out: expect.stringContaining("max-failures"),
  });
});
