/** Set-up that the checks of this chapter share: a volume with one version unpublished, and others beside it. */
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import { type Publication, tryToPublish } from "../publish/publication.ts";

export interface UnpublishedVersion {
  readonly release: PublishedRelease;
  /** Versions of the same volume: a prerelease of the unpublished one, which begins alike, and a later one. */
  readonly others: readonly PublishedRelease[];
  /** The answer to the unpublish request. */
  readonly answer: Answer;
  /** Milliseconds from the run's start; what became of the version counts from here. */
  readonly sinceMs: number;
  /** Metadata of the version afterwards, once it is not available any more or the time for that is over; else `answer`. */
  readonly after: Answer;
}

/** One version unpublished, with two others that are not. Only read, never changed. */
export function unpublishedVersion(given: Given): Promise<UnpublishedVersion> {
  return given.shared("unpublish/unpublished-version", async (own, registry, settle) => {
    const volume = own.volume();
    const prerelease = await own.publishedRelease({ volume, version: "1.0.0-rc.1" });
    const release = await own.publishedRelease({ volume, version: "1.0.0" });
    const later = await own.publishedRelease({ volume, version: "2.0.0" });
    // what was just published may not be known everywhere yet
    const answer = await settle(release, () => registry.unpublishVersion(release));
    const sinceMs = answer.endedAtMs;
    const after = isSuccess(answer)
      ? await settle({ sinceMs }, () => registry.getRelease(release), isGone)
      : answer;
    return { release, others: [prerelease, later], answer, sinceMs, after };
  });
}

/** As `unpublishedVersion`; blocked where the request was refused, which a check of its own judges. */
export async function acceptedUnpublish(given: Given): Promise<UnpublishedVersion> {
  const unpublished = await unpublishedVersion(given);
  if (!isSuccess(unpublished.answer))
    throw given.blocked(`unpublishing answered ${said(unpublished.answer)}`, unpublished.answer);
  return unpublished;
}

/** What became of publishing another version to the volume, after one of its versions was unpublished. */
export function furtherPublication(given: Given): Promise<Publication> {
  return given.shared("unpublish/further-version", async (own, registry) => {
    const { volume } = (await acceptedUnpublish(own)).release;
    return await tryToPublish(own, registry, { volume, version: own.version("2.0.0-rc.1") });
  });
}

/** Whether metadata says that the release can no longer be installed: it is not found, or in another state than available. */
export function isGone(metadata: Answer): boolean {
  if (!isSuccess(metadata)) return metadata.status === 404;
  return textAt(metadata.body, "status", "state") !== "available";
}

/** An answer in two words. */
export function said(answer: Answer): string {
  return isSuccess(answer)
    ? `a success (${answer.status})`
    : `${answer.status} ${slugOf(answer) ?? "without a known problem"}`;
}

/** What metadata says of the release's state, in words. */
export function stateSaid(metadata: Answer): string {
  if (!isSuccess(metadata)) return said(metadata);
  return `${textAt(metadata.body, "status", "state") ?? "no state"}, ${valueAt(metadata.body, "dist") === undefined ? "without" : "with"} dist`;
}
