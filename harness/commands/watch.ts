/** `run --watch`: runs again when a file changes, when Enter is pressed, and when a registry that did not answer is back. */
import { readdir, stat } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { exitCodes } from "../running/verdicts.ts";
import { reportFailure } from "./failure.ts";
import { toReportWords } from "./output.ts";

/** Milliseconds between two looks. */
const pollMs = 400;

/** Folders with many files that are not sources. */
const ignored: ReadonlySet<string> = new Set(["node_modules", "target", "dist", "build", "__pycache__"]);

/** Files that a server writes. */
const written = /\.(?:log|pid|tmp|db|sqlite\d?)(?:-\w+)?$/u;

/** A tree with more files is not followed further. */
const maxFiles = 20_000;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * @param runOnce certifies once, and tells the base URL when it is known
 * @returns the exit code of the last run, when the user ends the watch
 */
export async function watch(
  runOnce: (learn: (baseUrl: string) => void) => Promise<number>,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const own = listOwnFiles(options);
  const keys = listenForEnter();
  let baseUrl: string | undefined;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of signals) process.on(signal, end);
  try {
    while (!ended.signal.aborted) {
      const exitCode = await runOnce((url) => {
        baseUrl = url;
      }).catch(reportFailure);
      if (exitCode === exitCodes.interrupted) return exitCode;
      // after the run: a server writes its data and its log while it is tested
      const before = await takeSnapshot(own);
      process.stderr.write("Watching for changes; Enter runs again, Ctrl-C ends\n");
      const isAbsent = exitCode === exitCodes.untestable && !(await isReachable(baseUrl));
      const absent = isAbsent ? baseUrl : undefined;
      const why = await untilDue(before, own, { keys, absent, isEnded: () => ended.signal.aborted });
      if (why === undefined) return exitCode;
      process.stderr.write(`Running again: ${why}\n`);
      // editors and compilers write several files
      await wait(pollMs);
    }
    return exitCodes.interrupted;
  } finally {
    for (const signal of signals) process.off(signal, end);
    keys.close();
  }
}

/** What a run writes: it is no reason to run again. */
function listOwnFiles(options: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const named = toReportWords(options["report"]).map((word) => word.slice(word.indexOf(":") + 1));
  return new Set(
    [String(options["out"]), String(options["baseline"]), ...named].map((file) => resolve(file)),
  );
}

interface Keys {
  /** True once after Enter. */
  readonly wasPressed: () => boolean;
  readonly close: () => void;
}

function listenForEnter(): Keys {
  let isPressed = false;
  function onData(): void {
    isPressed = true;
  }
  process.stdin.on("data", onData);
  return {
    wasPressed() {
      const was = isPressed;
      isPressed = false;
      return was;
    },
    close() {
      process.stdin.off("data", onData);
      process.stdin.pause();
    },
  };
}

interface Triggers {
  readonly keys: Keys;
  /** The base URL of a registry that did not answer. */
  readonly absent: string | undefined;
  /** True after a signal. */
  readonly isEnded: () => boolean;
}

/** Why to run again, or undefined if the user ended the watch. */
async function untilDue(
  before: ReadonlyMap<string, number>,
  own: ReadonlySet<string>,
  { keys, absent, isEnded }: Triggers,
): Promise<string | undefined> {
  for (;;) {
    if (isEnded()) return undefined;
    if (keys.wasPressed()) return "Enter was pressed";
    const changed = findChange(before, await takeSnapshot(own));
    if (changed !== undefined) return `${changed} changed`;
    if (absent !== undefined && (await isReachable(absent))) return "the registry is reachable again";
    await wait(pollMs);
  }
}

/** The files below this directory, each with the time of its last change. */
async function takeSnapshot(own: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const open = ["."];
  for (let folder = open.pop(); folder !== undefined && found.size < maxFiles; folder = open.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (
        entry.name.startsWith(".") ||
        ignored.has(entry.name) ||
        own.has(resolve(path)) ||
        written.test(path)
      )
        continue;
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) found.set(path, (await stat(path).catch(() => undefined))?.mtimeMs ?? 0);
    }
  }
  return found;
}

function findChange(
  before: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): string | undefined {
  const changed = [...now].find(([path, time]) => before.get(path) !== time);
  return changed?.[0] ?? [...before.keys()].find((path) => !now.has(path));
}

/** True if the registry's host accepts a connection. */
async function isReachable(baseUrl: string | undefined): Promise<boolean> {
  if (baseUrl === undefined) return true;
  const { hostname, port, protocol } = new URL(baseUrl);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  return await new Promise((done) => {
    const socket = connect({ host: hostname.replaceAll(/^\[|\]$/gu, ""), port: number });
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}
