/** Every read of a release returns the same `integrity`. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { FixtureState } from "../../harness/check.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { readInStateOnce, readMetadataOnce } from "../situations/release-metadata.ts";
import { memberOfRow, readIndexOnce, readRowState } from "../situations/version-index.ts";

/** A check of the integrity of a release that changed its state. */
function staysWhen(state: FixtureState): CheckEntry {
  return {
    id: `integrity/stays-when-a-release-is-${state}`,
    of: "integrity/stays-the-same-everywhere",
    rule: `After a release becomes ${state}, \`GET\` metadata and \`GET\` index still return its \`integrity\`, if they show the release.`,
    reading:
      "The text does not say whether such a release and its index row can be read. We judge what is returned; for a fixture, we compare the reads with each other.",
    source: "Release metadata, integrity; What the service does, rule 4",
    covers: ["rule:service/4", "member:release-metadata.integrity"],
    needs: [`release:${state}`],
    forms: "either",
    from: "standard",
    async run({ given, expect }) {
      const { release, answer: metadata } = await readInStateOnce(given, state);
      const { answer: index, row } = await readRowState(given, state);

      if (!isSuccess(metadata)) expect.problem(metadata, "not-found", "authorization-failed");
      const found = [
        { what: "the integrity in the metadata", answer: metadata, got: textAt(metadata.body, "integrity") },
        {
          what: "the integrity in the index row",
          ...memberOfRow(index, release.version, "/integrity"),
          got: textAt(row, "integrity"),
        },
      ].filter(({ got }) => got !== undefined);
      const before = release.integrity === "" ? found[0]?.got : release.integrity;
      for (const { got, ...about } of found) expect.equal(got, before, about);
    },
  };
}

export const reads: CheckFile = {
  source: "Release metadata, integrity; Version index row, integrity",
  operations: ["getRelease", "getVersionIndex"],
  checks: [
    {
      id: "integrity/is-the-same-on-every-read",
      of: "integrity/stays-the-same-everywhere",
      rule: "`GET` metadata, and the `GET` index row if it has `integrity`, return the `integrity` that `POST` finalize returned.",
      reading:
        "The text does not say that `integrity` is required in an index row. We accept a row without it.",
      covers: ["member:release-metadata.integrity", "member:version-index-row.integrity", "rule:service/4"],
      async run({ given, expect }) {
        const { release, answer: metadata } = await readMetadataOnce(given);
        const { answer: index } = await readIndexOnce(given);

        expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
          what: "the integrity in the metadata",
          answer: metadata,
        });
        for (const row of listAt(index.body, "items")) {
          if (textAt(row, "version") !== release.version) continue;
          const got = valueAt(row, "integrity") ?? release.integrity;
          expect.equal(got, release.integrity, {
            what: "the integrity in the index row",
            ...memberOfRow(index, release.version, "/integrity"),
          });
        }
      },
    },
    staysWhen("yanked"),
    staysWhen("blocked"),
    staysWhen("tombstoned"),
    staysWhen("unavailable"),
  ],
  observations: [
    {
      id: "integrity/meaning-of-the-declared-digest",
      question: "Which bytes is `declaredDigest` the digest of?",
      source: "Create release upload intent, body, declaredDigest; Errors, digest-mismatch",
      operations: ["createReleaseUpload", "finalizeReleaseUpload"],
      needs: ["token:publisher"],
      covers: ["question:8"],
      async observe({ given }) {
        const { integrity, archive } = await given.sharedRelease();
        const suffix =
          integrity === archive.digest
            ? "and integrity is the same digest"
            : "and integrity is a different digest";
        return `The uploaded bytes: their SHA-256 was accepted as declaredDigest, ${suffix}`;
      },
    },
  ],
  untested: [
    {
      id: "integrity/clients-verify-what-they-fetch",
      rule: "A client rejects content whose normalized-file-tree digest differs from the integrity.",
      source: "What the service does, rule 4",
      reason:
        "This rule binds clients. The text does not give the algorithm, so the suite compares the files instead.",
      covers: ["rule:service/4", "question:9"],
    },
  ],
};
