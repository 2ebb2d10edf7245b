/** When the run last changed a volume: until `limits.settleMs` after that, any read of the volume may show what was before. */
import { type Answer, isSuccess, textAt } from "./answer.ts";
import { readJson } from "./json-body.ts";

/** By volume, as it is in paths: the end of the last write that changed it, in milliseconds from the run's start. */
export type LastWrites = Map<string, number>;

const volumeInUrl = /\/api\/v1\/(?:index\/)?volumes\/(@[^/?#]+\/[^/?#]+|[^/?#]+)/u;

/** Notes a write that changed a volume: a finalize, an unpublish, or a state that the hook set. */
export function noteLastWrite(writes: LastWrites, answer: Answer, sent: Uint8Array | undefined): void {
  if (!isSuccess(answer)) return;
  const { operation, request } = answer.exchange;
  const isWrite =
    request.method === "DELETE" ||
    operation === "finalizeReleaseUpload" ||
    operation === "finalizeTrustUpload";
  const volume =
    operation === "state"
      ? textAt(readJson(sent ?? new Uint8Array()), "params", "name")
      : isWrite
        ? volumeInUrl.exec(answer.url)?.[1]
        : undefined;
  if (volume !== undefined) writes.set(volume, Math.max(writes.get(volume) ?? 0, answer.endedAtMs));
}

/** When the volume of a read last changed; undefined if the run has not changed it. */
export function lastWriteOf(writes: LastWrites, { url }: Pick<Answer, "url">): number | undefined {
  const volume = volumeInUrl.exec(url)?.[1];
  return volume === undefined ? undefined : writes.get(volume);
}
