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
  const byId = new Map(records.map((record) => [record.id, record]));
  const differences: string[] = [];
  const used = new Set<string>();
  const inOrder = createOrder();

  return {
    live: false,
    send(request, exchangeId) {
      const record = byId.get(exchangeId);
      if (record === undefined) {
        differences.push(`exchange ${exchangeId} is requested, but is not in the recording`);
        return Promise.resolve({ failure: "not in the recording", startedAtMs: 0, durationMs: 0 });
      }
      used.add(exchangeId);
      const difference = differ(request, record, redaction);
      if (difference !== undefined) differences.push(`exchange ${exchangeId} ${difference}`);
      const outcome = toOutcome(record);
      return inOrder(outcome);
    },
    sleep: () => Promise.resolve(),
    now: () => performance.now(),
    close: () => Promise.resolve(),
    differences: () => differences,
    unused: () => records.flatMap(({ id }) => (used.has(id) ? [] : [id])),
  };
}

/**
 * Gives responses in the order of the live run: of several requests sent at once, the one that is answered first decides what
 * a check does next. Each time, the earliest of all expected responses is given, and its request continues before the next.
 */
function createOrder(): (outcome: WireOutcome) => Promise<WireOutcome> {
  const waiting: { readonly outcome: WireOutcome; readonly give: (outcome: WireOutcome) => void }[] = [];
  const endOf = ({ startedAtMs, durationMs }: WireOutcome): number => startedAtMs + durationMs;

  function giveEarliest(): void {
    waiting.sort((a, b) => endOf(a.outcome) - endOf(b.outcome));
    const earliest = waiting.shift();
    earliest?.give(earliest.outcome);
    if (waiting.length > 0) setImmediate(giveEarliest);
  }

  return (outcome) =>
    new Promise((give) => {
      if (waiting.push({ outcome, give }) === 1) setImmediate(giveEarliest);
    });
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
