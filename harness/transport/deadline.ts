/** Bounds work by a deadline of our own: whatever it waits for, the caller goes on when the time is up. */
import { NetworkFailure } from "./connection-errors.ts";

/** The time for the work was up. */
export class DeadlineExceeded extends NetworkFailure {
  override readonly name: string = "DeadlineExceeded";
}

export interface DeadlineOptions {
  /** Milliseconds that the work may take. */
  readonly timeoutMs: number;
  /** Once this is aborted, the rest of the work may take at most `graceMs`. */
  readonly hurry?: { readonly signal: AbortSignal; readonly graceMs: number };
}

/**
 * Runs work until it settles or its time is up. The timer keeps the process alive: a socket of HTTP/2 alone does not, and the
 * process would end with a promise that never settles.
 * @param work gets a signal that is aborted at the deadline, so that it can close what it opened
 * @throws DeadlineExceeded when the time is up, whether or not the work obeys the signal
 */
export async function beforeDeadline<T>(
  { timeoutMs, hurry }: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const expire = (): void =>
    controller.abort(new DeadlineExceeded(`no whole response within ${timeoutMs} ms`));
  const timers = [setTimeout(expire, timeoutMs)];
  const hasten = (): void => {
    timers.push(setTimeout(expire, hurry?.graceMs ?? 0));
  };
  if (hurry?.signal.aborted === true) hasten();
  else hurry?.signal.addEventListener("abort", hasten, { once: true });
  try {
    return await unlessAborted(controller.signal, work(controller.signal));
  } finally {
    for (const timer of timers) clearTimeout(timer);
    hurry?.signal.removeEventListener("abort", hasten);
  }
}

/**
 * Waits for work until a signal is aborted, whether or not the work obeys it.
 * @throws the reason of the signal
 */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let refuse = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    refuse = () => reject(toError(signal.reason));
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", refuse);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
