/** A circuit breaker: if the registry does not answer, it backs off, probes again, and gives up in the end. */

/** The result of sending: the registry answered, it did not answer, or the request was never sent (`none`). */
export type CircuitOutcome = "answered" | "unanswered" | "none";

export interface CircuitOptions {
  /** Failures in a row after which the circuit backs off. */
  readonly threshold: number;
  /** Minimum number of request kinds among the failures. */
  readonly kinds: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Sends through the circuit; `undefined` if it was not sent because the registry does not answer. */
export type Circuit = <T extends { readonly circuitOutcome: CircuitOutcome }>(
  kind: string,
  send: () => Promise<T>,
) => Promise<T | undefined>;

/** Back-offs before each probe, in milliseconds: a registry takes seconds to restart. */
const backoffsMs: readonly number[] = [500, 1000, 2000, 4000];

/** After the last back-off, one request per interval probes whether the registry answers again. */
const probeIntervalMs = 30_000;

/** A closed circuit. During a back-off requests wait; after the last back-off they are rejected at once. */
export function createCircuit({ threshold, kinds, sleep, now }: CircuitOptions): Circuit {
  const failing = new Map<string, number>();
  let backoffs = 0;
  let lastFailureMs = 0;
  let probing: Promise<unknown> | undefined;

  function isOpen(): boolean {
    const failures = [...failing.values()].reduce((sum, count) => sum + count, 0);
    return failing.size >= kinds && failures >= threshold;
  }

  function note(kind: string, circuitOutcome: CircuitOutcome): void {
    if (circuitOutcome === "none") return;
    if (circuitOutcome === "answered") {
      failing.clear();
      backoffs = 0;
      return;
    }
    failing.set(kind, (failing.get(kind) ?? 0) + 1);
    lastFailureMs = now();
  }

  async function sendAndNote<T extends { readonly circuitOutcome: CircuitOutcome }>(
    kind: string,
    send: () => Promise<T>,
  ): Promise<T> {
    const outcome = await send();
    note(kind, outcome.circuitOutcome);
    return outcome;
  }

  async function probe<T extends { readonly circuitOutcome: CircuitOutcome }>(
    kind: string,
    send: () => Promise<T>,
  ): Promise<T> {
    const backoff = backoffsMs[backoffs] ?? 0;
    backoffs += 1;
    if (backoff > 0) await sleep(backoff);
    return await sendAndNote(kind, send);
  }

  return async (kind, send) => {
    while (isOpen()) {
      if (probing !== undefined) {
        await probing;
        continue;
      }
      if (backoffs >= backoffsMs.length && now() - lastFailureMs < probeIntervalMs) return undefined;
      const probed = probe(kind, send);
      probing = probed;
      try {
        return await probed;
      } finally {
        probing = undefined;
      }
    }
    return await sendAndNote(kind, send);
  };
}
