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

/** So many equal parts of its time must have passed one by one: a process that was stopped meanwhile has seen one of them pass. */
const parts = 10;

/**
 * Counts down while the process is awake. A machine that slept, or that had no time for the process, has not read what has long
 * arrived, and a timer alone would fire before it does.
 * @returns stops the countdown
 */
function countDown(milliseconds: number, onEnd: () => void): () => void {
  let left = parts;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  }, milliseconds / parts);
  return () => clearInterval(timer);
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
  const stops = [countDown(timeoutMs, expire)];
  const hasten = (): void => {
    stops.push(countDown(hurry?.graceMs ?? 0, expire));
  };
  if (hurry?.signal.aborted === true) hasten();
  else hurry?.signal.addEventListener("abort", hasten, { once: true });
  try {
    return await unlessAborted(controller.signal, work(controller.signal));
  } finally {
    for (const stop of stops) stop();
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
