/** Tells what a run waits for, so that nobody takes a waiting run for one that hangs. */
import type { Transport } from "./transport.ts";

/** What a run waits for, and how long at most. */
export interface Wait {
  readonly milliseconds: number;
  /** The end of a sentence that begins with "waiting 60 s": `as Retry-After says`. Of a response, what is waited for. */
  readonly reason: string;
  /** Of a response that does not come: the milliseconds that are over. */
  readonly waitedMs?: number;
}

/** Shorter waits are not told. */
const minToldMs = 2_000;

/**
 * The transport, with each wait of more than two seconds told once: a sleep when it begins, a response that does not come when
 * two seconds are over.
 * @param timeoutMs the maximum of one exchange
 */
export function announceWaits(
  transport: Transport,
  timeoutMs: number,
  onWait: (wait: Wait) => void,
): Transport {
  const tell = createTeller(onWait);
  return {
    ...transport,
    async send(request, exchangeId) {
      const milliseconds = timeoutMs - minToldMs;
      const reason = `the response to ${request.method} ${pathOf(request.url)}`;
      // where every response is slow, one of them is told at a time
      const told = { milliseconds, reason, waitedMs: minToldMs };
      const timer = setTimeout(() => tell(told, "a response"), minToldMs);
      return await transport.send(request, exchangeId).finally(() => clearTimeout(timer));
    },
    async sleep(milliseconds, actorId, wait) {
      if (wait !== undefined) tell({ milliseconds, ...wait });
      await transport.sleep(milliseconds, actorId, wait);
    },
  };
}

/** Checks that wait for the same thing at the same time are one wait. */
function createTeller(onWait: (wait: Wait) => void): (wait: Wait, key?: string) => void {
  const until = new Map<string, number>();
  return (wait, key = wait.reason) => {
    const { milliseconds } = wait;
    const now = performance.now();
    if (milliseconds < minToldMs || (until.get(key) ?? 0) > now) return;
    until.set(key, now + milliseconds);
    onWait(wait);
  };
}

/** Without the query, which may hold a signature. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
