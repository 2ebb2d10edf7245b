/** A volume with many versions, each with a file tree of another unusual trait. */
import type { ReadableRelease, SituationTools } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { repeatOnNetworkFailure, undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type Answer, slugOf } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/exchange/volume.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { type HostileTree, hostileTrees } from "../inputs/hostile-trees.ts";
import { type Publication, tryToPublish } from "./publication.ts";
import { rowOf } from "./version-index.ts";

const [upper, hyphened, lower] = lookAlikes.letters;

/** The versions of the trees, and of what is published after them, from the lowest to the highest. */
const versions: readonly string[] = [
  upper,
  hyphened,
  lookAlikes.beginnings[0],
  lookAlikes.beginnings[1],
  lower,
  "1.0.0",
  "1.0.1",
  "1.0.10",
  lookAlikes.numbers[0],
  ...lookAlikes.parts.slice(0, 2),
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

/** Publishes a tree, with a plain version if the registry refuses the first one: requirements of their own judge versions. */
async function publishTree(
  { given, registry }: SituationTools,
  volume: Volume,
  { tree: { files, gzipLevel }, place }: { readonly tree: HostileTree; readonly place: number },
): Promise<Publication> {
  const options = { volume, files, ...(gzipLevel === undefined ? {} : { gzipLevel }) };
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

/** Publishes each tree as a version of one volume, upwards. A refused one leaves out its version. */
export const hostileVolume: Situation<{
  readonly volume: Volume;
  readonly publications: readonly TreePublication[];
}> = situation("publish/hostile-volume", async (tools) => {
  const { given, target } = tools;
  await given.sharedRelease();
  const volume = given.volume();
  const publications: TreePublication[] = [];
  for (const [place, tree] of hostileTrees(target.archive.manifestPath).entries())
    publications.push({ tree, publication: await publishTree(tools, volume, { tree, place }) });
  return { volume, publications };
});

/** A release of the volume. One that a hook made has no integrity that the run knows. */
type Listed = ReleaseName & Pick<ReadableRelease, "sinceMs"> & { readonly integrity?: string };

/** The releases of a volume with many versions, and its index. */
export interface ManyVersions {
  readonly releases: readonly Listed[];
  /** The index, read until it lists all versions or the time for that is over. */
  readonly answer: Answer;
}

/** The hostile volume with at least so many versions: those of the accepted trees, and git releases of a hook or ordinary ones. */
export const manyVersions: Situation<ManyVersions, [count: number]> = situation(
  (count) => `version-index/${count}-versions`,
  async ({ given, registry, eventually, now }, count) => {
    const { volume, publications } = await hostileVolume(given);
    const releases: Listed[] = publications.flatMap(({ publication: { release } }) => release ?? []);
    let place = publications.length;
    async function makeNext(): Promise<Listed> {
      const version = versionAt(place++);
      const ref = `refs/tags/v${version}`;
      await given.state("git-release", { name: toFullName(volume), version, repository, ref });
      return { volume, version, sinceMs: now() };
    }
    // a version whose answer is lost is left out: it may be there or not
    const publishNext = (): Promise<Listed> =>
      given.publishedRelease({ volume, version: versionAt(place++) });
    while (releases.length < count) {
      // how many versions a volume may have is not stated: those that there are have to be listed
      // one more is published, since a registry may count those
      const isMade = place > publications.length;
      const next =
        (isMade ? await undefinedIfNotPossible(makeNext) : undefined) ??
        (await undefinedIfNotPossible(() => repeatOnNetworkFailure(publishNext)));
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

const repository = "https://git.example/conformance/volume.git";
