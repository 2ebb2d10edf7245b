/** The replaying transport: answers each request with its recorded response, and notes each difference. */
import { toBytes } from "./recorded-body.ts";
import { redactHeaders } from "./redacted-headers.ts";
import { type ExchangeRecord, toRecordedHead } from "./recorder.ts";
import type { Redaction } from "./redaction.ts";
import type { Transport, WireOutcome, WireRequest } from "../transport/transport.ts";
import { sha256 } from "../seed.ts";

export interface ReplayTransport extends Transport {
  /** Differences between this run and the recorded one, in the order in which they were found. */
  readonly differences: () => readonly string[];
  /** Ids of recorded exchanges that no check requested. */
  readonly unused: () => readonly string[];
}

export function createReplayTransport(
  records: readonly ExchangeRecord[],
  redaction: Redaction,
): ReplayTransport {
  // of exchanges that ended at once, the recording has the one first that was seen to end first
  const byId = new Map(records.map((record, place) => [record.id, { record, place }]));
  const differences: string[] = [];
  const used = new Set<string>();
  const inOrder = createOrder();

  return {
    live: false,
    send(request, exchangeId) {
      const { record, place } = byId.get(exchangeId) ?? { place: 0 };
      if (record === undefined) {
        differences.push(`exchange ${exchangeId} is requested, but is not in the recording`);
        return Promise.resolve({ failure: "not in the recording", startedAtMs: 0, durationMs: 0 });
      }
      used.add(exchangeId);
      const difference = differ(request, record, redaction);
      if (difference !== undefined) differences.push(`exchange ${exchangeId} ${difference}`);
      const outcome = toOutcome(record);
      return inOrder.give(outcome, place);
    },
    sleep: (milliseconds) => inOrder.after(milliseconds),
    now: () => performance.now(),
    close: () => Promise.resolve(),
    differences: () => differences,
    unused: () => records.flatMap(({ id }) => (used.has(id) ? [] : [id])),
  };
}

interface Order {
  /** Gives an outcome when all that ended before it have been given; of those that ended at once, the one with the first place. */
  readonly give: (outcome: WireOutcome, place: number) => Promise<WireOutcome>;
  /** A pause that ends between the same responses as in the live run, and takes no time. */
  readonly after: (milliseconds: number) => Promise<void>;
}

/**
 * Gives responses, and ends pauses, in the order of the live run: of several requests sent at once, the one that is answered first decides
 * what a check does next, and of two that poll at once, the one whose pause ends first asks first. Each time, the earliest of all that is
 * expected is given, and what waited for it continues before the next.
 */
function createOrder(): Order {
  const waiting: { readonly atMs: number; readonly place: number; readonly give: () => void }[] = [];
  /** When the last one was given, in milliseconds of the live run. */
  let nowMs = 0;

  function giveEarliest(): void {
    waiting.sort((a, b) => a.atMs - b.atMs || a.place - b.place);
    const earliest = waiting.shift();
    if (earliest !== undefined) nowMs = Math.max(nowMs, earliest.atMs);
    earliest?.give();
    if (waiting.length > 0) setImmediate(giveEarliest);
  }

  function wait(atMs: number, place: number): Promise<void> {
    return new Promise((give) => {
      if (waiting.push({ atMs, place, give }) === 1) setImmediate(giveEarliest);
    });
  }

  return {
    async give(outcome, place) {
      await wait(toRecordedMs(outcome.startedAtMs + outcome.durationMs), place);
      return outcome;
    },
    after: (milliseconds) => wait(toRecordedMs(nowMs + milliseconds), 0),
  };
}

/** Sums of moments, which are recorded in tenths of a millisecond, without what is left of adding them. */
function toRecordedMs(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function differ(request: WireRequest, record: ExchangeRecord, redaction: Redaction): string | undefined {
  const redacted = redactHeaders(redaction, request.headers);
  const { method, url, headers } = toRecordedHead(
    { method: request.method, url: request.url, headers: redacted },
    record.failure,
    redaction,
  );
  if (method !== record.request.method || url !== record.request.url) {
    return `was ${record.request.method} ${record.request.url}, and is now ${method} ${url}`;
  }
  if (JSON.stringify(headers) !== JSON.stringify(record.request.headers))
    return "had different request headers";
  const digest = request.body === undefined ? undefined : sha256(redaction.bytes(request.body));
  return digest === record.request.body?.digest ? undefined : "had a different request body";
}

function toOutcome(record: ExchangeRecord): WireOutcome {
  const { startedAtMs, durationMs, response, failure } = record;
  if (response === undefined) return { failure: failure ?? "no response", startedAtMs, durationMs };
  return {
    response: { status: response.status, headers: response.headers, body: toBytes(response.body) },
    startedAtMs,
    durationMs,
  };
}
