/** The library entry point: certify a registry from a program, and get the report. ESM only. */
import type { ListenOptions } from "../reference-server/options.ts";
import type { RunningReferenceServer } from "../reference-server/server.ts";
import { assertKnownKeys } from "./certify-options.ts";

const listenKeys: Readonly<Record<keyof ListenOptions, true>> = {
  host: true,
  port: true,
  faults: true,
  circumstance: true,
  choices: true,
  clock: true,
  random: true,
  capacity: true,
  states: true,
  tokens: true,
  basePath: true,
  onError: true,
};

/**
 * Starts the bundled reference server on a free loopback port. Its `target` can be given to `certify`.
 * @throws if a fault, a choice or an option is unknown, or the port is in use
 */
export async function createReferenceServer(options: ListenOptions = {}): Promise<RunningReferenceServer> {
  assertKnownKeys(options, listenKeys, "createReferenceServer()");
  const { startReferenceServer } = await import("../reference-server/server.ts");
  return await startReferenceServer(options);
}

export { certify, type CertifyOptions } from "./certify.ts";
export { certifyEvents } from "./certify-events.ts";
export { OptionsError } from "./certify-options.ts";
export type * from "./events.ts";
export { readTarget, toTarget } from "./target-file/read-target.ts";
export { TargetError } from "./target-file/target-error.ts";
export { SetError } from "./requirement-sets/requirement-sets.ts";
export { SelectionError } from "./plan/selection.ts";
export { Untestable } from "./run/untestable.ts";
export type { Target } from "./target-file/target.ts";
export type { Wait } from "./transport/announce-waits.ts";
export type { RunOptions, RunProgress } from "./plan/run-plan.ts";
export type { ListenOptions, RunningReferenceServer };
export type * from "../schemas/report.ts";
export { createJournal, type Journal } from "./api/journal.ts";
export { chapters } from "../suites/index.ts";
