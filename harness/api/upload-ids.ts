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
  /** Notes the response to a create or trust create request. */
  readonly note: (exchange: Exchange, body: unknown) => void;
  /** True if uploads of several volumes had one id at a moment, in milliseconds of the run: an id alone names no upload then. */
  readonly areShared: (atMs: number) => boolean;
}

/** @param recorded the exchanges of a recording that is replayed: its checks run in another order */
export function createUploadIds(recorded: readonly Exchange[] = []): UploadIds {
  /** By id: when each volume got it first. */
  const volumes = new Map<string, Map<string, number>>();
  let sharedSinceMs = Infinity;
  function note({ operation, about, response, startedAtMs, durationMs }: Exchange, body: unknown): void {
    const uploadId = textAt(body, "uploadId");
    if (!opensUpload(operation) || !isSuccess({ status: response?.status ?? 0 })) return;
    if (uploadId === undefined || about?.volume === undefined) return;
    const volume = toFullName(about.volume);
    const known = volumes.get(uploadId) ?? new Map<string, number>();
    known.set(volume, Math.min(known.get(volume) ?? Infinity, startedAtMs + durationMs));
    volumes.set(uploadId, known);
    const [, second = Infinity] = [...known.values()].toSorted((a, b) => a - b);
    sharedSinceMs = Math.min(sharedSinceMs, second);
  }
  for (const exchange of recorded) note(exchange, readJson(Buffer.from(exchange.response?.body?.text ?? "")));
  return {
    note,
    areShared: (atMs) => atMs >= sharedSinceMs,
  };
}
