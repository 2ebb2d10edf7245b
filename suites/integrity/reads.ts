/** One release has one integrity, wherever and whenever it is read, and it is that of its files. */
import type { Check, Observation, Untested } from "../../harness/check.ts";
import { listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { expectUploadedFiles } from "./download.ts";

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
  async run({ given, registry, expect, settle }) {
    const release = await given.readableRelease();

    const metadata = await settle(release, () => registry.getRelease(release));
    const index = await settle(
      release,
      () => registry.getVersionIndex(release.volume),
      (answer) => listAt(answer.body, "items").some((row) => textAt(row, "version") === release.version),
    );

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

export const trustLeavesItAlone: Check = {
  ...shared,
  id: "integrity/trust-attachments-leave-it-alone",
  rule: "Attaching a trust artifact to a release changes neither its integrity nor its files.",
  operations: ["createTrustUpload", "finalizeTrustUpload", "getRelease"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const release = await given.publishedRelease();
    const attachment = await given.attachment(release);

    const metadata = await settle(attachment, () => registry.getRelease(release));

    expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
      what: "the release's integrity",
      answer: metadata,
    });
    await expectUploadedFiles(tools, release, metadata);
  },
};

export const downloadsHoldTheUploadedTree: Check = {
  ...shared,
  id: "integrity/downloads-hold-the-uploaded-tree",
  rule: "What a release's dist.url gives unpacks to the files that were uploaded.",
  reading:
    "The integrity is of the files, so that these must come back; whether the archive's bytes do is left open.",
  operations: ["getRelease", "transferBytes"],
  needs: ["token:publisher"],
  covers: ["rule:service/4", "member:distribution-hosted.url"],
  from: "standard",
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const release = await given.sharedRelease();

    const metadata = await settle(release, () => registry.getRelease(release));

    expect.success(metadata);
    await expectUploadedFiles(tools, release, metadata);
  },
};

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
