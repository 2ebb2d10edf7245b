/** Runs the whole suite, as its users do, against a registry in another process, and measures what it took. */
import { recordingFile, unpackRecording } from "../../recording/packed-recording.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Depth, Report } from "../../../schemas/report.ts";
import { readJson } from "../../exchange/json-body.ts";
import { numberAt, textAt } from "../../exchange/answer.ts";

/** What a whole run took. */
export interface WholeRun {
  readonly exitCode: number;
  readonly verdict: string;
  readonly requests: number;
  readonly peakMebibytes: number;
  /** Of all files together. */
  readonly megabytesOfFiles: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** Absent for a run that could not be tested. */
  readonly report?: Report;
  /** What the terminal said last. */
  readonly output: string;
  /** True if a token is in a file or in the terminal. */
  readonly leaked: boolean;
}

/** Runs in the process that is measured, before the command line: tells at its end what it took. */
const meter = `data:text/javascript,${encodeURIComponent(
  'import{writeSync}from"node:fs";process.on("exit",()=>{try{writeSync(3,JSON.stringify(process.resourceUsage()))}catch{}})',
)}`;

export interface WholeRunOptions {
  readonly target: Readonly<Record<string, unknown>>;
  readonly depth: Depth;
  readonly tokens: readonly string[];
  readonly more?: readonly string[];
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Is given the process that runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Characters of the terminal's output that are kept. */
const maxOutput = 20_000;

export async function runWhole({
  target,
  depth,
  tokens,
  more = [],
  environment = {},
  onStart = () => {},
}: WholeRunOptions): Promise<WholeRun> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-whole-"));
  try {
    const file = join(folder, "target.json");
    await writeFile(file, JSON.stringify(target));
    const out = join(folder, "out");
    const command = fileURLToPath(new URL("../../cli.js", import.meta.url));
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [
        "--import",
        meter,
        command,
        "run",
        "--target",
        file,
        "--depth",
        depth,
        "--out",
        out,
        "--seed",
        "1",
        ...more,
      ],
      { stdio: ["ignore", "pipe", "pipe", "pipe"], env: { ...process.env, ...environment } },
    );
    onStart(child);
    const [, stdout, stderr, metered] = child.stdio;
    const said = Promise.all(
      [stdout, stderr, metered].map((stream) => text(stream as NodeJS.ReadableStream)),
    );
    const [code] = (await once(child, "exit")) as [number | null];
    const seconds = (performance.now() - began) / 1000;
    const [output = "", errors = "", usage = ""] = await said;
    const files = await readFiles(out);
    const report: unknown = readJson(files.get("report.json"));
    const used: unknown = usage === "" ? {} : JSON.parse(usage);
    const recorded = unpackRecording(files.get(recordingFile)?.toString("utf8") ?? "");
    const whole = [...files.values(), Buffer.from(recorded), Buffer.from(output), Buffer.from(errors)];
    return {
      exitCode: code ?? -1,
      ...(report === undefined ? {} : { report: report as Report }),
      verdict: textAt(report, "verdict") ?? "no report",
      requests: numberAt(report, "run", "requests") ?? 0,
      peakMebibytes: Math.round((numberAt(used, "maxRSS") ?? 0) / 1024),
      megabytesOfFiles: [...files.values()].reduce((sum, { length }) => sum + length, 0) / 1e6,
      cpuSeconds: ((numberAt(used, "userCPUTime") ?? 0) + (numberAt(used, "systemCPUTime") ?? 0)) / 1e6,
      seconds,
      output: `${output}${errors}`.slice(-maxOutput),
      leaked: whole.some((bytes) => tokens.some((token) => bytes.includes(token))),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files of a run, as far as they are there. One that is too large to be read counts with its length. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const place = join(folder, name);
      const { size } = await stat(place);
      return [name, size < 1e9 ? await readFile(place) : Buffer.alloc(0)] as const;
    }),
  );
  return new Map(files);
}
