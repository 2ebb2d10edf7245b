/** A circuit breaker: leaves a registry alone that does not answer, looks again after a backoff, and in the end gives up. */

/** What came of sending: whether it speaks for the registry, against it, or for neither (it was never sent). */
export type CircuitOutcome = "answered" | "unanswered" | "none";

export interface CircuitOptions {
  /** Failures in a row after which the registry is given a backoff. */
  readonly threshold: number;
  /** Among how many kinds of request the failures must be. */
  readonly kinds: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Sends through the circuit; `undefined` where it was not sent because nothing answers. */
export type Circuit = <T extends { readonly circuitOutcome: CircuitOutcome }>(
  kind: string,
  send: () => Promise<T>,
) => Promise<T | undefined>;

/** Rests before each new look, in milliseconds: a restart of a registry takes seconds. */
const backoffsMs: readonly number[] = [500, 1000, 2000, 4000];

/** Once given up, one request in so many milliseconds looks whether the registry is back. */
const probeIntervalMs = 30_000;

/** A circuit that is closed. While it backoffs, requests wait; once it has given up, they are refused at once. */
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
