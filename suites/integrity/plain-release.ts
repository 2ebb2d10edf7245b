/** The first release of a series: as unusual as the registry allows, since the variants can only change what it has. */
import { Blocked } from "../../harness/outcome.ts";
import { type ArchiveEntry, buildArchive, buildArchiveOfMembers } from "../../harness/given/archive.ts";
import type { PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { type HostileTree, hostileTrees } from "../inputs/hostile-trees.ts";
import { hostileVolume } from "../situations/hostile-volume.ts";
import { largeFile, plainFiles, singleFile, uniteFiles } from "./plain-files.ts";

/** What the variants of a series change. */
export type Subject = "contents" | "names";

export type Pack = typeof buildArchive;

/** The first release of a series, and how the archives of the series are packed. */
export interface Plain {
  readonly release: PublishedRelease;
  readonly pack: Pack;
}

/** The files of trees; a tree that is about its packing has none of its own. */
function filesOf(trees: readonly HostileTree[]): readonly (readonly ArchiveEntry[])[] {
  return trees.filter(({ gzipLevel }) => gzipLevel === undefined).map(({ files }) => files);
}

/** The files of the unusual trees that most registries accept. */
function usualFiles({ target }: SituationTools): readonly (readonly ArchiveEntry[])[] {
  return filesOf(hostileTrees(target.archive.manifestPath).filter((tree) => tree.isOftenRefused !== true));
}

/** The files of the unusual trees that the registry accepts, one by one. */
async function acceptedFiles({ given }: SituationTools): Promise<readonly (readonly ArchiveEntry[])[]> {
  const { publications } = await hostileVolume(given);
  return filesOf(
    publications.filter(({ publication }) => publication.release !== undefined).map(({ tree }) => tree),
  );
}

/** What the archives of a series have beyond the usual. */
const demands: Readonly<Record<Subject, { readonly files: readonly ArchiveEntry[]; readonly pack: Pack }>> = {
  contents: { files: [largeFile], pack: buildArchive },
  names: { files: [], pack: buildArchiveOfMembers },
};

/**
 * The first release of the series: with the files of most unusual trees, and in the packing of the series; or, where that is refused, with
 * those that the registry accepts one by one; or in the usual packing; or, where these are refused together, with ordinary files; or with
 * the fewest.
 */
export async function publishPlain(tools: SituationTools, subject: Subject): Promise<Plain> {
  const { given } = tools;
  const volume = given.volume();
  async function publishAs(
    version: string,
    pack: Pack,
    ...trees: readonly (readonly ArchiveEntry[])[]
  ): Promise<Plain> {
    const { entries } = await given.archive({ volume, version }, { files: uniteFiles(...trees) });
    const archive = await pack(entries);
    return { release: await given.publishedRelease({ volume, version, archive }), pack };
  }
  const { files, pack } = demands[subject];
  const attempts = [
    // where these are accepted, the series need not wait until each tree was tried
    () => publishAs("1.0.0", pack, plainFiles, files, ...usualFiles(tools)),
    async () => await publishAs("1.0.1", pack, plainFiles, files, ...(await acceptedFiles(tools))),
    async () => await publishAs("1.0.2", buildArchive, plainFiles, ...(await acceptedFiles(tools))),
    () => publishAs("1.0.3", buildArchive, plainFiles),
    () => publishAs("1.0.4", buildArchive, singleFile),
  ];
  return await attempts.reduceRight((second, first) => () => unlessRefused(first, second))();
}

/** The first, or the second where the registry answers the first with a refusal. */
async function unlessRefused<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof Blocked) || error.isTransient || error.status === undefined) throw error;
    return await second();
  }
}
