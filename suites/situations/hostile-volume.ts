/** A volume with many versions, each with a file tree of another unusual trait. */
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { repeatOnNetworkFailure, undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { Volume } from "../../harness/exchange/volume.ts";
import { type HostileTree, hostileTrees } from "../inputs/hostile-trees.ts";
import { type Publication, tryToPublish } from "./publication.ts";
import { rowOf } from "./version-index.ts";

/** A tree, and the responses to the steps of publishing it as a version of the volume. */
export interface TreePublication {
  readonly tree: HostileTree;
  readonly publication: Publication;
}

/** Publishes each tree as a version of one volume, upwards. A refused one leaves out its version. */
export const hostileVolume: Situation<{
  readonly volume: Volume;
  readonly publications: readonly TreePublication[];
}> = situation("publish/hostile-volume", async ({ given, registry, target }) => {
  await given.sharedRelease();
  const volume = given.volume();
  const publications: TreePublication[] = [];
  for (const [index, tree] of hostileTrees(target.archive.manifestPath).entries()) {
    const { files, gzipLevel } = tree;
    const publication = await tryToPublish(given, registry, {
      volume,
      version: `1.${index}.0`,
      files,
      ...(gzipLevel === undefined ? {} : { gzipLevel }),
    });
    publications.push({ tree, publication });
  }
  return { volume, publications };
});

/** The releases of a volume with many versions, and its index. */
export interface ManyVersions {
  readonly releases: readonly PublishedRelease[];
  /** The index, read until it lists all versions or the time for that is over. */
  readonly answer: Answer;
}

/** The hostile volume with at least so many versions: those of the accepted trees, and ordinary ones. */
export const manyVersions: Situation<ManyVersions, [count: number]> = situation(
  (count) => `version-index/${count}-versions`,
  async ({ given, registry, eventually }, count) => {
    const { volume, publications } = await hostileVolume(given);
    const releases = publications.flatMap(({ publication: { release } }) => release ?? []);
    let minor = publications.length;
    // a version whose answer is lost is left out: it may be there or not
    const publishNext = (): Promise<PublishedRelease> =>
      given.publishedRelease({ volume, version: `1.${minor++}.0` });
    while (releases.length < count) {
      // how many versions a volume may have is not stated: those that there are have to be listed
      const next = await undefinedIfNotPossible(() => repeatOnNetworkFailure(publishNext));
      if (next === undefined) break;
      releases.push(next);
    }
    const last = releases.at(-1);
    const answer = await eventually(() => registry.getVersionIndex(volume), {
      since: { sinceMs: last?.sinceMs ?? 0 },
      until: (found) => releases.every(({ version }) => rowOf(found, version) !== undefined),
    });
    return { releases, answer };
  },
);
