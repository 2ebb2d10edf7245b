/** Runs a small part of the suite over a connection that behaves as said. */
import type { ConnectionBehaviour, Decided, Stage } from "./connection-behaviour.ts";
import { runAgainst } from "./try-behaviour.ts";

/** A few checks that read, publish and download. */
const sample: readonly string[] = [
  "search/limit-*",
  "search/answers-anonymous-callers",
  "finalize/bytes-have-arrived",
  "download/gives-the-uploaded-tree",
  "problems/invalid-characters-*",
];

/** Milliseconds for one exchange: short, for the many that never answer. */
export const shortMs = 400;

export interface ConnectionOutcome {
  readonly seen: Decided["outcome"] | "failed";
  readonly exitCode: number;
  /** The first reason of a requirement that was blocked, or why the registry could not be tested. */
  readonly reason: string;
}

export async function meetConnection(
  behaviour: ConnectionBehaviour,
  stage: Stage,
  timeoutMs: number = shortMs,
): Promise<ConnectionOutcome> {
  const { baseUrl, connection = {} } = await behaviour.start(stage);
  const target = stage.registry.targetAt(baseUrl);
  const ending = await runAgainst({
    target: { ...target, allowPrivateUploads: true, limits: { settleMs: 60, maxExpiryWaitMs: 100 } },
    timeoutMs,
    only: sample,
    depth: "standard",
    connection,
    keepsRecording: false,
  });
  const { exitCode, report, reason = "" } = ending;
  const undecided = (report?.cases ?? []).filter(({ verdict }) => /failed|blocked|errored/.test(verdict));
  // what the circuit breaker says says least
  const said = undecided.flatMap((one) => one.reason ?? []);
  return {
    exitCode,
    seen: toSeen(
      ending,
      undecided.map(({ verdict }) => verdict),
    ),
    reason:
      reason === ""
        ? (said.find((one) => !one.includes(" has answered for some time")) ?? said[0] ?? "")
        : reason,
  };
}

function toSeen(
  { exitCode, report }: { readonly exitCode: number; readonly report?: unknown },
  verdicts: readonly string[],
): ConnectionOutcome["seen"] {
  if (report === undefined) return exitCode === 3 ? "unreachable" : "failed";
  if (verdicts.length === 0) return "unharmed";
  return verdicts.every((verdict) => verdict === "blocked") ? "blocked" : "failed";
}
