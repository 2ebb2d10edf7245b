/** Runs the command line in a process of its own, and measures what it takes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { numberAt } from "../../exchange/answer.ts";

export interface Used {
  /** Milliseconds from the start of the process to its end. */
  readonly wallMs: number;
  /** Milliseconds of all its threads. */
  readonly cpuMs: number;
  readonly peakMebibytes: number;
  /** Milliseconds until it opened its first connection; undefined if it opened none. */
  readonly firstRequestMs: number | undefined;
  readonly output: string;
}

/** Runs in the process that is measured, before the command line: tells at its end what it took. */
const meter = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  import net from "node:net";
  const { connect } = net.Socket.prototype;
  let first;
  net.Socket.prototype.connect = function (...about) {
    first ??= performance.now();
    return connect.apply(this, about);
  };
  process.on("exit", () => {
    try { writeSync(3, JSON.stringify({ ...process.resourceUsage(), first })); } catch {}
  });
`)}`;

/** The built command line. */
export const commandLine: string = fileURLToPath(new URL("../../../bundle/cli.js", import.meta.url));

/** @param words what `node` is called with */
export async function runMeasured(words: readonly string[]): Promise<Used> {
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", meter, ...words], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
  const [, stdout, , metered] = child.stdio;
  const said = Promise.all([stdout, metered].map((stream) => text(stream as NodeJS.ReadableStream)));
  await once(child, "exit");
  const wallMs = performance.now() - began;
  const [output = "", usage = ""] = await said;
  const used: unknown = usage === "" ? {} : JSON.parse(usage);
  return {
    wallMs,
    cpuMs: ((numberAt(used, "userCPUTime") ?? 0) + (numberAt(used, "systemCPUTime") ?? 0)) / 1000,
    peakMebibytes: Math.round((numberAt(used, "maxRSS") ?? 0) / 1024),
    firstRequestMs: numberAt(used, "first"),
    output,
  };
}
