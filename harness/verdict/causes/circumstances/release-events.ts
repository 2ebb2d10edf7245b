/** What the run did to each volume and release, read from the recording: the story behind what a later response shows. */
import type { About, Exchange, Operation } from "../../../../schemas/report.ts";
import { textAt } from "../../../exchange/answer.ts";
import { toFullName } from "../../../exchange/volume.ts";
import { sentJson, shownJson } from "../exchange-text.ts";
import { readUploads, succeeded, type Uploads } from "./uploads.ts";

/** The volume of a request's path, by its full name, and its version where the path or the upload has one. */
export interface Place {
  readonly volume: string;
  readonly version?: string;
}

/** One write, or one state that the hook set. */
interface ReleaseEvent extends Place {
  readonly exchange: Exchange;
  /** What it did, or was refused to do, as the words after "after". */
  readonly words: string;
  /** The operation that did it; absent for the states hook. */
  readonly operation?: Operation;
  /** Every release has a publication: a create, and the first finalize of its upload. Each further finalize of one upload is a repeat. */
  readonly kind: "publication" | "repeat" | "attachment" | "other";
  readonly endedAtMs: number;
}

export interface ReleaseEvents {
  /** All exchanges, in the order in which they were sent. */
  readonly sorted: readonly Exchange[];
  readonly uploads: Uploads;
  readonly placeOf: (exchange: Exchange) => Place | undefined;
  /** Where the upload of an exchange was opened: also for its bytes, whose address names no release. */
  readonly placeOfUpload: (exchange: Exchange) => Place | undefined;
  /** The writes to a volume that had ended when an exchange began, in their order. */
  readonly before: (exchange: Exchange) => readonly ReleaseEvent[];
  /** True for bytes that came when their upload had been finalized. */
  readonly isAfterFinalize: (exchange: Exchange) => boolean;
  /** The finalize that published the release of an exchange. */
  readonly publishedBy: (exchange: Exchange) => Exchange | undefined;
  /** The body of its response. */
  readonly publicationOf: (exchange: Exchange) => unknown;
}

/** What a write does, where it succeeds and where it is refused. The first finalize of an upload is no event for its release. */
const deeds: Readonly<Partial<Record<Operation, readonly [done: string, refused: string]>>> = {
  createReleaseUpload: ["an upload was created", "a refused create"],
  finalizeReleaseUpload: ["it was published", "a refused finalize"],
  createTrustUpload: ["a trust upload was created", "a refused create of a trust upload"],
  finalizeTrustUpload: ["a trust artifact was attached", "a refused finalize of a trust upload"],
  unpublishVersion: ["it was unpublished", "a refused `DELETE`"],
};

export function readEvents(exchanges: readonly Exchange[]): ReleaseEvents {
  const sorted = exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  const uploads = readUploads(sorted);
  const finalized = new Set<string>();
  const finalizedAtMs = new Map<string, number>();
  const byVolume = new Map<string, ReleaseEvent[]>();
  function placeOf(exchange: Exchange): Place | undefined {
    const { about } = exchange;
    const volume = volumeOf(about);
    if (volume === undefined) return undefined;
    const opened = uploads.createOf(exchange)?.about;
    const version = about?.version ?? (volumeOf(opened) === volume ? opened?.version : undefined);
    return { volume, ...(version === undefined ? {} : { version }) };
  }
  function publishedBy(exchange: Exchange): Exchange | undefined {
    const { volume = "", version } = placeOf(exchange) ?? {};
    const event = (byVolume.get(volume) ?? []).find(
      (one) =>
        one.version === version && one.operation === "finalizeReleaseUpload" && succeeded(one.exchange),
    );
    return event?.exchange;
  }
  for (const exchange of sorted) {
    const id = exchange.about?.uploadId;
    if (id !== undefined && succeeded(exchange) && !finalizedAtMs.has(id))
      finalizedAtMs.set(id, exchange.startedAtMs + exchange.durationMs);
    const event = exchange.operation === "state" ? toStateEvent(exchange) : toEvent(exchange, placeOf);
    if (event === undefined) continue;
    const isFinalize = event.operation === "finalizeReleaseUpload";
    const isAgain = isFinalize && finalized.has(exchange.request.url);
    if (isFinalize && succeeded(exchange)) finalized.add(exchange.request.url);
    const told = isAgain
      ? { ...event, words: "a second finalize of one upload", kind: "repeat" as const }
      : event;
    byVolume.set(event.volume, [...(byVolume.get(event.volume) ?? []), told]);
  }
  return {
    sorted,
    uploads,
    placeOf,
    placeOfUpload(exchange) {
      const create = uploads.createOf(exchange);
      return create && placeOf(create);
    },
    isAfterFinalize(exchange) {
      return (finalizedAtMs.get(uploads.ofRequest(exchange) ?? "") ?? Infinity) <= exchange.startedAtMs;
    },
    before(exchange) {
      const events = byVolume.get(placeOf(exchange)?.volume ?? "") ?? [];
      return events.filter(({ endedAtMs }) => endedAtMs <= exchange.startedAtMs);
    },
    publishedBy,
    publicationOf(exchange) {
      const finalize = publishedBy(exchange);
      return finalize === undefined ? undefined : shownJson(finalize);
    },
  };
}

/** What a write is, where it succeeds. */
const kinds: Readonly<Partial<Record<Operation, ReleaseEvent["kind"]>>> = {
  createReleaseUpload: "publication",
  finalizeReleaseUpload: "publication",
  finalizeTrustUpload: "attachment",
};

function volumeOf(about: About | undefined): string | undefined {
  return about?.volume === undefined ? undefined : toFullName(about.volume);
}

function toEvent(
  exchange: Exchange,
  placeOf: (exchange: Exchange) => Place | undefined,
): ReleaseEvent | undefined {
  const { operation, response, startedAtMs, durationMs } = exchange;
  if (operation === "state" || operation === "other") return undefined;
  const [done, refused] = deeds[operation] ?? [];
  const place = placeOf(exchange);
  const isRefused = response !== undefined && response.status >= 400 && response.status < 500;
  const words = succeeded(exchange) ? done : isRefused ? refused : undefined;
  if (place === undefined || words === undefined) return undefined;
  const kind = (succeeded(exchange) ? kinds[operation] : undefined) ?? "other";
  return { ...place, exchange, words, operation, kind, endedAtMs: startedAtMs + durationMs };
}

/** The state of a release that the hook was asked for. */
export function stateIn(exchange: Exchange): string | undefined {
  return textAt(sentJson(exchange), "params", "state");
}

function toStateEvent(exchange: Exchange): ReleaseEvent | undefined {
  const { about, startedAtMs, durationMs } = exchange;
  const volume = volumeOf(about);
  if (!succeeded(exchange) || volume === undefined || about?.state === undefined) return undefined;
  return {
    volume,
    ...(about.version === undefined ? {} : { version: about.version }),
    exchange,
    words: `the states hook set \`${stateIn(exchange) ?? about.state}\``,
    kind: "other",
    endedAtMs: startedAtMs + durationMs,
  };
}
