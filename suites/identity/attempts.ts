/**
 * Create requests that differ from one that succeeded in one thing. Nothing is uploaded for them: an intent that comes
 * of one publishes nothing.
 */
import type { Depth, Tools } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, listAt, textAt } from "../../harness/registry/answer.ts";
import { type ReleaseName, toVolumePath, type Volume } from "../../harness/registry/volume.ts";
import { deriveWord } from "../../harness/seed.ts";

/** Tries to create an upload for a volume of this name; all else is as in the release that this run has published. */
export async function createNamed({ given, registry }: Tools, volume: Volume): Promise<Answer> {
  const { archive } = await given.sharedRelease();
  const version = `0.0.1-${deriveWord(12, given.unique("version"))}`;
  return await registry.createReleaseUpload(volume, given.createBody(version, archive));
}

/** Tries to create an upload for this version; all else, the volume too, is as in the release that this run has published. */
export async function createVersion({ given, registry }: Tools, version: string): Promise<Answer> {
  const { archive, volume } = await given.sharedRelease();
  return await registry.createReleaseUpload(volume, given.createBody(version, archive));
}

/**
 * A volume in the namespace whose segment is the label, in the unscoped form after the namespace's prefix.
 * @param label any text, so that malformed names can be made too
 */
export function toNamed({ given, target }: Tools, label: string): Volume {
  const fresh = given.volume();
  if (fresh.scope !== undefined) return { scope: fresh.scope, segment: label };
  return { segment: `${target.namespace?.prefix ?? fresh.segment}-${label}` };
}

/** A release that is published step by step, each judged: the name or version is what may not be taken. */
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

/** All examples, or in a quick run the first so many: the most telling come first. */
export function examplesFor<T>(depth: Depth, examples: readonly T[], quick: number): readonly T[] {
  return depth === "quick" ? examples.slice(0, quick) : examples;
}

/** The versions that the rows of a version index name; undefined for a row that names none. */
export function versionsOf(index: Answer): readonly (string | undefined)[] {
  return listAt(index.body, "items").map((row) => textAt(row, "version"));
}

/**
 * Reads release metadata of a version with build metadata. A `+` may stand in a path as it is (RFC 3986 section 3.3), and
 * a registry may want it as `%2B`, so both are tried.
 */
export async function readWithPlus(
  { registry }: Pick<Tools, "registry">,
  release: ReleaseName,
): Promise<Answer> {
  const literal = await registry.getRelease(release);
  return literal.status === 404 ? await readWithEncodedPlus({ registry }, release) : literal;
}

/** Reads release metadata with each `+` of the version as `%2B`. */
export async function readWithEncodedPlus(
  { registry }: Pick<Tools, "registry">,
  { volume, version }: ReleaseName,
): Promise<Answer> {
  const path = `/api/v1/volumes/${toVolumePath(volume)}/${version.replaceAll("+", "%2B")}`;
  return await registry.request({ method: "GET", path, operation: "getRelease" });
}
