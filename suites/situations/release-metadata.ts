/** Reads of release metadata that several checks judge. Each is made once per form and run. */
import { type Answer, textAt } from "../../harness/exchange/answer.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Given, PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { givenVolumeWithVersions } from "./version-index.ts";
import type { FixtureState, Tools } from "../../harness/check.ts";

/** A release, and its metadata. */
export interface Read<Release> {
  readonly release: Release;
  readonly answer: Answer;
}

/** A readable release and its metadata, read until it is visible or the time for that is over. */
export const readMetadataOnce: Situation<Read<ReadableRelease>> = situation(
  "release-metadata/readable",
  async ({ given, registry, eventually }) => {
    const release = await given.readableRelease();
    return {
      release,
      answer: await eventually(async () => await registry.getRelease(release), { since: release }),
    };
  },
);

/** The same for a release of this run. */
export async function readPublishedOnce(given: Given): Promise<Read<PublishedRelease>> {
  const release = await given.sharedRelease();
  return { release, answer: (await readMetadataOnce(given)).answer };
}

/** The metadata of each of several versions of one volume. */
export const readVersionsOnce: Situation<readonly Read<PublishedRelease>[]> = situation(
  "release-metadata/versions",
  async ({ given, registry, eventually }) => {
    const reads: Read<PublishedRelease>[] = [];
    for (const release of (await givenVolumeWithVersions(given)).releases) {
      reads.push({
        release,
        answer: await eventually(async () => await registry.getRelease(release), { since: release }),
      });
    }
    return reads;
  },
);

/**
 * A release in a state that the API cannot set, and its metadata, read until it has that state or answers 403. Each state
 * costs a release and does not depend on its name, so checks of it run in either form.
 */
export const readInStateOnce: Situation<Read<ReadableRelease>, [state: FixtureState]> = situation(
  (state) => `release-metadata/${state}`,
  async ({ given, registry, eventually }, state) => {
    const release = await given.releaseInState(state);
    const answer = await eventually(async () => await registry.getRelease(release), {
      since: release,
      until: (found) => textAt(found.body, "status", "state") === state || found.status === 403,
    });
    return { release, answer };
  },
);

/** A git release and its metadata. */
export const readGitOnce: Situation<Read<Awaited<ReturnType<Given["gitRelease"]>>>> = situation(
  "release-metadata/git",
  async ({ given, registry, eventually }) => {
    const release = await given.gitRelease();
    return {
      release,
      answer: await eventually(async () => await registry.getRelease(release), { since: release }),
    };
  },
);

/** A release that declares external dependencies and its metadata. */
export const readDeclaringOnce: Situation<Read<Awaited<ReturnType<Given["releaseWithDependencies"]>>>> =
  situation("release-metadata/declaring", async ({ given, registry, eventually }) => {
    const release = await given.releaseWithDependencies();
    return {
      release,
      answer: await eventually(async () => await registry.getRelease(release), { since: release }),
    };
  });

/** A release of a further manifest of the target file, and its metadata. */
export const readFurther: Situation<Read<PublishedRelease>, [place: number, template: string]> = situation(
  (place, _template) => `release-metadata/declaring-${place + 2}`,
  async ({ given, registry, eventually }, _place, template) => {
    const release = await given.publishedRelease({ manifestText: template });
    return { release, answer: await eventually(() => registry.getRelease(release), { since: release }) };
  },
);

/** The control of a not-found check: asserts that an existing release is found, and returns it. */
export async function expectVisible({ given, expect }: Tools): Promise<ReadableRelease> {
  const { release, answer } = await readMetadataOnce(given);
  expect.success(answer);
  return release;
}
