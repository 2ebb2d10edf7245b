/** One release has one integrity, wherever and whenever it is read, and it is that of its files. */
import type { Check, FixtureState, Observation, Untested } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { readInStateOnce, readMetadataOnce } from "../release-metadata/reading.ts";
import { readIndexOnce } from "../version-index/rows.ts";
import { readRowState } from "../version-index/states.ts";

const shared: Pick<Check, "level" | "source" | "covers"> = {
  level: "must",
  source: "Release metadata, integrity; What the service does, rule 4",
  covers: ["rule:service/4", "member:release-metadata.integrity"],
};

export const isTheSameEverywhere: Check = {
  ...shared,
  id: "integrity/is-the-same-on-every-read",
  rule: "The metadata and the index row of a release have the integrity that finalize gave it.",
  source: "Release metadata, integrity; Version index row, integrity",
  reading: "A row may lack its integrity; one that is there is the release's.",
  operations: ["getRelease", "getVersionIndex"],
  covers: ["member:release-metadata.integrity", "member:version-index-row.integrity", "rule:service/4"],
  async run({ given, expect }) {
    const { release, answer: metadata } = await readMetadataOnce(given);
    const { answer: index } = await readIndexOnce(given);

    expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
      what: "the metadata's integrity",
      answer: metadata,
    });
    for (const row of listAt(index.body, "items")) {
      if (textAt(row, "version") !== release.version) continue;
      const got = valueAt(row, "integrity") ?? release.integrity;
      expect.equal(got, release.integrity, { what: "the index row's integrity", answer: index });
    }
  },
};

/** The integrity of a release that changed its state. */
function staysWhen(state: FixtureState): Check {
  return {
    ...shared,
    id: `integrity/stays-when-a-release-is-${state}`,
    rule: `A release that is ${state} has the integrity that it had before, in its metadata and in its index row.`,
    reading:
      "A state says nothing of the files. A registry may hide such a release, and its row: judged is what it shows. Of a fixture, which nobody knows from before, the reads are compared with each other.",
    operations: ["getRelease", "getVersionIndex"],
    needs: [`release:${state}`],
    forms: "either",
    from: "standard",
    async run({ given, expect }) {
      const { release, answer: metadata } = await readInStateOnce(given, state);
      const { answer: index, row } = await readRowState(given, state);

      if (!isSuccess(metadata)) expect.problem(metadata, "not-found", "authorization-failed");
      const told = [
        { what: "the metadata's integrity", answer: metadata, got: textAt(metadata.body, "integrity") },
        { what: "the index row's integrity", answer: index, got: textAt(row, "integrity") },
      ].filter(({ got }) => got !== undefined);
      const before = release.integrity === "" ? told[0]?.got : release.integrity;
      for (const { got, ...about } of told) expect.equal(got, before, about);
    },
  };
}

export const staysWhenYanked: Check = staysWhen("yanked");
export const staysWhenBlocked: Check = staysWhen("blocked");
export const staysWhenTombstoned: Check = staysWhen("tombstoned");
export const staysWhenUnavailable: Check = staysWhen("unavailable");

export const declaredDigestCovers: Observation = {
  id: "integrity/meaning-of-the-declared-digest",
  question: "What is declaredDigest a digest of?",
  source: "Create release upload intent, body, declaredDigest; Errors, digest-mismatch",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["question:8"],
  async observe({ given }) {
    const { integrity, archive } = await given.sharedRelease();
    const other = integrity === archive.digest ? "which is its integrity too" : "which is not its integrity";
    return `A release whose declaredDigest is the SHA-256 of the uploaded bytes is published, ${other}`;
  },
};

export const clientsVerify: Untested = {
  id: "integrity/clients-verify-what-they-fetch",
  rule: "A client rejects content whose normalized-file-tree digest differs from the integrity.",
  source: "What the service does, rule 4",
  reason: "It binds clients; and since the algorithm is not given, this suite compares the files instead.",
  covers: ["rule:service/4", "question:9"],
};
