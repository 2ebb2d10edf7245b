/** The words for another release, or another volume, that was taken for the one that was asked for. */
import type { Exchange } from "../../../../schemas/report.ts";
import { describeLikeness } from "./likeness.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { Place } from "./release-events.ts";

/** What is known of the release or the upload that a response shows, and where to look because of it. */
export interface Origin {
  readonly line: string;
  readonly hint?: string;
  /** The same where nothing else that is known has a hint. */
  readonly lastHint?: string;
}

export interface Release extends Place {
  readonly version: string;
}

/** How the version of the path is spoken of. */
export const inPath = "the one in the path";

/** A response, and the release that it should be about. */
export interface About {
  readonly shown: Exchange;
  readonly own: Release;
  readonly run: RecordedRun;
}

/** @param it how the version is spoken of that was asked for */
export function describeVolume(own: Release, owner: Release, it: string = inPath): string {
  const toClause = (which: string, likeness: string | undefined): string =>
    likeness === undefined ? "" : `, ${which} ${likeness}`;
  if (owner.volume === own.volume)
    return `this volume${toClause("which", describeLikeness(own.version, owner.version, { it }))}`;
  const [segment, other] = [own, owner].map(({ volume }) => volume.split("/").at(-1));
  if (segment === other) return "a volume with this name and another scope, or none";
  return `another volume${toClause("whose name", describeNames(own.volume, owner.volume))}`;
}

/** The names of a run begin alike: only a long beginning is one that may be compared alone. */
const minBeginningOfNames = 60;

/** How two names of volumes look alike that were taken for one another. */
export function describeNames(own: string, other: string): string | undefined {
  return describeLikeness(own, other, { it: "this one", minBeginning: minBeginningOfNames });
}
