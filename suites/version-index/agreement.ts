/** Rows agree with the exact metadata that they stand for. */
import type { Check, FixtureState, Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { toFullName } from "../../harness/registry/volume.ts";
import { expectRow, givenLatestOfSeveral, givenVolumeWithVersions, rowOf, stateIn } from "./rows.ts";

const source = "Resources, Version index row; What the service does, rule 3";

/** The exact metadata of a release, which has to be readable for a row to be compared with it. */
async function givenMetadata({ registry, settle, given }: Tools, release: ReadableRelease): Promise<Answer> {
  const answer = await settle(release, () => registry.getRelease(release));
  if (!isSuccess(answer)) throw given.blocked(`reading the metadata that a row stands for answered ${answer.status}`, answer);
  return answer;
}

export const rowsHaveTheIntegrityOfTheirRelease: Check = {
  id: "version-index/rows-have-the-integrity-of-their-release",
  level: "must",
  rule: "An index row that tells an integrity tells the one of its version's exact metadata.",
  source,
  operations: ["getVersionIndex", "getRelease"],
  covers: ["member:version-index-row.integrity"],
  async run(tools) {
    const release = await tools.given.readableRelease();
    const metadata = await givenMetadata(tools, release);

    const { answer, row } = await expectRow(tools, release);

    const integrity = textAt(row, "integrity");
    const expected = textAt(metadata.body, "integrity");
    if (integrity !== undefined) tools.expect.equal(integrity, expected, { what: "the integrity in the row", answer });
  },
};

export const rowsOfOneVolumeKeepTheirIntegrity: Check = {
  id: "version-index/rows-of-one-volume-keep-their-integrity",
  level: "must",
  rule: "With several versions in one index, each row has the integrity that finalizing its own version answered.",
  source,
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  covers: ["member:version-index-row.integrity"],
  async run(tools) {
    const { releases, sinceMs } = await givenVolumeWithVersions(tools.given);

    for (const release of releases) {
      const { answer, row } = await expectRow(tools, { ...release, sinceMs });

      const integrity = textAt(row, "integrity");
      const about = { what: `the integrity in the row of ${release.version}`, answer };
      if (integrity !== undefined && release.integrity !== "") tools.expect.equal(integrity, release.integrity, about);
    }
  },
};

export const rowsHaveTheStateOfTheirRelease: Check = {
  id: "version-index/rows-have-the-state-of-their-release",
  level: "must",
  rule: "An index row that tells a state tells the one of its version's exact metadata.",
  source,
  operations: ["getVersionIndex", "getRelease"],
  covers: ["member:version-index-row.status"],
  async run(tools) {
    const release = await tools.given.readableRelease();
    const metadata = await givenMetadata(tools, release);

    const { answer, row } = await expectRow(tools, release);

    const state = stateIn(row);
    const expected = textAt(metadata.body, "status", "state");
    if (state !== undefined) tools.expect.equal(state, expected, { what: "the state in the row", answer });
  },
};

export const releaseUrlLeadsToTheMetadata: Check = {
  id: "version-index/release-url-leads-to-the-metadata",
  level: "must",
  rule: "The release.url of an index row leads to the exact metadata of the row's own version.",
  source: "Resources, Version index row: release",
  reading: "The address is a string: a relative one is resolved against the URL of the index, as RFC 3986 has it.",
  operations: ["getVersionIndex", "getRelease"],
  covers: ["member:version-index-row.release", "member:version-index-row.release.url", "question:12"],
  async run(tools) {
    const { expect, registry, resolve, settle } = tools;
    const release = await givenLatestOfSeveral(tools.given);

    const { answer, row } = await expectRow(tools, release);

    const reference = textAt(row, "release", "url");
    if (reference === undefined) return;
    const url = resolve(reference, answer);
    expect.that(url !== undefined && /^https?:/.test(url), { expected: "an address that can be asked", got: `"${reference}"`, answer });
    const metadata = await settle(release, () => registry.fetchLocator(url ?? "", "getRelease"));
    expect.success(metadata);
    expect.equal(textAt(metadata.body, "name"), toFullName(release.volume), { what: "the name behind release.url", answer: metadata });
    expect.equal(textAt(metadata.body, "version"), release.version, { what: "the version behind release.url", answer: metadata });
    const integrity = textAt(row, "integrity") ?? textAt(metadata.body, "integrity");
    expect.equal(textAt(metadata.body, "integrity"), integrity, { what: "the integrity behind release.url", answer: metadata });
  },
};

/** A row for a version that changed its state. */
function stateFollows(state: FixtureState, from: "quick" | "standard"): Check {
  return {
    id: `version-index/row-of-a-version-that-is-${state}-says-so`,
    level: "must",
    rule: `An index row that tells a state tells ${state} for a version that is ${state}.`,
    source: "Resources, Version index row: status; Release metadata, version status",
    reading: "Whether an index goes on listing such a version is open: judged where it does.",
    operations: ["getVersionIndex"],
    needs: [`release:${state}`],
    from,
    covers: ["member:version-index-row.status", "member:version-status.state"],
    async run({ given, registry, settle, expect }) {
      const release = await given.releaseInState(state);
      function toldState(answer: Answer): string | undefined {
        return stateIn(rowOf(answer, release.version));
      }

      const answer = await settle(
        release,
        () => registry.getVersionIndex(release.volume),
        (found) => toldState(found) === state,
      );

      expect.equal(toldState(answer) ?? state, state, { what: `the state in the row of ${release.version}`, answer });
    },
  };
}

export const rowOfAYankedVersion: Check = stateFollows("yanked", "quick");
export const rowOfABlockedVersion: Check = stateFollows("blocked", "standard");
export const rowOfATombstonedVersion: Check = stateFollows("tombstoned", "standard");
export const rowOfAnUnavailableVersion: Check = stateFollows("unavailable", "standard");
