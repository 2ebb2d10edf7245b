/**
 * When the run last changed a volume: until `limits.settleMs` after that, any read of the volume may show what was before, also for a
 * check that did not change it. A replay knows all writes of its recording from the start, as its checks run in another order.
 */
import type { About, Exchange, Operation } from "../../schemas/report.ts";
import { type Answer, slugOf } from "../exchange/answer.ts";
import { toFullName } from "../exchange/volume.ts";

export interface LastWrites {
  /** Notes an exchange if it changed a volume: a finalize, an unpublish, or a state that the hook set. */
  readonly note: (exchange: Exchange) => void;
  /** When the last write ended before this read began, in milliseconds of the run; undefined if the run has not changed the volume. */
  readonly before: (read: Answer) => number | undefined;
  /** True for a read that answers that its volume cannot be reconciled, soon after a write. The hook may have made it so for good. */
  readonly isBehind: (read: Answer, settleMs: number) => boolean;
}

/** @param recorded the exchanges of a recording that is replayed */
export function createLastWrites(recorded: readonly Exchange[] = []): LastWrites {
  /** By the full name of a volume: the ends of its writes. */
  const ends = new Map<string, Set<number>>();
  /** Volumes with a release that the hook made inconsistent, and when. */
  const inconsistent = new Map<string, number>();
  function note(exchange: Exchange): void {
    const volume = changedVolume(exchange);
    if (volume === undefined) return;
    const endedMs = exchange.startedAtMs + exchange.durationMs;
    if (exchange.about?.state === "inconsistent")
      inconsistent.set(volume, Math.min(endedMs, inconsistent.get(volume) ?? Infinity));
    const ofVolume = ends.get(volume) ?? new Set();
    ends.set(volume, ofVolume.add(endedMs));
  }
  function before({ exchange: { about, startedAtMs } }: Answer): number | undefined {
    const earlier = [...(ends.get(fullNameIn(about) ?? "") ?? [])].filter((end) => end <= startedAtMs);
    return earlier.length === 0 ? undefined : Math.max(...earlier);
  }
  for (const exchange of recorded) note(exchange);
  return {
    note,
    before,
    isBehind: (read, settleMs) => {
      const { method } = read.exchange.request;
      const mayLag = method === "GET" && slugOf(read) === "inconsistent-registry-state";
      const changedMs = mayLag ? before(read) : undefined;
      const madeMs = inconsistent.get(fullNameIn(read.exchange.about) ?? "") ?? Infinity;
      const isMeant = madeMs <= read.exchange.startedAtMs;
      return changedMs !== undefined && !isMeant && read.endedAtMs < changedMs + settleMs;
    },
  };
}

/** The full name of the volume that an exchange changed. */
function changedVolume({ about, response }: Exchange): string | undefined {
  const status = response?.status ?? 0;
  if (status < 200 || status > 299) return undefined;
  const { operation, state = "advisory" } = about ?? {};
  const isChange = state !== "advisory" || changes.some((one) => one === operation);
  return isChange ? fullNameIn(about) : undefined;
}

/** An advisory of a volume changes neither the volume nor its releases. */
const changes: readonly Operation[] = ["finalizeReleaseUpload", "finalizeTrustUpload", "unpublishVersion"];

function fullNameIn(about: About | undefined): string | undefined {
  return about?.volume === undefined ? undefined : toFullName(about.volume);
}
