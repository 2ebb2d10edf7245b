/** Looking into the version index. */
import type { Tools } from "../../harness/check.ts";
import type { Given, PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { Skipped } from "../../harness/outcome.ts";
import { type Answer, listAt, textAt } from "../../harness/registry/answer.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";

/** The versions that the rows of an index name, in its order. */
export function versionsIn(answer: Answer): readonly (string | undefined)[] {
  return listAt(answer.body, "items").map((row) => textAt(row, "version"));
}

/** The row of a version, or undefined where the index has none. */
export function rowOf(answer: Answer, version: string): unknown {
  return listAt(answer.body, "items").find((row) => textAt(row, "version") === version);
}

/** The state that a row tells of its version. */
export function stateIn(row: unknown): string | undefined {
  return textAt(row, "status", "state");
}

/** The index of a release's volume, asked for until it has the release's row or the time for that is over. */
export async function indexWith(tools: Tools, release: ReleaseName & { readonly sinceMs: number }): Promise<Answer> {
  return await tools.settle(
    release,
    () => tools.registry.getVersionIndex(release.volume),
    (answer) => rowOf(answer, release.version) !== undefined,
  );
}

/** As `indexWith`, and the row has to be there. Gives the answer and the row. */
export async function expectRow(
  tools: Tools,
  release: ReleaseName & { readonly sinceMs: number },
): Promise<{ readonly answer: Answer; readonly row: unknown }> {
  const answer = await indexWith(tools, release);
  const row = rowOf(answer, release.version);
  const versions = versionsIn(answer);
  tools.expect.that(row !== undefined, {
    expected: `a row for version ${release.version}`,
    got: versions.length === 0 ? `${answer.status} without rows` : `rows for ${versions.map((version) => version ?? "no version").join(", ")}`,
    answer,
  });
  return { answer, row };
}

/** One volume with several versions, each with a file of its own, published neither in order nor all stable. */
export interface VolumeWithVersions {
  readonly releases: readonly PublishedRelease[];
  readonly sinceMs: number;
}

const versions: readonly string[] = ["1.0.0", "2.0.0-rc.1", "0.9.0"];

/** Built once per form; whoever looks only reads it. */
export async function givenVolumeWithVersions(given: Given): Promise<VolumeWithVersions> {
  return await given.shared("version-index/volume-with-versions", async (own) => {
    const volume = own.volume();
    const releases: PublishedRelease[] = [];
    for (const version of versions) releases.push(await own.publishedRelease({ volume, version }));
    return { releases, sinceMs: Math.max(...releases.map(({ sinceMs }) => sinceMs)) };
  });
}

/** The last published of several versions of one volume, or without a publisher a release that can be read. */
export async function givenLatestOfSeveral(given: Given): Promise<ReadableRelease> {
  try {
    const { releases } = await givenVolumeWithVersions(given);
    return releases.at(-1) ?? (await given.readableRelease());
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return await given.readableRelease();
  }
}
