/** What a finalize that succeeds answers, and what has come to be by it. */
import type { Check } from "../../harness/check.ts";
import { mayRefuseManifest } from "../../harness/given/releases.ts";
import { isSuccess, valueAt } from "../../harness/registry/answer.ts";
import { firstPublication } from "../publish/set-up.ts";
import { readPublishedOnce } from "../release-metadata/reading.ts";
import { toFullName, toPurl } from "../../harness/registry/volume.ts";

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
  reading:
    "Bytes that the upload step took may be on their way still: a finalize that does not find them is repeated until settleMs.",
  covers: ["operation:finalizeReleaseUpload", "transition:release-finalize"],
  async run({ given, expect, target }) {
    const { created, transfer, finalized: answer } = await firstPublication(given);
    if (answer === undefined) {
      const last = transfer ?? created;
      throw given.blocked(`an upload to finalize was answered ${last.status}`, last);
    }

    // where it is our manifest that is not taken, the shared release says which key is missing
    if (target.archive.isBuiltIn && mayRefuseManifest(answer)) await given.sharedRelease();
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

export const publishedReleasesBecomeReadable: Check = {
  ...shared,
  id: "finalize/published-releases-can-be-read",
  rule: "A release that was finalized is available in its metadata within the time for changes to settle.",
  source: "States and transitions; Fetch release metadata",
  reading:
    "404 not-found and 409 inconsistent-registry-state are taken for delay until that time is over, and judged after.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["transition:release-finalize"],
  async run({ given, expect }) {
    const { answer } = await readPublishedOnce(given);

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
