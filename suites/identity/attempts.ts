/**
 * Create requests that differ from one that succeeded in one thing. Nothing is uploaded for them: an intent that comes
 * of one publishes nothing.
 */
import type { Answer } from "../../harness/registry/answer.ts";
import type { ReleaseName, Volume } from "../../harness/registry/volume.ts";
import type { Depth } from "../../harness/check.ts";
import type { Tools } from "../../harness/running/tools.ts";
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

/** All examples, or in a quick run the first so many: the most telling come first. */
export function examplesFor<T>(depth: Depth, examples: readonly T[], quick: number): readonly T[] {
  return depth === "quick" ? examples.slice(0, quick) : examples;
}

/** The rows' versions of a version index, leaving out rows that name none. */
export function isIn(versions: readonly unknown[], release: ReleaseName): boolean {
  return versions.includes(release.version);
}
