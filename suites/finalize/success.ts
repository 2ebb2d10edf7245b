/** What a finalize that succeeds answers, and what has come to be by it. */
import type { Check } from "../../harness/check.ts";
import { isSuccess, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import { toFullName, toPurl } from "../../harness/registry/volume.ts";
import * as wire from "../../schemas/compiled/wire.js";

const shared: Pick<Check, "level" | "source" | "operations" | "needs"> = {
  level: "must",
  source: "Finalize release upload",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
};

export const uploadedArchivesAreFinalized: Check = {
  ...shared,
  id: "finalize/uploaded-archives-are-published",
  rule: "Finalizing an unexpired upload whose bytes have arrived and hold a good archive succeeds.",
  source: "States and transitions; Finalize release upload",
  covers: ["operation:finalizeReleaseUpload", "transition:release-finalize"],
  async run({ given, registry, expect, target }) {
    const upload = await given.uploadedBytes();

    const answer = await registry.finalizeReleaseUpload(upload);

    const isRefused = slugOf(answer) === "invalid-manifest" || slugOf(answer) === "validation-failed";
    if (target.archive.isBuiltIn && isRefused) {
      throw given.blocked(
        'the registry refused the built-in manifest: give "archive.manifests.minimal" in the target file',
        answer,
      );
    }
    expect.success(answer);
  },
};

export const successIsCreated: Check = {
  ...shared,
  id: "finalize/success-is-created",
  rule: "Finalize answers a success with exactly 201.",
  reading: "It is one of the few places where the text states the status of a success.",
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    expect.success(answer, 201);
  },
};

export const uploadIdIsRepeated: Check = {
  ...shared,
  id: "finalize/the-upload-id-is-repeated",
  rule: "The result's uploadId is the id of the upload that was finalized.",
  covers: ["member:finalize-release-result.uploadId"],
  async run({ given, expect }) {
    const { intent, answer } = await given.sharedRelease();

    expect.equal(valueAt(answer.body, "uploadId"), intent.uploadId, {
      what: "the result's uploadId",
      answer,
    });
  },
};

export const releaseHasTheIdentityOfItsPath: Check = {
  ...shared,
  id: "finalize/the-release-has-the-identity-of-its-path",
  rule: "The result's release has the name, the version and the purl that the path and the create request gave it.",
  covers: [
    "member:finalize-release-result.release",
    "member:release-metadata.name",
    "member:release-metadata.version",
  ],
  async run({ given, expect }) {
    const release = await given.sharedRelease();
    const { answer, volume, version } = release;

    expect.equal(valueAt(answer.body, "release", "name"), toFullName(volume), {
      what: "the release's name",
      answer,
    });
    expect.equal(valueAt(answer.body, "release", "version"), version, {
      what: "the release's version",
      answer,
    });
    expect.equal(valueAt(answer.body, "release", "purl"), toPurl(release), {
      what: "the release's purl",
      answer,
    });
  },
};

export const releaseIsAvailable: Check = {
  ...shared,
  id: "finalize/the-release-is-available",
  rule: "The status.state of the result's release is available.",
  covers: ["transition:release-finalize", "member:version-status.state"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    expect.equal(valueAt(answer.body, "release", "status", "state"), "available", {
      what: "the release's state",
      answer,
    });
  },
};

export const releaseHasADistribution: Check = {
  ...shared,
  id: "finalize/the-release-has-a-distribution",
  rule: "The result's release has a dist.",
  covers: ["transition:release-finalize", "member:release-metadata.dist"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    expect.that(typeof valueAt(answer.body, "release", "dist") === "object", {
      expected: "release.dist",
      got: "no such object",
      answer,
    });
  },
};

export const releaseIsHosted: Check = {
  ...shared,
  id: "finalize/the-release-is-a-hosted-archive",
  level: "should",
  rule: "The dist of a release made from an uploaded archive is the hosted variant, with source cdn.",
  source: "Release metadata, distribution object; What the service does, rule 6",
  covers: ["member:distribution-hosted.source", "rule:service/6"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    expect.equal(valueAt(answer.body, "release", "dist", "source"), "cdn", {
      what: "the release's dist.source",
      answer,
    });
  },
};

export const resultHasADetailUrl: Check = {
  ...shared,
  id: "finalize/the-result-has-a-detail-url",
  rule: "The result carries a detailUrl that is a URI reference.",
  source: "Finalize release upload; States and transitions, other effects",
  reading: "A relative reference is as good as an absolute one and counts from the URL that was asked.",
  covers: ["member:finalize-release-result.detailUrl"],
  async run({ given, expect }) {
    const { answer } = await given.sharedRelease();

    const detailUrl = expect.text(answer, "detailUrl");

    expect.that(detailUrl !== "", {
      expected: "a detailUrl of at least one character",
      got: "an empty one",
      answer,
    });
    expect.valid(detailUrl, wire.uriReference, { what: "detailUrl", answer });
  },
};

export const detailUrlLeadsSomewhere: Check = {
  ...shared,
  id: "finalize/the-detail-url-leads-to-the-release",
  level: "should",
  rule: "A detailUrl below the registry's own address can be fetched; where it gives release metadata, they are this release's.",
  source: "Finalize release upload; States and transitions, other effects",
  reading:
    "The text does not say what lies there, so that a page for people will do; an address elsewhere is not judged.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["member:finalize-release-result.detailUrl", "question:12"],
  async run({ given, registry, expect, settle, resolve, target }) {
    const release = await given.sharedRelease();
    const url = resolve(textAt(release.answer.body, "detailUrl") ?? "", release.answer);
    expect.success(release.answer);
    if (url === undefined || new URL(url).origin !== new URL(target.baseUrl).origin) return;

    const answer = await settle(release, () => registry.fetchLocator(url));

    expect.success(answer);
    const name = textAt(answer.body, "name");
    const version = textAt(answer.body, "version");
    if (name === undefined || version === undefined) return;
    expect.equal([name, version], [toFullName(release.volume), release.version], {
      what: "the release at detailUrl",
      answer,
    });
  },
};

export const publishedReleasesBecomeReadable: Check = {
  ...shared,
  id: "finalize/published-releases-can-be-read",
  rule: "A release that was finalized is available in its metadata within the time for changes to settle.",
  source: "States and transitions; Fetch release metadata",
  reading:
    "404 not-found and 409 inconsistent-registry-state are taken for delay until that time is over, and judged after.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["transition:release-finalize"],
  async run({ given, registry, expect, settle }) {
    const release = await given.sharedRelease();

    const answer = await settle(release, () => registry.getRelease(release));

    expect.that(isSuccess(answer), {
      expected: "the metadata of the release",
      got: `status ${answer.status}`,
      answer,
    });
    expect.equal(valueAt(answer.body, "status", "state"), "available", {
      what: "the release's state",
      answer,
    });
  },
};
