/** What causes are told from: the exchanges of a run, and what is known of them. */
import type { Exchange } from "../../../../schemas/report.ts";
import type { TriedAgain } from "../../check-outcome.ts";
import type { Sighting } from "../deviation.ts";
import { readEvents, type ReleaseEvents } from "./release-events.ts";

export interface RecordedRun {
  /** In the order in which they were sent, which a replay does not change. */
  readonly exchanges: readonly Exchange[];
  /** Exchanges that show any deviation: they are no witnesses for what is right. */
  readonly broken: ReadonlySet<string>;
  readonly events: ReleaseEvents;
  /** What the case with an id showed when it was tried again. */
  readonly triedAgain: (id: string) => TriedAgain | undefined;
}

/**
 * @param sightings all of the run
 * @returns what gives the run; it is read when it is asked for first, since most runs have no cause
 */
export function openRecordedRun(
  exchanges: readonly Exchange[],
  sightings: readonly Sighting[],
  triedAgain: RecordedRun["triedAgain"] = () => undefined,
): () => RecordedRun {
  let run: RecordedRun | undefined;
  return () => (run ??= readRun(exchanges, sightings, triedAgain));
}

function readRun(
  exchanges: readonly Exchange[],
  sightings: readonly Sighting[],
  triedAgain: RecordedRun["triedAgain"],
): RecordedRun {
  const sorted = exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1));
  return {
    exchanges: sorted,
    broken: new Set(sightings.flatMap((one) => one.exchanges)),
    events: readEvents(sorted),
    triedAgain,
  };
}
