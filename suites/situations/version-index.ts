/** Reads of the version index, and its rows. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Publication, publishedBy, tryToPublish } from "./publication.ts";
import { firstRelease } from "./release-uploads.ts";
import type { Given, PublishedRelease, ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, listAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { lookAlikes } from "../inputs/look-alikes.ts";
import { ordinaryFiles } from "../inputs/ordinary-files.ts";
import type { FixtureState, Tools } from "../../harness/check.ts";
import type { Wanted } from "../../schemas/report.ts";
import { Skipped, undefinedIfNotPossible } from "../../harness/outcome.ts";
import { toFullName } from "../../harness/exchange/volume.ts";

/** Publishes a prerelease as a later version of the first release's volume, and returns the response to each step. */
export const laterPublication: Situation<Publication> = situation(
  "version-index/later-version",
  async ({ given, registry }) => {
    const { volume } = await firstRelease(given);
    const version = given.half === "first" ? `${lookAlikes.parts[1]}-rc.1` : lookAlikes.letters[2];
    return await tryToPublish(given, registry, { volume, version: given.version(version) });
  },
);

const refusesFiles = ({ finalized }: Publication): boolean =>
  finalized !== undefined && ["invalid-archive", "payload-too-large"].includes(slugOf(finalized) ?? "");

/** A volume with several versions, and its index. They are published upwards, since a registry may want that, and one is a prerelease. */
export interface VolumeWithVersions {
  /** In the order of publication; the last one has `ordinaryFiles`, unless the registry refuses them. */
  readonly releases: readonly [PublishedRelease, PublishedRelease, PublishedRelease];
  /** The index, read until it lists all versions or the time for that is over. */
  readonly answer: Answer;
}

/** Made once per form. Checks only read it. */
export const givenVolumeWithVersions: Situation<VolumeWithVersions> = situation(
  "version-index/volume-with-versions",
  async ({ given, registry, eventually }) => {
    const first = await firstRelease(given);
    const second = await publishedBy(given, await laterPublication(given));
    const { volume } = first;
    const ordinary = await tryToPublish(given, registry, {
      volume,
      version: given.version(lookAlikes.parts[2]),
      files: ordinaryFiles,
    });
    // the text does not give the archive profile: a registry may take fewer files, or none that are empty
    const third = refusesFiles(ordinary)
      ? await given.publishedRelease({ volume, version: given.version("11.4.21") })
      : await publishedBy(given, ordinary);
    const releases = [first, second, third] as const;
    const answer = await eventually(async () => await registry.getVersionIndex(volume), {
      since: third,
      until: (found) => releases.every(({ version }) => rowOf(found, version) !== undefined),
    });
    return { releases, answer };
  },
);

/** The versions in the rows of an index, in its order; rows without a version are omitted. */
export function versionsIn(answer: Answer): readonly string[] {
  return listAt(answer.body, "items").flatMap((row) => textAt(row, "version") ?? []);
}

/** The row of a version, or undefined if the index has no such row. */
export function rowOf(answer: Answer, version: string): unknown {
  return listAt(answer.body, "items").find((row) => textAt(row, "version") === version);
}

/** Where a member of a version's row is in an index, for a finding about it. */
export function memberOfRow(
  answer: Answer,
  version: string,
  member: "/integrity" | "/status/state",
): { readonly answer: Answer; readonly at?: string; readonly wanted: Wanted } {
  const place = listAt(answer.body, "items").findIndex((row) => textAt(row, "version") === version);
  const wanted = { member: member.slice(member.lastIndexOf("/") + 1) };
  return place === -1 ? { answer, wanted } : { answer, at: `/items/${place}${member}`, wanted };
}

/** `status.state` in a row. */
export function stateIn(row: unknown): string | undefined {
  return textAt(row, "status", "state");
}

/** A release, and the index of its volume. */
export interface Indexed {
  readonly release: ReadableRelease;
  readonly answer: Answer;
}

/** A readable release, and the index, read until it lists the release or the time for that is over. */
export const readIndexOnce: Situation<Indexed> = situation(
  "version-index/readable",
  async ({ given, registry, eventually }) => {
    const release = await given.readableRelease();
    const answer = await eventually(async () => await registry.getVersionIndex(release.volume), {
      since: release,
      until: (found) => rowOf(found, release.version) !== undefined,
    });
    return { release, answer };
  },
);

/** True if a row has no version. A row should have one, but without it the index cannot be judged. */
export function hasRowsWithoutVersion(answer: Answer): boolean {
  return listAt(answer.body, "items").length > versionsIn(answer).length;
}

/** Asserts that the index has a row for the version and returns the row; undefined if rows have no versions. */
export function expectRow({ expect }: Tools, answer: Answer, version: string): unknown {
  const row = rowOf(answer, version);
  const versions = versionsIn(answer);
  expect.that(row !== undefined || hasRowsWithoutVersion(answer), {
    expected: `a row for version ${version}`,
    wanted: { item: version },
    got: versions.length === 0 ? `${answer.status} without rows` : `rows for ${versions.join(", ")}`,
    answer,
    member: "/items",
  });
  return row;
}

/**
 * The index of several versions, and one of the later versions: in the scoped form the last one, otherwise the prerelease.
 * Without a publisher, any readable release and its index.
 */
export async function readRichestIndex(given: Given): Promise<Indexed> {
  try {
    const { releases, answer } = await givenVolumeWithVersions(given);
    return { release: given.half === "first" ? releases[2] : releases[1], answer };
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
    return await readIndexOnce(given);
  }
}

/** A release in a state, and its index row, if the index lists it. */
interface RowState {
  readonly release: ReadableRelease;
  readonly answer: Answer;
  readonly row: unknown;
}

const everyState: readonly FixtureState[] = ["yanked", "blocked", "tombstoned", "unavailable"];

/**
 * The indexes of all releases in states, by the state: each index is read until each of its rows has its state or the time for that is
 * over. Releases in several states may be in one volume, and then one read shows them all.
 */
const readIndexesOfStates: Situation<ReadonlyMap<FixtureState, RowState>> = situation(
  "version-index/rows-in-states",
  async ({ given, registry, eventually }) => {
    const made = await Promise.all(
      everyState.map(async (state) => {
        const release = await undefinedIfNotPossible(() => given.releaseInState(state));
        return release === undefined ? [] : [{ state, release }];
      }),
    );
    const byVolume = new Map<string, { readonly state: FixtureState; readonly release: ReadableRelease }[]>();
    for (const one of made.flat()) {
      const name = toFullName(one.release.volume);
      byVolume.set(name, [...(byVolume.get(name) ?? []), one]);
    }
    const found = [...byVolume.values()].map(async (all) => {
      const [{ volume } = { volume: { segment: "" } }] = all.map(({ release }) => release);
      const sinceMs = Math.max(...all.map(({ release }) => release.sinceMs));
      const answer = await eventually(async () => await registry.getVersionIndex(volume), {
        since: { sinceMs },
        until: (index) => all.every(({ state, release }) => stateIn(rowOf(index, release.version)) === state),
      });
      return all.map(
        ({ state, release }) => [state, { release, answer, row: rowOf(answer, release.version) }] as const,
      );
    });
    return new Map((await Promise.all(found)).flat());
  },
);

/** The index row of a release in this state, read once per form. */
export async function readRowState(given: Given, state: FixtureState): Promise<RowState> {
  // where there is no such release, this says why
  const release = await given.releaseInState(state);
  const answer = (await readIndexesOfStates(given)).get(state);
  if (answer === undefined)
    throw given.blocked(`the index of the release in the state ${state} was not read`);
  return { ...answer, release };
}
