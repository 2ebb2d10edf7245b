/** `run --watch`: runs again when a file changes, when Enter is pressed, and when a registry that did not answer is back. */
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { exitCodes } from "../running/verdicts.ts";
import { reportFailure } from "./failure.ts";
import { takeSnapshot, toWatched, type Watched } from "./watched-files.ts";

/** Milliseconds between two looks. */
const pollMs = 400;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * @param runOnce certifies once, and tells the base URL when it is known
 * @returns the exit code of the last run, when the user ends the watch
 */
export async function watch(
  runOnce: (learn: (baseUrl: string) => void) => Promise<number>,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const watched = await toWatched(options);
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
      const before = await takeSnapshot(watched);
      process.stderr.write(`Watching for changes of ${describe(watched)}; Enter runs again, Ctrl-C ends\n`);
      const isAbsent = exitCode === exitCodes.untestable && !(await isReachable(baseUrl));
      const absent = isAbsent ? baseUrl : undefined;
      const why = await untilDue(before, watched, { keys, absent, isEnded: () => ended.signal.aborted });
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

/** The words after "Watching for changes of". */
function describe({ target, paths }: Watched): string {
  const named = [...(target === undefined ? [] : [`${target} and the files that it names`]), ...paths];
  return named.length === 0 ? "nothing (name a folder: --watch PATH)" : named.join(", ");
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
  watched: Watched,
  { keys, absent, isEnded }: Triggers,
): Promise<string | undefined> {
  for (;;) {
    if (isEnded()) return undefined;
    if (keys.wasPressed()) return "Enter was pressed";
    const changed = findChange(before, await takeSnapshot(watched));
    if (changed !== undefined) return `${changed} changed`;
    if (absent !== undefined && (await isReachable(absent))) return "the registry is reachable again";
    await wait(pollMs);
  }
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
