/**
 * Create requests that differ in one thing from a request that succeeded. No bytes follow, so their intents publish
 * nothing.
 */
import type { Depth, Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { ReleaseName, Volume } from "../../harness/exchange/volume.ts";
import { deriveWord } from "../../harness/seed.ts";

/** Sends `POST` create for this volume; everything else is as in the release that this run published. */
export async function createForVolume({ given, registry }: Tools, volume: Volume): Promise<Answer> {
  const { archive } = await given.sharedRelease();
  const version = `0.0.1-${deriveWord(12, given.unique("version"))}`;
  return await registry.createReleaseUpload(volume, given.createBody(version, archive));
}

/** Sends `POST` create for this version of a new volume; everything else is as in the release that this run published. */
export async function createForVersion({ given, registry }: Tools, version: string): Promise<Answer> {
  const { archive } = await given.sharedRelease();
  return await registry.createReleaseUpload(given.volume(), given.createBody(version, archive));
}

/**
 * A volume in the target's namespace. Its name segment is the label; an unscoped name has the namespace's prefix before it.
 * @param label any text, so that the name can also be malformed
 */
export function toVolumeInNamespace({ given, target }: Tools, label: string): Volume {
  const fresh = given.volume();
  if (fresh.scope !== undefined) return { scope: fresh.scope, segment: label };
  return { segment: `${target.namespace?.prefix ?? fresh.segment}-${label}` };
}

/** Publishes a release and asserts that each step succeeds: a registry may reject its name or version at any of them. */
export async function publish(tools: Tools, release: ReleaseName): Promise<PublishedRelease> {
  const { given, registry, expect } = tools;
  const archive = await given.archive(release);
  const requestBody = given.createBody(release.version, archive);
  const created = await registry.createReleaseUpload(release.volume, requestBody);
  expect.success(created);
  const intent = given.intentOf({ ...release, archive, requestBody }, created);
  await given.transfer(intent, archive.bytes);
  const finalized = await registry.finalizeReleaseUpload(intent);
  expect.success(finalized, 201);
  return given.releaseOf(intent, finalized);
}

/** All examples, or in a quick run the first `quick` of them. The most useful examples come first. */
export function examplesFor<T>(depth: Depth, examples: readonly T[], quick: number): readonly T[] {
  return depth === "quick" ? examples.slice(0, quick) : examples;
}
