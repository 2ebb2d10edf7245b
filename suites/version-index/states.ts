/** Index rows of versions that are not available, and of versions in git. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { FixtureState } from "../../harness/check.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { readGitOnce, readInStateOnce } from "../situations/release-metadata.ts";
import { givenVolumeWithAYankedVersion } from "../situations/yanked-version.ts";
import { expectAddress, fetchByRow } from "./agreement.ts";
import { memberOfRow, expectRow, readRowState, rowOf, stateIn } from "../situations/version-index.ts";

/** A check of the row of a version that changed its state. */
function rowHasState(state: FixtureState): CheckEntry {
  return {
    id: `version-index/row-of-a-version-that-is-${state}-has-that-state`,
    of: "version-index/rows-agree-with-the-metadata",
    rule: `Where the \`GET\` index row of a version that is ${state} has \`status.state\`, it is \`${state}\`.`,
    source: "Resources, Version index row: status; Release metadata, version status",
    reading:
      "The text does not say whether the index still lists such a version. We judge its row if there is one.",
    operations: ["getVersionIndex"],
    needs: [`release:${state}`],
    forms: "either",
    from: "standard",
    covers: ["member:version-index-row.status", "member:version-status.state"],
    async run({ given, expect }) {
      const { release, answer, row } = await readRowState(given, state);

      expect.equal(stateIn(row) ?? state, state, {
        what: "the state in the index row",
        ...memberOfRow(answer, release.version, "/status/state"),
      });
    },
  };
}

/** A check of the `release.url` of a version that changed its state. */
function releaseUrlLeadsToMetadata(state: FixtureState): CheckEntry {
  return {
    id: `version-index/release-url-of-a-version-that-is-${state}-leads-to-it`,
    of: "version-index/release-urls-lead-to-their-metadata",
    rule: `If a version that is ${state} has readable metadata and a \`release.url\` in \`GET\` index, that URL returns its metadata.`,
    source: "Resources, Version index row: release",
    reading:
      "The text does not say whether the index and the metadata show such a version. We accept a missing row, and `not-found` or `authorization-failed` for the metadata.",
    operations: ["getVersionIndex", "getRelease"],
    needs: [`release:${state}`],
    forms: "either",
    from: "standard",
    covers: ["member:version-index-row.release.url"],
    async run(tools) {
      const { given, expect } = tools;
      const { release, answer: metadata } = await readInStateOnce(given, state);
      const { answer: index, row } = await readRowState(given, state);
      if (!isSuccess(metadata)) return expect.problem(metadata, "not-found", "authorization-failed");
      const reference = textAt(row, "release", "url");
      if (reference === undefined) return expect.success(metadata);

      const url = expectAddress(tools, reference, index);
      // usually the URL of the metadata that was just read, which is then not requested again
      const isKnown = url === metadata.exchange.request.url;
      const found = isKnown ? metadata : await fetchByRow(tools, url, release);

      expect.success(found);
      const expected = { name: toFullName(release.volume), version: release.version };
      for (const [member, value] of Object.entries(expected)) {
        expect.equal(textAt(found.body, member), value, {
          what: `the ${member} in the metadata at release.url`,
          answer: found,
        });
      }
    },
  };
}

export const states: CheckFile = {
  source: "Endpoints, Version index; Resources, Version index row: version, status",
  operations: ["getVersionIndex"],
  forms: "either",
  from: "standard",
  checks: [
    rowHasState("yanked"),
    rowHasState("blocked"),
    rowHasState("tombstoned"),
    rowHasState("unavailable"),
    releaseUrlLeadsToMetadata("yanked"),
    releaseUrlLeadsToMetadata("blocked"),
    releaseUrlLeadsToMetadata("tombstoned"),
    releaseUrlLeadsToMetadata("unavailable"),
    {
      id: "version-index/yanking-keeps-other-versions-available",
      of: "release-metadata/other-releases-stay-as-they-are",
      forms: "one",
      rule: "After a version is yanked, `GET` index still lists the volume's available versions, with `status.state` `available`, if present.",
      reading:
        "The text does not say whether a yanked version keeps its row. We judge only the rows of the other versions.",
      needs: ["token:publisher", "state:release-status"],
      covers: ["member:version-index.items", "member:version-index-row.status"],
      async run(tools) {
        const { given, registry, eventually, expect } = tools;
        const { neighbour } = await givenVolumeWithAYankedVersion(given);

        const answer = await eventually(() => registry.getVersionIndex(neighbour.volume), {
          since: neighbour,
          until: (found) => rowOf(found, neighbour.version) !== undefined,
        });

        const state = stateIn(expectRow(tools, answer, neighbour.version)) ?? "available";
        expect.equal(state, "available", {
          what: `the state in the index row of ${neighbour.version}`,
          answer,
        });
      },
    },
    {
      id: "version-index/row-of-a-git-release-agrees-with-its-metadata",
      of: "version-index/lists-each-published-version-once",
      rule: "`GET` index lists an available git release, and `integrity` and `status.state` of its row, if present, equal those in the metadata.",
      source:
        "Endpoints, Version index; Resources, Version index row; Release metadata, distribution object, git",
      reading:
        "The text does not say that the index depends on the source of the files. We expect the row of a git release to follow the same rules.",
      operations: ["getVersionIndex", "getRelease"],
      needs: ["release:git"],
      covers: ["member:version-index-row.integrity", "member:version-index-row.status"],
      async run(tools) {
        const { given, registry, eventually, expect } = tools;
        const { release, answer: metadata } = await readGitOnce(given);
        const state = textAt(metadata.body, "status", "state");
        if (!isSuccess(metadata) || state !== "available")
          throw given.blocked("the metadata of the git release does not have the state available", metadata);

        const answer = await eventually(() => registry.getVersionIndex(release.volume), {
          since: release,
          until: (found) => rowOf(found, release.version) !== undefined,
        });

        const row = expectRow(tools, answer, release.version);
        const integrity = textAt(metadata.body, "integrity");
        expect.equal(textAt(row, "integrity") ?? integrity, integrity, {
          what: "the integrity in the index row",
          answer,
        });
        expect.equal(stateIn(row) ?? state, state, {
          what: "the state in the index row",
          ...memberOfRow(answer, release.version, "/status/state"),
        });
      },
    },
  ],
};
