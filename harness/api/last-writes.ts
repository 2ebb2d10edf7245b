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
  /** By the full name of a volume: its writes. */
  const writes = new Map<string, Set<Write>>();
  /** Volumes with a release that the hook made inconsistent, and when. */
  const inconsistent = new Map<string, number>();
  function note(exchange: Exchange): void {
    const volume = changedVolume(exchange);
    if (volume === undefined) return;
    const endedMs = exchange.startedAtMs + exchange.durationMs;
    if (exchange.about?.state === "inconsistent")
      inconsistent.set(volume, Math.min(endedMs, inconsistent.get(volume) ?? Infinity));
    const ofVolume = writes.get(volume) ?? new Set();
    writes.set(volume, ofVolume.add({ startedMs: exchange.startedAtMs, endedMs }));
  }
  /** The end of the last write of the volume that is among those. */
  function lastEnd({ exchange }: Answer, isAmong: (write: Write) => boolean): number | undefined {
    const those = [...(writes.get(fullNameIn(exchange.about) ?? "") ?? [])].filter(isAmong);
    return those.length === 0 ? undefined : Math.max(...those.map(({ endedMs }) => endedMs));
  }
  const before = (read: Answer): number | undefined =>
    lastEnd(read, ({ endedMs }) => endedMs <= read.exchange.startedAtMs);
  for (const exchange of recorded) note(exchange);
  return {
    note,
    before,
    isBehind: (read, settleMs) => {
      const { method } = read.exchange.request;
      const mayLag = method === "GET" && slugOf(read) === "inconsistent-registry-state";
      // a write that was under way may have been in effect already
      const changedMs = mayLag ? lastEnd(read, ({ startedMs }) => startedMs <= read.endedAtMs) : undefined;
      const madeMs = inconsistent.get(fullNameIn(read.exchange.about) ?? "") ?? Infinity;
      const isMeant = madeMs <= read.exchange.startedAtMs;
      return changedMs !== undefined && !isMeant && read.exchange.startedAtMs < changedMs + settleMs;
    },
  };
}

/** From when to when the run wrote, in milliseconds of the run. */
interface Write {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** True for a request that changes a volume, where it succeeds. */
export function isChange({ operation, state }: About): boolean {
  return state === undefined ? changes.some((one) => one === operation) : state !== "advisory";
}

/** The full name of the volume that an exchange changed. */
function changedVolume({ about, response }: Exchange): string | undefined {
  const status = response?.status ?? 0;
  if (status < 200 || status > 299) return undefined;
  return isChange(about ?? {}) ? fullNameIn(about) : undefined;
}

/** An advisory of a volume changes neither the volume nor its releases. */
const changes: readonly Operation[] = ["finalizeReleaseUpload", "finalizeTrustUpload", "unpublishVersion"];

function fullNameIn(about: About | undefined): string | undefined {
  return about?.volume === undefined ? undefined : toFullName(about.volume);
}
