/** How an identity can be published once more: each registry offers one way, or none. */
import { Skipped } from "../../harness/outcome.ts";
import type { PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";

/** Gives the identity for the next archive. Nothing in that archive depends on which identity it is. */
export interface Renewal {
  readonly next: () => Promise<ReleaseName>;
  /** Notes that the registry refused the archive, so that the identity is still free. */
  readonly noteRefused: () => void;
  /** True if the upload before was refused: it may be open still, and hold the version. */
  readonly mayBeHeld: () => boolean;
  /** True if the registry may refuse to take the version again. */
  readonly mayBeRefused: () => boolean;
}

/** What a target can have so that one identity is published more than once. */
export const noRenewal =
  'needs a states hook with the state "release-purged", or an "archive.manifests.minimal" without {{version}}, or a registry that takes a version again after it was unpublished';

/**
 * The way for this target: the states hook purges the release; or the next version is used, if the manifest does not name it; or
 * the version is unpublished, and the registry may take it again.
 */
export function renewalOf(tools: SituationTools, { volume, version }: PublishedRelease): Renewal {
  const template = tools.target.archive.manifests.minimal?.template ?? "{{version}}";
  let [patch = 0] = version.split(".").slice(2).map(Number);
  let isUnpublished = false;
  let isFree = false;
  let wasFree = false;
  const noteRefused = (): void => {
    isFree = true;
  };
  if (tools.target.states === undefined && !template.includes("{{version}}")) {
    return {
      next: () => Promise.resolve({ volume, version: `1.0.${(patch += 1)}` }),
      noteRefused,
      mayBeHeld: () => false,
      mayBeRefused: () => false,
    };
  }
  return {
    async next() {
      wasFree = isFree;
      isFree = false;
      if (wasFree) return { volume, version };
      try {
        await tools.given.state("release-purged", { name: toFullName(volume), version });
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        await unpublish(tools, { volume, version });
        isUnpublished = true;
      }
      return { volume, version };
    },
    noteRefused,
    mayBeHeld: () => wasFree,
    mayBeRefused: () => isUnpublished,
  };
}

/** @throws Skipped if the registry does not unpublish the release */
async function unpublish({ registry, target }: SituationTools, release: ReleaseName): Promise<void> {
  const answer = target.features.unpublish ? await registry.unpublishVersion(release) : undefined;
  if (answer === undefined || !isSuccess(answer)) throw new Skipped(noRenewal);
}
