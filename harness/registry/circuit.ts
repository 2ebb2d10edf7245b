/** A circuit breaker: leaves a registry alone that does not answer, looks again after a rest, and in the end gives up. */

/** What came of sending: whether it speaks for the registry, against it, or for neither (it was never sent). */
export type Sign = "answered" | "unanswered" | "none";

export interface CircuitOptions {
  /** Failures in a row after which the registry is given a rest. */
  readonly threshold: number;
  /** Among how many kinds of request the failures must be. */
  readonly kinds: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Sends through the circuit; `undefined` where it was not sent because nothing answers. */
export type Circuit = <T extends { readonly sign: Sign }>(
  kind: string,
  send: () => Promise<T>,
) => Promise<T | undefined>;

/** Rests before each new look, in milliseconds: a restart of a registry takes seconds. */
const restsMs: readonly number[] = [500, 1000, 2000, 4000];

/** Once given up, one request in so many milliseconds looks whether the registry is back. */
const lookAgainMs = 30_000;

/** A circuit that is closed. While it rests, requests wait; once it has given up, they are refused at once. */
export function createCircuit({ threshold, kinds, sleep, now }: CircuitOptions): Circuit {
  const failing = new Map<string, number>();
  let rests = 0;
  let lastFailureMs = 0;
  let looking: Promise<unknown> | undefined;

  function isOpen(): boolean {
    const failures = [...failing.values()].reduce((sum, count) => sum + count, 0);
    return failing.size >= kinds && failures >= threshold;
  }

  function note(kind: string, sign: Sign): void {
    if (sign === "none") return;
    if (sign === "answered") {
      failing.clear();
      rests = 0;
      return;
    }
    failing.set(kind, (failing.get(kind) ?? 0) + 1);
    lastFailureMs = now();
  }

  async function sendAndNote<T extends { readonly sign: Sign }>(
    kind: string,
    send: () => Promise<T>,
  ): Promise<T> {
    const outcome = await send();
    note(kind, outcome.sign);
    return outcome;
  }

  async function look<T extends { readonly sign: Sign }>(kind: string, send: () => Promise<T>): Promise<T> {
    const rest = restsMs[rests] ?? 0;
    rests += 1;
    if (rest > 0) await sleep(rest);
    return await sendAndNote(kind, send);
  }

  return async (kind, send) => {
    while (isOpen()) {
      if (looking !== undefined) {
        await looking;
        continue;
      }
      if (rests >= restsMs.length && now() - lastFailureMs < lookAgainMs) return undefined;
      const looked = look(kind, send);
      looking = looked;
      try {
        return await looked;
      } finally {
        looking = undefined;
      }
    }
    return await sendAndNote(kind, send);
  };
}
