/** `run --watch`: runs again when a file changes, when Enter is pressed, and when a registry that did not answer is back. */
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { exitCodes } from "../verdict/verdicts.ts";
import { reportFailure } from "./failure.ts";
import { takeSnapshot, toWatched, type Watched } from "./watched-files.ts";

/** Milliseconds between two looks. */
const pollMs = 400;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits for a reason to run again. */
export interface ChangeWatch {
  /** Waits for a reason to run again, and prints it. False if the user ended the watch. Changes count from the call on. */
  readonly untilDue: (registry: WatchedRegistry) => Promise<boolean>;
  /** True after a signal. */
  readonly isEnded: () => boolean;
  readonly close: () => void;
}

export interface WatchedRegistry {
  /** Undefined if it is not known yet. */
  readonly baseUrl: string | undefined;
  /** True if the last run could not reach it. */
  readonly mayBeAbsent: boolean;
}

/** @throws UsageError if a path of `--watch` does not exist */
export async function openWatch(options: Readonly<Record<string, unknown>>): Promise<ChangeWatch> {
  const watched = await toWatched(options);
  const keys = listenForEnter();
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const signal of signals) process.on(signal, end);
  return {
    async untilDue({ baseUrl, mayBeAbsent }) {
      // after the run: a server writes its data and its log while it is tested
      const before = await takeSnapshot(watched);
      process.stderr.write(`Watching for changes of ${describe(watched)}; Enter runs again, Ctrl-C ends\n`);
      const isAbsent = mayBeAbsent && !(await isReachable(baseUrl));
      const why = await untilDue(before, watched, {
        keys,
        baseUrl,
        isAbsent,
        isEnded: () => ended.signal.aborted,
      });
      if (why === undefined) return false;
      process.stderr.write(`Running again: ${why}\n`);
      // editors and compilers write several files
      await wait(pollMs);
      return true;
    },
    isEnded: () => ended.signal.aborted,
    close() {
      for (const signal of signals) process.off(signal, end);
      keys.close();
    },
  };
}

/**
 * @param runOnce certifies once, and tells the base URL when it is known
 * @returns the exit code of the last run, when the user ends the watch
 */
export async function watch(
  runOnce: (learn: (baseUrl: string) => void) => Promise<number>,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const watching = await openWatch(options);
  let baseUrl: string | undefined;
  try {
    while (!watching.isEnded()) {
      const exitCode = await runOnce((url) => {
        baseUrl = url;
      }).catch(reportFailure);
      if (exitCode === exitCodes.interrupted) return exitCode;
      const isDue = await watching.untilDue({ baseUrl, mayBeAbsent: exitCode === exitCodes.untestable });
      if (!isDue) return exitCode;
    }
    return exitCodes.interrupted;
  } finally {
    watching.close();
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
  readonly baseUrl: string | undefined;
  /** True if the registry did not answer. */
  readonly isAbsent: boolean;
  /** True after a signal. */
  readonly isEnded: () => boolean;
}

/** Why to run again, or undefined if the user ended the watch. */
async function untilDue(
  before: ReadonlyMap<string, number>,
  watched: Watched,
  { keys, baseUrl, isAbsent, isEnded }: Triggers,
): Promise<string | undefined> {
  let isGone = isAbsent;
  for (;;) {
    if (isEnded()) return undefined;
    if (keys.wasPressed()) return "Enter was pressed";
    const changed = findChange(before, await takeSnapshot(watched));
    if (changed !== undefined) return `${changed} changed`;
    if (isGone && (await isReachable(baseUrl))) return "the registry is reachable again";
    // a server on this machine is restarted after a change
    isGone ||= isLocal(baseUrl) && !(await isReachable(baseUrl));
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

function isLocal(baseUrl: string | undefined): boolean {
  return baseUrl !== undefined && /^(?:localhost|127\..*|\[::1\])$/u.test(new URL(baseUrl).hostname);
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
