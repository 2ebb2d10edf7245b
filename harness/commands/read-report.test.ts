import { execFileSync } from "node:child_process";
import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReport, readText } from "./read-report.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-read-"));

test("a file is read whole", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "täxt\n".repeat(50_000));
  expect(await readText(file)).toBe("täxt\n".repeat(50_000));
});

test("a pipe is refused, also one that nobody writes to", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  await expect(readText(pipe)).rejects.toThrow(/^Cannot read ".*pipe": it is not a regular file$/u);
});

test("a device is refused, also where a pipe may be read", async () => {
  await expect(readText("/dev/zero")).rejects.toThrow(/it is not a regular file$/u);
  await expect(readText("/dev/zero", { mayBePipe: true })).rejects.toThrow(/it is not a regular file$/u);
});

test("a directory, and a file that is not there, are named", async () => {
  await expect(readText(folder)).rejects.toThrow(/it is a directory$/u);
  await expect(readText(join(folder, "missing"))).rejects.toThrow(/no such file or directory$/u);
});

test("a file that would not fit into memory is refused before it is read", async () => {
  const file = join(folder, "huge");
  writeFileSync(file, "");
  truncateSync(file, 300 * 1024 * 1024);
  await expect(readText(file)).rejects.toThrow(/it is larger than 268435456 bytes$/u);
});

test("where a pipe may be read, what is written to it is read", async () => {
  const pipe = join(folder, "written");
  execFileSync("mkfifo", [pipe]);
  const reading = readText(pipe, { mayBePipe: true });
  writeFileSync(pipe, "from a pipe");
  expect(await reading).toBe("from a pipe");
});

test("a report of an earlier version is refused in one sentence", async () => {
  const file = join(folder, "old.json");
  writeFileSync(file, JSON.stringify({ reportVersion: 1, requirements: [] }));
  await expect(readReport(file)).rejects.toThrow(
    /^Cannot read ".*old\.json": an earlier version of the suite wrote it \(report version 1\)\. Read it with that version, or run again$/u,
  );
});
