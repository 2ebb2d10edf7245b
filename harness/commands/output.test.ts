import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { conformantReport } from "../../reports/lab/examples/example-report.ts";
import { openOutput, toReportWords } from "./output.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-output-"));

function place(name: string): string {
  return join(folder, name);
}

async function write(reports: readonly string[]): Promise<void> {
  const output = await openOutput(reports, "unused");
  await output.writeReports(conformantReport());
}

function readPipe(pipe: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("cat", [pipe], { maxBuffer: 64 * 1024 * 1024 }, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });
}

test("a report replaces the file that a symbolic link leads to, and the link stays", async () => {
  writeFileSync(place("old.json"), "old");
  symlinkSync("old.json", place("link.json"));
  symlinkSync("link.json", place("second-link.json"));
  await write([`json:${place("second-link.json")}`]);
  expect(lstatSync(place("second-link.json")).isSymbolicLink()).toBe(true);
  expect(lstatSync(place("link.json")).isSymbolicLink()).toBe(true);
  expect(readFileSync(place("old.json"), "utf8")).toContain('"reportVersion": 1');
});

test("a link to what is not there yet makes it", async () => {
  symlinkSync("new.json", place("dangling.json"));
  await write([`json:${place("dangling.json")}`]);
  expect(lstatSync(place("dangling.json")).isSymbolicLink()).toBe(true);
  expect(lstatSync(place("new.json")).isFile()).toBe(true);
});

test("a pipe is written into and stays one", async () => {
  const pipe = place("pipe");
  execFileSync("mkfifo", [pipe]);
  const read = readPipe(pipe);
  await write([`json:${pipe}`, `markdown:${place("beside.md")}`]);
  expect(JSON.parse(await read)).toMatchObject({ reportVersion: 1 });
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(existsSync(place("beside.md"))).toBe(true);
});

test("a pipe that nobody reads yet waits for its reader, and holds up nothing else", async () => {
  const pipe = place("unread");
  execFileSync("mkfifo", [pipe]);
  const written = write([`badge:${pipe}`, `markdown:${place("meanwhile.md")}`]);
  await vi.waitFor(() => expect(existsSync(place("meanwhile.md"))).toBe(true));
  const read = readPipe(pipe);
  await written;
  expect(await read).toMatch(/^<svg/u);
});

describe("what cannot be written is told before anything is", () => {
  test("a directory", async () => {
    mkdirSync(place("directory"));
    await expect(openOutput([`json:${place("directory")}`], "unused")).rejects.toThrow(
      /^Cannot write ".*directory": it is a directory$/u,
    );
  });

  test("a directory by the name of a report", async () => {
    mkdirSync(join(place("out"), "report.html"), { recursive: true });
    await expect(openOutput([], place("out"))).rejects.toThrow(/report.html": it is a directory$/u);
    expect(readdirSync(place("out"))).toEqual(["report.html"]);
  });

  test("a pipe for the recording", async () => {
    mkdirSync(place("piped"));
    execFileSync("mkfifo", [join(place("piped"), "exchanges.ndjson")]);
    await expect(openOutput([], place("piped"))).rejects.toThrow(/it is not a regular file$/u);
  });

  test("links that have no end", async () => {
    symlinkSync("circle-b", place("circle-a"));
    symlinkSync("circle-a", place("circle-b"));
    await expect(openOutput([`json:${place("circle-a")}`], "unused")).rejects.toThrow(/^Cannot write/u);
  });

  test("one file by two names", async () => {
    writeFileSync(place("one.json"), "");
    symlinkSync("one.json", place("other.json"));
    const both = [`json:${place("one.json")}`, `har:${place("other.json")}`];
    await expect(openOutput(both, "unused")).rejects.toThrow(/^Cannot write two reports/u);
  });

  test("a folder that is a file", async () => {
    writeFileSync(place("plain"), "");
    await expect(openOutput([`json:${place("plain")}/a.json`], "unused")).rejects.toThrow(/^Cannot write/u);
  });
});

test("several reports may come as one text, and the name of a file may hold spaces", () => {
  expect(toReportWords("json:a b.json  html:c.html")).toEqual(["json:a b.json", "html:c.html"]);
  expect(toReportWords(["json:a b.json", "html:c d.html"])).toEqual(["json:a b.json", "html:c d.html"]);
});

test("a renderer that fails is named, and every other file is written", async () => {
  const report = conformantReport();
  const counterexample: unknown = Array.from({ length: 100_000 }).reduce((inner) => [inner], 1);
  const [check, ...checks] = report.checks;
  if (check === undefined) throw new Error("the example has no check");
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const [json, badge] = [place("too-deep.json"), place("beside-too-deep.svg")];
  writeFileSync(json, "of an earlier run");
  const output = await openOutput([`json:${json}`, `badge:${badge}`], "unused");
  await output.writeReports({ ...report, checks: [{ ...check, counterexample }, ...checks] });
  expect(said.mock.calls.flat().join("")).toContain(`Cannot render "${json}": RangeError`);
  said.mockRestore();
  expect(existsSync(json)).toBe(false);
  expect(readFileSync(badge, "utf8")).toContain("<svg");
});
