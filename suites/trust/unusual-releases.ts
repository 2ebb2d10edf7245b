/** Releases of this run in another state or with another kind of version, where the registry offers them. */
import type { Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { twoBuilds } from "../situations/two-builds.ts";
import { givenVolumeWithAYankedVersion } from "../situations/yanked-version.ts";

/** A yanked release, if the states hook can yank one. */
export async function yankedRelease({ given }: Tools): Promise<ReadableRelease | undefined> {
  return (await undefinedIfNotPossible(() => givenVolumeWithAYankedVersion(given)))?.yanked;
}

/** The first of two releases that differ only in build metadata, if the registry publishes both: then it compares builds. */
export async function buildRelease({ given }: Tools): Promise<ReadableRelease | undefined> {
  const builds = await undefinedIfNotPossible(() => twoBuilds(given));
  return builds?.second.release === undefined ? undefined : builds.first;
}
