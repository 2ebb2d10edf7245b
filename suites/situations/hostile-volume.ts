/** A volume with many versions, each with a file tree of another unusual trait. */
import type { ReadableRelease, ReleaseOptions, SituationTools } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { repeatOnNetworkFailure, undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import type { ReleaseName, Volume } from "../../harness/exchange/volume.ts";
import type { Target } from "../../harness/target-file/target.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { type HostileTree, hostileTrees } from "../inputs/hostile-trees.ts";
import { makeGitRelease } from "./git-release.ts";
import { type Publication, tryToPublish } from "./publication.ts";
import { rowOf } from "./version-index.ts";

const [upper, hyphened, lower] = lookAlikes.letters;

/**
 * The versions of the trees, and of what is published after them, from the lowest to the highest. The tree that most registries refuse
 * has 1.4.1, which lives publish beside versions that are similar to it.
 */
const versions: readonly string[] = [
  upper,
  hyphened,
  lookAlikes.beginnings[0],
  lookAlikes.beginnings[1],
  lower,
  lookAlikes.numbers[0],
  lookAlikes.parts[0],
  // with the digits of 11.4.1
  "1.14.1",
  lookAlikes.numbers[1],
  lookAlikes.numbers[2],
  lookAlikes.parts[2],
];

function plainVersionAt(place: number): string {
  return `12.${place}.0`;
}

function versionAt(place: number): string {
  return versions[place] ?? plainVersionAt(place);
}

/** A manifest with a comment, which is a part of its file as all else is; none where a manifest may have no comments. */
function commentedManifest({ archive }: Pick<Target, "archive">): Pick<ReleaseOptions, "manifestText"> {
  const template = archive.manifests.minimal?.template;
  return template === undefined || !archive.manifestPath.endsWith(".toml")
    ? {}
    : { manifestText: `${template}\n# A comment\n` };
}

/** Publishes a tree, with a plain version if the registry refuses the first one: requirements of their own judge versions. */
async function publishTree(
  { given, registry, target }: SituationTools,
  volume: Volume,
  { tree: { files, gzipLevel }, place }: { readonly tree: HostileTree; readonly place: number },
): Promise<Publication> {
  const manifest = place === 0 ? commentedManifest(target) : {};
  const options = { volume, files, ...manifest, ...(gzipLevel === undefined ? {} : { gzipLevel }) };
  const publication = await tryToPublish(given, registry, { ...options, version: versionAt(place) });
  const mayBeVersion =
    publication.transfer === undefined && slugOf(publication.created) !== "payload-too-large";
  return mayBeVersion
    ? await tryToPublish(given, registry, { ...options, version: plainVersionAt(place) })
    : publication;
}

/** A tree, and the responses to the steps of publishing it as a version of the volume. */
export interface TreePublication {
  readonly tree: HostileTree;
  readonly publication: Publication;
}

/** Publishes trees as further versions. The parts of a refused one follow, so that each of its traits is judged. */
async function publishTrees(
  tools: SituationTools,
  volume: Volume,
  trees: readonly HostileTree[],
  publications: TreePublication[] = [],
): Promise<readonly TreePublication[]> {
  for (const tree of trees) {
    const publication = await publishTree(tools, volume, { tree, place: publications.length });
    publications.push({ tree, publication });
    if (publication.release === undefined) await publishTrees(tools, volume, tree.parts ?? [], publications);
  }
  return publications;
}

/** Publishes each tree as a version of one volume, upwards. A refused one leaves out its version. */
export const hostileVolume: Situation<{
  readonly volume: Volume;
  readonly publications: readonly TreePublication[];
}> = situation("publish/hostile-volume", async (tools) => {
  const { given, target } = tools;
  await given.sharedRelease();
  const volume = given.volume();
  return {
    volume,
    publications: await publishTrees(tools, volume, hostileTrees(target.archive.manifestPath)),
  };
});

/** A release of the volume. Of one that a hook made, the run knows the integrity only if it read the metadata. */
type Listed = ReleaseName & Pick<ReadableRelease, "sinceMs"> & { readonly integrity?: string };

/** The releases of a volume with many versions, and its index. */
export interface ManyVersions {
  readonly releases: readonly Listed[];
  /** The index, read until it lists all versions or the time for that is over. */
  readonly answer: Answer;
}

function isLookAlike({ version }: ReleaseName): boolean {
  return versions.includes(version);
}

/** The integrity in the metadata of a release that a hook made; empty if the registry does not show it. */
async function readIntegrity(
  { registry, eventually }: SituationTools,
  release: Listed,
): Promise<Pick<Listed, "integrity">> {
  const answer = await eventually(() => registry.getRelease(release), { since: release, until: isSuccess });
  const integrity = isSuccess(answer) ? textAt(answer.body, "integrity") : undefined;
  return integrity === undefined ? {} : { integrity };
}

/** The hostile volume with at least so many versions: those of the accepted trees, and git releases of a hook or ordinary ones. */
export const manyVersions: Situation<ManyVersions, [count: number]> = situation(
  (count) => `version-index/${count}-versions`,
  async (tools, count) => {
    const { given, registry, eventually, now, target } = tools;
    const { volume, publications } = await hostileVolume(given);
    const releases: Listed[] = publications.flatMap(({ publication: { release } }) => release ?? []);
    let place = publications.length;
    async function makeNext(): Promise<Listed> {
      const version = versionAt(place++);
      await makeGitRelease(given, { volume, version });
      return { volume, version, sinceMs: now() };
    }
    // a version whose answer is lost is left out: it may be there or not
    const publishNext = (): Promise<Listed> =>
      given.publishedRelease({ volume, version: versionAt(place++) });
    while (releases.length < count) {
      // how many versions a volume may have is not stated: those that there are have to be listed
      // the last one is published, since a registry may count them
      const isMade = target.states !== undefined && releases.length < count - 1;
      const next =
        (isMade ? await undefinedIfNotPossible(makeNext) : undefined) ??
        (await undefinedIfNotPossible(() => repeatOnNetworkFailure(publishNext)));
      if (next === undefined) break;
      releases.push(next);
    }
    const last = releases.at(-1);
    for (const [place, release] of releases.entries()) {
      if (release.integrity === undefined && isLookAlike(release))
        releases[place] = { ...release, ...(await readIntegrity(tools, release)) };
    }
    const answer = await eventually(() => registry.getVersionIndex(volume), {
      since: { sinceMs: last?.sinceMs ?? 0 },
      until: (found) => releases.every(({ version }) => rowOf(found, version) !== undefined),
    });
    return { releases, answer };
  },
);
