/** Set-up that the checks of this chapter share: a volume with one unpublished version and other versions. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { releaseWithLongName } from "../situations/long-name-release.ts";
import { type Publication, tryToPublish } from "../situations/publication.ts";

export interface UnpublishedVersion {
  readonly release: PublishedRelease;
  /** Versions of the same volume: a prerelease of the unpublished version, which has the same beginning, and a later version, which has the same end. */
  readonly others: readonly PublishedRelease[];
  /** The response to `DELETE`. */
  readonly answer: Answer;
  /** Milliseconds from the start of the run to the response; the settling time starts here. */
  readonly sinceMs: number;
  /** Metadata of the version after unpublishing, or `answer` if `DELETE` was refused. */
  readonly after: Answer;
}

/** Unpublishes one of three versions. Checks only read the result. */
export const unpublishedVersion: Situation<UnpublishedVersion> = situation(
  "unpublish/unpublished-version",
  async ({ given, registry, eventually }) => {
    // another volume has this name and a few more characters
    const prerelease = await releaseWithLongName(given, "1.0.0-rc.1", 120);
    const { volume } = prerelease;
    const release = await given.publishedRelease({ volume, version: "1.0.0" });
    const later = await given.publishedRelease({ volume, version: "11.0.0" });
    // read before the change, so that a copy which is kept too long is found
    await eventually(() => registry.getRelease(release), { since: release });
    await eventually(() => registry.getVersionIndex(volume), { since: later });
    // the new release may not be visible on every node yet
    const answer = await eventually(() => registry.unpublishVersion(release), { since: release });
    const sinceMs = answer.endedAtMs;
    const after = isSuccess(answer)
      ? await eventually(() => registry.getRelease(release), {
          since: { sinceMs },
          until: isNoLongerAvailable,
        })
      : answer;
    return { release, others: [prerelease, later], answer, sinceMs, after };
  },
);

/** As `unpublishedVersion`, but blocked if `DELETE` was refused; a check of its own judges that. */
export async function acceptedUnpublish(given: Given): Promise<UnpublishedVersion> {
  const unpublished = await unpublishedVersion(given);
  if (!isSuccess(unpublished.answer))
    throw given.blocked(`\`DELETE\` answered ${describeOutcome(unpublished.answer)}`, unpublished.answer);
  return unpublished;
}

/** `status.state` in the index row of a version. */
export function rowState(body: unknown, version: string): string | undefined {
  const row = listAt(body, "items").find((item) => textAt(item, "version") === version);
  return textAt(row, "status", "state");
}

/** The index of the volume, read until it does not list the version as available, or the time for that is over. */
export const indexAfterUnpublish: Situation<Answer> = situation(
  "unpublish/index-after-unpublish",
  async ({ given, registry, eventually }) => {
    const unpublished = await acceptedUnpublish(given);
    const { version, volume } = unpublished.release;
    return await eventually(() => registry.getVersionIndex(volume), {
      since: unpublished,
      until: (answer) => isSuccess(answer) && rowState(answer.body, version) !== "available",
    });
  },
);

/** The result of publishing another version to the volume after one of its versions was unpublished. */
export const furtherPublication: Situation<Publication> = situation(
  "unpublish/further-version",
  async ({ given, registry }) => {
    const { volume } = (await acceptedUnpublish(given)).release;
    return await tryToPublish(given, registry, { volume, version: given.version("13.0.0-0") });
  },
);

/** Whether the release is not found or not shown, or its state is not `available`. */
export function isNoLongerAvailable(metadata: Answer): boolean {
  if (!isSuccess(metadata)) return metadata.status === 404 || metadata.status === 403;
  return textAt(metadata.body, "status", "state") !== "available";
}

/** The status and the problem slug of a response. */
export function describeOutcome(answer: Answer): string {
  return isSuccess(answer)
    ? `${answer.status}`
    : `${answer.status} ${slugOf(answer) ?? "without a known problem slug"}`;
}

/** The state in the metadata and whether it has `dist`; status and slug if metadata was refused. */
export function describeMetadata(metadata: Answer): string {
  if (!isSuccess(metadata)) return describeOutcome(metadata);
  return `${metadata.status}, ${textAt(metadata.body, "status", "state") ?? "no state"}, ${valueAt(metadata.body, "dist") === undefined ? "without" : "with"} dist`;
}
