/** What the run did to each volume and release, read from the recording: the story behind what a later response shows. */
import type { About, Exchange, Operation } from "../../../schemas/report.ts";
import { textAt } from "../../registry/answer.ts";
import { readJson } from "../../registry/json-body.ts";
import { toFullName } from "../../registry/volume.ts";

/** The volume of a request's path, by its full name, and its version where the path or the upload has one. */
export interface Place {
  readonly volume: string;
  readonly version?: string;
}

/** One write, or one state that the hook set. */
export interface ReleaseEvent extends Place {
  readonly exchange: Exchange;
  /** What it did, or was refused to do, as the words after "after". */
  readonly words: string;
  /** The operation that did it; absent for the states hook. */
  readonly operation?: Operation;
  /** True for a create and the first finalize of an upload: every release has them. */
  readonly isPublication: boolean;
  readonly isAttachment: boolean;
  /** True for a finalize of an upload that was finalized before. */
  readonly isRepeat: boolean;
  readonly endedAtMs: number;
}

export interface ReleaseEvents {
  readonly placeOf: (exchange: Exchange) => Place | undefined;
  /** The writes to a volume that had ended when an exchange began, in their order. */
  readonly before: (exchange: Exchange) => readonly ReleaseEvent[];
  /** The body of the finalize that published the release of an exchange. */
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
  const uploads = placesOfUploads(exchanges);
  const finalized = new Set<string>();
  const byVolume = new Map<string, ReleaseEvent[]>();
  function placeOf({ about }: Exchange): Place | undefined {
    const volume = volumeOf(about);
    const known = uploads.get(about?.uploadId ?? "");
    if (volume === undefined) return undefined;
    const version = about?.version ?? (known?.volume === volume ? known.version : undefined);
    return { volume, ...(version === undefined ? {} : { version }) };
  }
  for (const exchange of exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs)) {
    const event = exchange.operation === "state" ? toStateEvent(exchange) : toEvent(exchange, placeOf);
    if (event === undefined) continue;
    const isFinalize = event.operation === "finalizeReleaseUpload";
    const isAgain = isFinalize && finalized.has(exchange.request.url);
    if (isFinalize && isSuccess(exchange)) finalized.add(exchange.request.url);
    const told = isAgain
      ? { ...event, words: "a second finalize of one upload", isPublication: false, isRepeat: true }
      : event;
    byVolume.set(event.volume, [...(byVolume.get(event.volume) ?? []), told]);
  }
  return {
    placeOf,
    before(exchange) {
      const events = byVolume.get(placeOf(exchange)?.volume ?? "") ?? [];
      return events.filter(({ endedAtMs }) => endedAtMs <= exchange.startedAtMs);
    },
    publicationOf(exchange) {
      const { volume = "", version } = placeOf(exchange) ?? {};
      const event = (byVolume.get(volume) ?? []).find(
        (one) =>
          one.version === version && one.operation === "finalizeReleaseUpload" && isSuccess(one.exchange),
      );
      return event === undefined ? undefined : bodyOf(event.exchange.response?.body);
    },
  };
}

function isSuccess({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

function volumeOf(about: About | undefined): string | undefined {
  return about?.volume === undefined ? undefined : toFullName(about.volume);
}

/** The releases of uploads, by the ids that their creates returned. */
function placesOfUploads(exchanges: readonly Exchange[]): ReadonlyMap<string, Place> {
  return new Map(
    exchanges.flatMap((exchange) => {
      if (exchange.operation !== "createReleaseUpload" || !isSuccess(exchange)) return [];
      const volume = volumeOf(exchange.about);
      const uploadId = textAt(bodyOf(exchange.response?.body), "uploadId");
      const version = exchange.about?.version;
      return volume === undefined || uploadId === undefined || version === undefined
        ? []
        : [[uploadId, { volume, version }] as const];
    }),
  );
}

/** A recorded body, parsed; undefined if it is no JSON. */
export function bodyOf(body: { readonly text?: string } | undefined): unknown {
  return body?.text === undefined ? undefined : readJson(Buffer.from(body.text));
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
  const words = isSuccess(exchange) ? done : isRefused ? refused : undefined;
  if (place === undefined || words === undefined) return undefined;
  const isPublication =
    isSuccess(exchange) && (operation === "createReleaseUpload" || operation === "finalizeReleaseUpload");
  const isAttachment = isSuccess(exchange) && operation === "finalizeTrustUpload";
  const endedAtMs = startedAtMs + durationMs;
  return { ...place, exchange, words, operation, isPublication, isAttachment, isRepeat: false, endedAtMs };
}

function toStateEvent(exchange: Exchange): ReleaseEvent | undefined {
  const { about, startedAtMs, durationMs } = exchange;
  const volume = volumeOf(about);
  if (!isSuccess(exchange) || volume === undefined || about?.state === undefined) return undefined;
  return {
    volume,
    ...(about.version === undefined ? {} : { version: about.version }),
    exchange,
    words: `the states hook set \`${about.state}\``,
    isPublication: false,
    isAttachment: false,
    isRepeat: false,
    endedAtMs: startedAtMs + durationMs,
  };
}
