/** Releases of this run in another state, from another source or with another kind of version, where the registry offers them. */
import type { Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { readGitOnce } from "../situations/release-metadata.ts";
import { twoBuilds } from "../situations/two-builds.ts";
import { givenVolumeWithAYankedVersion } from "../situations/yanked-version.ts";

/** A yanked release, if the states hook can yank one. */
export async function yankedRelease({ given }: Tools): Promise<ReadableRelease | undefined> {
  return (await undefinedIfNotPossible(() => givenVolumeWithAYankedVersion(given)))?.yanked;
}

/** A git release of this run with what its metadata shows, if the states hook can make one. */
export async function gitRelease({ given }: Tools): Promise<ReadableRelease | undefined> {
  const read = await undefinedIfNotPossible(() => readGitOnce(given));
  if (read === undefined || !given.isOwnVolume(toFullName(read.release.volume))) return undefined;
  const { release, answer } = read;
  const purl = textAt(answer.body, "purl") ?? release.purl;
  return { ...release, purl, integrity: textAt(answer.body, "integrity") ?? "" };
}

/** The first of two releases that differ only in build metadata, if the registry publishes both: then it compares builds. */
export async function buildRelease({ given }: Tools): Promise<ReadableRelease | undefined> {
  const builds = await undefinedIfNotPossible(() => twoBuilds(given));
  return builds?.second.release === undefined ? undefined : builds.first;
}
