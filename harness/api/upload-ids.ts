/**
 * The ids of the run's uploads. A registry may give the id of one volume's upload to an upload of another volume; the states hook names an
 * upload by its id alone, so that it cannot tell the two apart.
 */
import type { Exchange } from "../../schemas/report.ts";
import { isSuccess, textAt } from "../exchange/answer.ts";
import { opensUpload } from "../exchange/creates.ts";
import { readJson } from "../exchange/json-body.ts";
import { toFullName } from "../exchange/volume.ts";

export interface UploadIds {
  /** Notes the response to a create or trust create request, and the states hook's to a purge. */
  readonly note: (exchange: Exchange, body: unknown) => void;
  /** True if uploads of several volumes had one id at a moment, in milliseconds of the run: an id alone names no upload then. */
  readonly areShared: (atMs: number) => boolean;
}

/** By volume: moments, in milliseconds of the run. */
type Moments = Map<string, number[]>;

/** @param recorded the exchanges of a recording that is replayed: its checks run in another order */
export function createUploadIds(recorded: readonly Exchange[] = []): UploadIds {
  /** By id: when each volume got it. */
  const given = new Map<string, Moments>();
  const purged: Moments = new Map();
  function note({ operation, about, response, startedAtMs, durationMs }: Exchange, body: unknown): void {
    if (about?.volume === undefined || !isSuccess({ status: response?.status ?? 0 })) return;
    const volume = toFullName(about.volume);
    const atMs = startedAtMs + durationMs;
    // what it removes may have been why an id was taken
    if (about.state === "release-purged") add(purged, volume, atMs);
    const uploadId = opensUpload(operation) ? textAt(body, "uploadId") : undefined;
    if (uploadId === undefined) return;
    const ofId: Moments = given.get(uploadId) ?? new Map();
    given.set(uploadId, ofId);
    add(ofId, volume, atMs);
  }
  /** Whether a volume still had an id that it was given, when another one got it. */
  const isHeld = (volume: string, fromMs: number, untilMs: number): boolean =>
    fromMs <= untilMs && !(purged.get(volume) ?? []).some((atMs) => atMs > fromMs && atMs <= untilMs);
  const isSharedAt = (ofId: Moments, untilMs: number): boolean =>
    [...ofId].some(([volume, moments]) =>
      moments.some(
        (atMs) =>
          atMs <= untilMs &&
          [...ofId].some(
            ([other, earlier]) => other !== volume && earlier.some((fromMs) => isHeld(other, fromMs, atMs)),
          ),
      ),
    );
  for (const exchange of recorded) note(exchange, readJson(Buffer.from(exchange.response?.body?.text ?? "")));
  return {
    note,
    areShared: (atMs) => [...given.values()].some((ofId) => ofId.size > 1 && isSharedAt(ofId, atMs)),
  };
}

function add(moments: Moments, volume: string, atMs: number): void {
  const known = moments.get(volume);
  if (known === undefined) moments.set(volume, [atMs]);
  else known.push(atMs);
}
