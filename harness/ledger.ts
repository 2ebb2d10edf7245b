/** What a run keeps of its exchanges, for checks that judge all of them together. Knows no rule of the API. */
import type { Answer } from "./exchange/answer.ts";

/** Where an entry is from. */
export interface Noted {
  /** Id of the exchange. */
  readonly exchange: string;
  /** The absolute URL of the request: references in the response are relative to it. */
  readonly requestUrl: string;
  /** Milliseconds from the run's start. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** Entries of one kind, made from exchanges: small, because they stay until the end of the run. */
export interface Ledger<T> {
  readonly note: (run: object, answer: Answer, sent: Uint8Array | undefined) => void;
  /** The entries of a run, in the order in which their exchanges ended: the same when the run is verified. */
  readonly entries: (run: object) => readonly (T & Noted)[];
}

/**
 * @param read gives the entries of one exchange, from the response and the request's body without secrets; an exchange without a
 *   response has the status 0
 */
export function createLedger<T extends object>(
  read: (answer: Answer, sent: Uint8Array | undefined) => readonly T[],
): Ledger<T> {
  const kept = new WeakMap<object, (T & Noted)[]>();
  // until the next exchange: the audits at the end of a run all read the same entries
  const sorted = new WeakMap<object, readonly (T & Noted)[]>();
  return {
    note(run, answer, sent) {
      const own = kept.get(run) ?? [];
      kept.set(run, own);
      sorted.delete(run);
      const { id, startedAtMs } = answer.exchange;
      const noted: Noted = {
        exchange: id,
        requestUrl: answer.url,
        startedAtMs,
        endedAtMs: answer.endedAtMs,
      };
      for (const entry of read(answer, sent)) own.push({ ...entry, ...noted });
    },
    entries(run) {
      const entries = sorted.get(run) ?? (kept.get(run) ?? []).toSorted(byEnd);
      sorted.set(run, entries);
      return entries;
    },
  };
}

/** Where an entry is from, without the entry. */
export function toNoted({ exchange, requestUrl, startedAtMs, endedAtMs }: Noted): Noted {
  return { exchange, requestUrl, startedAtMs, endedAtMs };
}

function byEnd(a: Noted, b: Noted): number {
  return a.endedAtMs - b.endedAtMs || (a.exchange < b.exchange ? -1 : 1);
}
