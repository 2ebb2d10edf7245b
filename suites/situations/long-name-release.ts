/** A release with a name segment of the maximum length and a mixed-case version. The registry must not change either. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import { toLabelOfLength } from "../inputs/names.ts";
import { deriveBytes } from "../../harness/seed.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { type Publication, publishedBy, tryToPublish } from "./publication.ts";
import { versionsOf } from "./build-metadata.ts";

/**
 * The first release of a volume with a name segment of this length, for set-ups that do not depend on the name. If the registry rejects
 * the name, which requirements of their own judge, it is in another volume.
 */
export async function releaseWithLongName(
  given: Given,
  version: string,
  length: number,
): Promise<PublishedRelease> {
  const { segment, ...scope } = given.volume();
  const volume = { ...scope, segment: toLabelOfLength(segment, Math.max(length, segment.length + 2)) };
  const named = await undefinedIfNotPossible(() => given.publishedRelease({ volume, version }));
  return named ?? (await given.publishedRelease({ version }));
}

/** Digits only in a scope, where somebody may read a number. An unscoped name begins with the prefix of the namespace. */
function toLongestSegment({ form }: Given, segment: string): string {
  if (form === "unscoped") return toLabelOfLength(`${segment}-7-a`, 128);
  return Array.from(deriveBytes(128, segment), (byte) => byte % 10).join("");
}

/** In both letter cases, and with so many characters as every registry that limits versions at all should take. */
const longVersion = "0.10.0-Rc.0.x-Y.one-identifier-that-is-longer-than-usual-1a2b";

/** Publishes it and returns the response to each step. */
export const publishLongName: Situation<Publication> = situation(
  "identity/kept-release",
  async ({ given, registry }) => {
    await given.sharedRelease();
    const { segment, ...scope } = given.volume();
    const volume = { ...scope, segment: toLongestSegment(given, segment) };
    return await tryToPublish(given, registry, { volume, version: longVersion });
  },
);

/**
 * The release, its metadata and the index of its volume, read until they are visible or the time for that is over.
 * @throws Blocked if the registry rejects the release
 */
export const readLongNameRelease: Situation<{
  readonly release: PublishedRelease;
  readonly metadata: Answer;
  readonly index: Answer;
}> = situation("identity/kept-reads", async ({ given, registry, eventually }) => {
  const release = await publishedBy(given, await publishLongName(given));
  const metadata = await eventually(() => registry.getRelease(release), { since: release });
  const index = await eventually(() => registry.getVersionIndex(release.volume), {
    since: release,
    until: (answer) => versionsOf(answer).length > 0,
  });
  return { release, metadata, index };
});
