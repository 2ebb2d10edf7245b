/**
 * When the run last changed a volume: until `limits.settleMs` after that, any read of the volume may show what was before, also for a
 * check that did not change it. A replay knows all writes of its recording from the start, as its checks run in another order.
 */
import type { Exchange } from "../../schemas/report.ts";
import { type Answer, textAt } from "./answer.ts";

export interface LastWrites {
  /** Notes an exchange if it changed a volume: a finalize, an unpublish, or a state that the hook set. */
  readonly note: (exchange: Exchange) => void;
  /** When the last write ended before this read began, in milliseconds of the run; undefined if the run has not changed the volume. */
  readonly before: (read: Answer) => number | undefined;
}

const volumeInUrl = /\/api\/v1\/(?:index\/)?volumes\/(@[^/?#]+\/[^/?#]+|[^/?#]+)/u;

/** @param recorded the exchanges of a recording that is replayed */
export function createLastWrites(recorded: readonly Exchange[] = []): LastWrites {
  /** By volume, as it is in paths: the ends of its writes. */
  const ends = new Map<string, Set<number>>();
  function note(exchange: Exchange): void {
    const volume = changedVolume(exchange);
    if (volume === undefined) return;
    const ofVolume = ends.get(volume) ?? new Set();
    ends.set(volume, ofVolume.add(exchange.startedAtMs + exchange.durationMs));
  }
  for (const exchange of recorded) note(exchange);
  return {
    note,
    before: ({ url, exchange: { startedAtMs } }) => {
      const earlier = [...(ends.get(volumeInUrl.exec(url)?.[1] ?? "") ?? [])].filter(
        (end) => end <= startedAtMs,
      );
      return earlier.length === 0 ? undefined : Math.max(...earlier);
    },
  };
}

/** The volume that an exchange changed, as it is in paths. */
function changedVolume({ operation, request, response }: Exchange): string | undefined {
  const status = response?.status ?? 0;
  if (status < 200 || status > 299) return undefined;
  if (operation === "state") return nameInHookRequest(request.body?.text);
  const isFinalize = operation === "finalizeReleaseUpload" || operation === "finalizeTrustUpload";
  return isFinalize || request.method === "DELETE" ? volumeInUrl.exec(request.url)?.[1] : undefined;
}

function nameInHookRequest(text = "null"): string | undefined {
  try {
    return textAt(JSON.parse(text), "params", "name");
  } catch {
    return undefined;
  }
}
