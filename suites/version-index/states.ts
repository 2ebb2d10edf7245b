/** Rows of versions that are not available, and of versions in git. */
import type { Check, FixtureState } from "../../harness/check.ts";
import type { Given, ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { readGitOnce, readInStateOnce } from "../release-metadata/reading.ts";
import { givenVolumeWithAYankedVersion } from "../release-metadata/yanked-version.ts";
import { expectAddress } from "./agreement.ts";
import { expectRow, rowOf, stateIn } from "./rows.ts";

/** A release in a state, and its row in the index, where the index lists it. */
interface RowState {
  readonly release: ReadableRelease;
  readonly answer: Answer;
  readonly row: unknown;
}

/** The row of a release in this state: asked for once per form, until it tells this state. */
export async function readRowState(given: Given, state: FixtureState): Promise<RowState> {
  return await given.shared(`version-index/row-${state}`, async (own, registry, settle) => {
    const release = await own.releaseInState(state);
    const answer = await settle(
      release,
      async () => await registry.getVersionIndex(release.volume),
      (found) => stateIn(rowOf(found, release.version)) === state,
    );
    return { release, answer, row: rowOf(answer, release.version) };
  });
}

/** A row for a version that changed its state. */
function stateFollows(state: FixtureState): Check {
  return {
    id: `version-index/row-of-a-version-that-is-${state}-says-so`,
    level: "must",
    rule: `An index row that tells a state tells ${state} for a version that is ${state}.`,
    source: "Resources, Version index row: status; Release metadata, version status",
    reading: "Whether an index goes on listing such a version is open: judged where it does.",
    operations: ["getVersionIndex"],
    needs: [`release:${state}`],
    forms: "either",
    from: "standard",
    covers: ["member:version-index-row.status", "member:version-status.state"],
    async run({ given, expect }) {
      const { answer, row } = await readRowState(given, state);

      expect.equal(stateIn(row) ?? state, state, { what: "the state in the row", answer });
    },
  };
}

export const rowOfAYankedVersion: Check = stateFollows("yanked");
export const rowOfABlockedVersion: Check = stateFollows("blocked");
export const rowOfATombstonedVersion: Check = stateFollows("tombstoned");
export const rowOfAnUnavailableVersion: Check = stateFollows("unavailable");

/** The release.url of a version that changed its state. */
function urlStays(state: FixtureState): Check {
  return {
    id: `version-index/release-url-of-a-version-that-is-${state}-leads-to-it`,
    level: "must",
    rule: `The release.url in the row of a version that is ${state} leads to its metadata, where that can be read.`,
    source: "Resources, Version index row: release",
    reading:
      "A registry may leave the row out, or hide the metadata as not-found or authorization-failed; then nothing can be led to.",
    operations: ["getVersionIndex", "getRelease"],
    needs: [`release:${state}`],
    forms: "either",
    from: "standard",
    covers: ["member:version-index-row.release.url"],
    async run(tools) {
      const { given, registry, settle, expect } = tools;
      const { release, answer: metadata } = await readInStateOnce(given, state);
      const { answer: index, row } = await readRowState(given, state);
      if (!isSuccess(metadata)) return expect.problem(metadata, "not-found", "authorization-failed");
      const reference = textAt(row, "release", "url");
      if (reference === undefined) return expect.success(metadata);

      const url = expectAddress(tools, reference, index);
      // mostly the address that the metadata was just read from: there is no need to ask again
      const isKnown = url === metadata.exchange.request.url;
      const found = isKnown
        ? metadata
        : await settle(release, () => registry.fetchLocator(url, "getRelease"));

      expect.success(found);
      const expected = { name: toFullName(release.volume), version: release.version };
      for (const [member, value] of Object.entries(expected)) {
        expect.equal(textAt(found.body, member), value, {
          what: `the ${member} behind release.url`,
          answer: found,
        });
      }
    },
  };
}

export const urlOfAYankedVersion: Check = urlStays("yanked");
export const urlOfABlockedVersion: Check = urlStays("blocked");
export const urlOfATombstonedVersion: Check = urlStays("tombstoned");
export const urlOfAnUnavailableVersion: Check = urlStays("unavailable");

export const listsVersionsBesideAYankedOne: Check = {
  id: "version-index/lists-versions-beside-a-yanked-one",
  level: "must",
  rule: "Where a version of a volume is yanked, the index goes on listing the volume's available versions, and as available.",
  source: "Endpoints, Version index; Resources, Version index row: version, status",
  reading: "Whether the yanked version keeps its row is open, and a row may leave its state out.",
  operations: ["getVersionIndex"],
  needs: ["token:publisher", "state:release-status"],
  forms: "either",
  from: "standard",
  covers: ["member:version-index.items", "member:version-index-row.status"],
  async run(tools) {
    const { given, registry, settle, expect } = tools;
    const { neighbour } = await givenVolumeWithAYankedVersion(given);

    const answer = await settle(
      neighbour,
      () => registry.getVersionIndex(neighbour.volume),
      (found) => rowOf(found, neighbour.version) !== undefined,
    );

    const state = stateIn(expectRow(tools, answer, neighbour.version)) ?? "available";
    expect.equal(state, "available", { what: `the state in the row of ${neighbour.version}`, answer });
  },
};

export const rowOfAGitRelease: Check = {
  id: "version-index/row-of-a-git-release-agrees-with-its-metadata",
  level: "must",
  rule: "The index lists an available release that lives in git as it does any other, with the integrity and the state of its metadata.",
  source:
    "Endpoints, Version index; Resources, Version index row; Release metadata, distribution object, git",
  reading:
    "Nothing in the index hangs on where the files come from. A row may lack its integrity and its state.",
  operations: ["getVersionIndex", "getRelease"],
  needs: ["release:git"],
  forms: "either",
  from: "standard",
  covers: ["member:version-index-row.integrity", "member:version-index-row.status"],
  async run(tools) {
    const { given, registry, settle, expect } = tools;
    const { release, answer: metadata } = await readGitOnce(given);
    const state = textAt(metadata.body, "status", "state");
    if (!isSuccess(metadata) || state !== "available")
      throw given.blocked("the metadata of the release in git does not call it available", metadata);

    const answer = await settle(
      release,
      () => registry.getVersionIndex(release.volume),
      (found) => rowOf(found, release.version) !== undefined,
    );

    const row = expectRow(tools, answer, release.version);
    const integrity = textAt(metadata.body, "integrity");
    expect.equal(textAt(row, "integrity") ?? integrity, integrity, {
      what: "the integrity in the row",
      answer,
    });
    expect.equal(stateIn(row) ?? state, state, { what: "the state in the row", answer });
  },
};
