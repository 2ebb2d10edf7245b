/** Reads of release metadata that several checks look at: each is made once per form and run. */
import type { FixtureState, Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, textAt } from "../../harness/registry/answer.ts";
import { givenVolumeWithVersions } from "../version-index/rows.ts";

/** A release, and its metadata. */
export interface Read<Release> {
  readonly release: Release;
  readonly answer: Answer;
}

/** A release that can be read, and its metadata once it was visible, or the time for that was over. */
export async function readMetadataOnce(given: Given): Promise<Read<ReadableRelease>> {
  return await given.shared("release-metadata/readable", async (own, registry, settle) => {
    const release = await own.readableRelease();
    return { release, answer: await settle(release, async () => await registry.getRelease(release)) };
  });
}

/** As above, for a release of this run. */
export async function readPublishedOnce(given: Given): Promise<Read<PublishedRelease>> {
  const release = await given.sharedRelease();
  return { release, answer: (await readMetadataOnce(given)).answer };
}

/** The metadata of each of several versions of one volume. */
export async function readVersionsOnce(given: Given): Promise<readonly Read<PublishedRelease>[]> {
  return await given.shared("release-metadata/versions", async (own, registry, settle) => {
    const reads: Read<PublishedRelease>[] = [];
    for (const release of (await givenVolumeWithVersions(own)).releases) {
      reads.push({ release, answer: await settle(release, async () => await registry.getRelease(release)) });
    }
    return reads;
  });
}

/**
 * A release in a state that the API cannot reach, and its metadata once it told that state or was refused. Every state costs
 * a release, and nothing hangs on its name: whoever looks at one does so in either form.
 */
export async function readInStateOnce(given: Given, state: FixtureState): Promise<Read<ReadableRelease>> {
  return await given.shared(`release-metadata/${state}`, async (own, registry, settle) => {
    const release = await own.releaseInState(state);
    const answer = await settle(
      release,
      async () => await registry.getRelease(release),
      (found) => textAt(found.body, "status", "state") === state || found.status === 403,
    );
    return { release, answer };
  });
}

/** A release that lives in git, and its metadata. */
export async function readGitOnce(given: Given): Promise<Read<Awaited<ReturnType<Given["gitRelease"]>>>> {
  return await given.shared("release-metadata/git", async (own, registry, settle) => {
    const release = await own.gitRelease();
    return { release, answer: await settle(release, async () => await registry.getRelease(release)) };
  });
}

/** A release that declares external dependencies, and its metadata. */
export async function readDeclaringOnce(
  given: Given,
): Promise<Read<Awaited<ReturnType<Given["releaseWithDependencies"]>>>> {
  return await given.shared("release-metadata/declaring", async (own, registry, settle) => {
    const release = await own.releaseWithDependencies();
    return { release, answer: await settle(release, async () => await registry.getRelease(release)) };
  });
}

/** The control of a check for what is not found: the release beside it is. */
export async function expectVisible({ given, expect }: Tools): Promise<ReadableRelease> {
  const { release, answer } = await readMetadataOnce(given);
  expect.success(answer);
  return release;
}
