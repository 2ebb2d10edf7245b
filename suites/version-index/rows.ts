/** Looking into the version index. */
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { Skipped } from "../../harness/outcome.ts";
import { type Answer, listAt, textAt } from "../../harness/registry/answer.ts";
import { type Publication, publishedBy, tryToPublish } from "../publish/publication.ts";
import { firstRelease } from "../publish/set-up.ts";
import { ordinaryFiles } from "./ordinary-files.ts";

/** The versions that the rows of an index name, in its order; rows without one are left out. */
export function versionsIn(answer: Answer): readonly string[] {
  return listAt(answer.body, "items").flatMap((row) => textAt(row, "version") ?? []);
}

/** The row of a version, or undefined where the index has none. */
export function rowOf(answer: Answer, version: string): unknown {
  return listAt(answer.body, "items").find((row) => textAt(row, "version") === version);
}

/** The state that a row tells of its version. */
export function stateIn(row: unknown): string | undefined {
  return textAt(row, "status", "state");
}

/** A release, and the index of its volume. */
export interface Indexed {
  readonly release: ReadableRelease;
  readonly answer: Answer;
}

/** A release that can be read, and the index as it was once the release was in it, or the time for that was over. */
export async function readIndexOnce(given: Given): Promise<Indexed> {
  return await given.shared("version-index/readable", async (own, registry, settle) => {
    const release = await own.readableRelease();
    const answer = await settle(
      release,
      async () => await registry.getVersionIndex(release.volume),
      (found) => rowOf(found, release.version) !== undefined,
    );
    return { release, answer };
  });
}

/** True where some row tells no version. It should, but need not, and then what the index lists cannot be told. */
function hasNamelessRows(answer: Answer): boolean {
  return listAt(answer.body, "items").length > versionsIn(answer).length;
}

/** The index has a row for the version, which is given back; undefined where its rows do not tell their versions. */
export function expectRow({ expect }: Tools, answer: Answer, version: string): unknown {
  const row = rowOf(answer, version);
  const versions = versionsIn(answer);
  expect.that(row !== undefined || hasNamelessRows(answer), {
    expected: `a row for version ${version}`,
    got: versions.length === 0 ? `${answer.status} without rows` : `rows for ${versions.join(", ")}`,
    answer,
  });
  return row;
}

/** What became of publishing a later version of the first release's volume: a prerelease. */
export function laterPublication(given: Given): Promise<Publication> {
  return given.shared("version-index/later-version", async (own, registry) => {
    const { volume } = await firstRelease(own);
    return await tryToPublish(own, registry, { volume, version: own.version("2.0.0-rc.1") });
  });
}

/** One volume with several versions, published neither in order nor all stable, and its index. */
export interface VolumeWithVersions {
  /** In the order of publication; the last has files of every ordinary kind. */
  readonly releases: readonly [PublishedRelease, PublishedRelease, PublishedRelease];
  /** The index as it was once all versions were in it, or the time for that was over. */
  readonly answer: Answer;
}

/** Built once per form. Whoever looks only reads it. */
export async function givenVolumeWithVersions(given: Given): Promise<VolumeWithVersions> {
  return await given.shared("version-index/volume-with-versions", async (own, registry, settle) => {
    const first = await firstRelease(own);
    const second = await publishedBy(own, await laterPublication(own));
    const { volume } = first;
    const third = await own.publishedRelease({ volume, version: own.version("0.9.0"), files: ordinaryFiles });
    const releases = [first, second, third] as const;
    const answer = await settle(
      third,
      async () => await registry.getVersionIndex(volume),
      (found) => releases.every(({ version }) => rowOf(found, version) !== undefined),
    );
    return { releases, answer };
  });
}

/**
 * The index of several versions, with one of the later of them: in one form the last published, in the other the prerelease.
 * Without a publisher it is that of any release.
 */
export async function readRichestIndex(given: Given): Promise<Indexed> {
  try {
    const { releases, answer } = await givenVolumeWithVersions(given);
    return { release: given.form === "scoped" ? releases[2] : releases[1], answer };
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return await readIndexOnce(given);
  }
}
