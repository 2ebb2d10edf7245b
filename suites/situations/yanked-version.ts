/** A volume with a yanked version, and the metadata of its versions. */
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";
import type { FixtureState, Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";

/** A yanked version, and a version that was published before the first was yanked. */
interface VolumeWithAYankedVersion {
  readonly yanked: PublishedRelease;
  readonly neighbour: PublishedRelease;
}

/** Made once per form. Checks may add versions but not change any. */
export const givenVolumeWithAYankedVersion: Situation<VolumeWithAYankedVersion> = situation(
  "release-metadata/volume-with-a-yanked-version",
  async ({ given, registry, eventually }) => {
    const volume = given.volume();
    const yanked = await given.publishedRelease({ volume, version: "1.0.0" });
    const neighbour = await given.publishedRelease({ volume, version: "1.1.0" });
    // read before the change, so that a copy which is kept too long is found
    await eventually(() => registry.getRelease(yanked), { since: yanked });
    await eventually(() => registry.getVersionIndex(volume), { since: neighbour });
    await yank(given, yanked);
    return { yanked, neighbour };
  },
);

/** Puts a release of this run into a state by the states hook. */
export async function setState(
  given: Given,
  { volume, version }: ReleaseName,
  state: FixtureState | "available",
): Promise<void> {
  await given.state("release-status", { name: toFullName(volume), version, state });
}

/** Yanks a release of this run by the states hook. */
export async function yank(given: Given, release: ReleaseName): Promise<void> {
  await setState(given, release, "yanked");
}

/** Makes a yanked release of this run available again, by the states hook. */
export async function restore(given: Given, release: ReleaseName): Promise<void> {
  await setState(given, release, "available");
}

/**
 * Yanks a release of this run and makes it available again, so that what a check does with it does not depend on its past.
 * @returns false if the hook did not do both
 */
export async function yankAndRestore(given: Given, release: ReleaseName): Promise<boolean> {
  const restored = await undefinedIfNotPossible(async () => {
    await yank(given, release);
    await restore(given, release);
    return true;
  });
  return restored ?? false;
}

/** A release that was yanked and is available again, beside a yanked one. Where the hook does not do that, a new release. */
export async function restoredRelease(given: Given): Promise<PublishedRelease> {
  const restored = await undefinedIfNotPossible(async () => {
    const { volume } = (await givenVolumeWithAYankedVersion(given)).yanked;
    // a registry that expects rising versions may have a higher one by now
    const release = await given.publishedRelease({ volume, version: given.version("1.2.0") });
    return (await yankAndRestore(given, release)) ? release : undefined;
  });
  return restored ?? (await given.publishedRelease());
}

/** Metadata of a yanked release, read until its state is `yanked` or it answers 403. */
export async function readYanked(
  { registry, eventually }: Pick<Tools, "registry" | "eventually">,
  release: ReleaseName,
  since: { readonly sinceMs: number },
): Promise<Answer> {
  return await eventually(() => registry.getRelease(release), {
    since,
    until: (found) => isYanked(found) || found.status === 403,
  });
}

/**
 * Asserts that a yanked release is still yanked after a change to its volume.
 * @param control metadata of a yanked release whose volume was not changed
 */
export async function expectStillYanked(
  tools: Tools,
  release: ReleaseName,
  { control, sinceMs }: { readonly control: Answer; readonly sinceMs: number },
): Promise<void> {
  assertYankIsShown(tools, control);

  const answer = await readYanked(tools, release, { sinceMs });

  expectYankedOrHidden(tools, release, answer);
}

/** Blocks the check if metadata of a yanked release shows another state. */
export function assertYankIsShown({ given }: Pick<Tools, "given">, control: Answer): void {
  if (isSuccess(control) && !isYanked(control))
    throw given.blocked("the metadata of a yanked release does not have the state yanked", control);
}

/** Asserts that metadata shows the state yanked, or is refused. */
export function expectYankedOrHidden(
  { expect }: Pick<Tools, "expect">,
  { version }: ReleaseName,
  answer: Answer,
): void {
  if (!isSuccess(answer)) return expect.problem(answer, "not-found", "authorization-failed");
  expect.equal(textAt(answer.body, "status", "state"), "yanked", {
    what: `status.state in the metadata of ${version}`,
    answer,
  });
}

export function isYanked(answer: Answer): boolean {
  return textAt(answer.body, "status", "state") === "yanked";
}
