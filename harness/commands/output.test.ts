import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { conformantReport } from "../../reports/lab/examples/example-report.ts";
import { unfinished } from "./destination.ts";
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
  expect(readFileSync(place("old.json"), "utf8")).toContain('"reportVersion": 2');
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
  expect(JSON.parse(await read)).toMatchObject({ reportVersion: 2 });
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

describe("two runs into one folder", () => {
  const out = join(folder, "shared");
  const lock = join(out, ".conformance-run.lock");

  test("the second is told of the first, and writes nothing", async () => {
    const first = await openOutput([], out);
    await expect(openOutput([], out)).rejects.toThrow(
      new RegExp(
        `^Cannot write reports to ".*shared": the run of process ${process.pid} on ".*", started at`,
        "u",
      ),
    );
    expect(readdirSync(out).filter((name) => name.startsWith("report"))).toEqual([]);
    await first.writeReports(conformantReport());
    expect(existsSync(lock)).toBe(false);
    await (await openOutput([], out)).discard();
  });

  test("what a run that was killed has left is removed", async () => {
    const killed = await endedProcess();
    const ending = `.${killed}-0123abcd.partial`;
    const holder = {
      pid: killed,
      host: hostname(),
      startedAt: "2026-01-01T00:00:00.000Z",
      unfinished: ending,
    };
    writeFileSync(lock, JSON.stringify(holder));
    writeFileSync(join(out, `report.json${ending}`), "half");
    const output = await openOutput([], out);
    expect(existsSync(join(out, `report.json${ending}`))).toBe(false);
    await output.discard();
    expect(existsSync(lock)).toBe(false);
  });

  test("a run on another machine may still be under way", async () => {
    const holder = {
      pid: 1,
      host: "elsewhere",
      startedAt: "2026-01-01T00:00:00.000Z",
      unfinished: ".1-a.partial",
    };
    writeFileSync(lock, JSON.stringify(holder));
    await expect(openOutput([], out)).rejects.toThrow(/process 1 on "elsewhere".* or remove ".*lock"/u);
    expect(existsSync(lock)).toBe(true);
  });

  test("a lock that is not ours is left alone", async () => {
    writeFileSync(lock, "of somebody else");
    await expect(openOutput([], out)).rejects.toThrow(/another run writes there/u);
    expect(readFileSync(lock, "utf8")).toBe("of somebody else");
  });
});

/** The number of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = execFile("true");
  await once(child, "exit");
  return child.pid ?? 0;
}

test("a link by the name of an unfinished file is not written through", async () => {
  const precious = place("precious");
  writeFileSync(precious, "precious");
  for (const name of ["linked.json.partial", `linked.json${unfinished}`])
    symlinkSync("precious", place(name));
  await expect(write([`json:${place("linked.json")}`])).rejects.toThrow(/^Cannot write/u);
  expect(readFileSync(precious, "utf8")).toBe("precious");
});

test("a folder that becomes a file during the run is reported, and the lock fails nobody", async () => {
  const directory = place("becomes-a-file");
  const output = await openOutput([], directory);
  output.writeExchange("{}\n");
  rmSync(directory, { recursive: true });
  writeFileSync(directory, "a file");
  await expect(output.writeReports(conformantReport())).rejects.toThrow(`Cannot write "${directory}`);
  await expect(output.discard()).resolves.toBeUndefined();
});
