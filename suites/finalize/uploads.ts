/** Which upload a finalize is about: the one of its path. */
import type { Check } from "../../harness/check.ts";
import type { Given, UploadIntent } from "../../harness/given/given.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import { controlIntent } from "../publish/set-up.ts";
import type { Tools } from "./attempt.ts";

const shared: Pick<Check, "level" | "source" | "operations" | "needs" | "covers"> = {
  level: "must",
  source: "Finalize release upload; Errors, not-found",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["slug:not-found", "answers:finalizeReleaseUpload/not-found"],
};

export const unknownUploadsAreNotFound: Check = {
  ...shared,
  id: "finalize/unknown-uploads-are-not-found",
  rule: "Finalizing an upload id that was never given out for the volume answers 404 not-found.",
  async run({ given, registry, expect, depth }) {
    const { volume, uploadId } = await controlIntent(given);
    const near = { volume, uploadId: `${uploadId}x` };
    const far = { volume, uploadId: given.unique("no-such-upload") };
    const nowhere = { volume: given.volume(), uploadId: far.uploadId };

    for (const upload of depth === "quick" ? [near, far] : [near, far, nowhere]) {
      const answer = await registry.finalizeReleaseUpload(upload);

      expect.problem(answer, "not-found");
    }
  },
};

/** An upload that lacks nothing but to be finalized. It is not its volume's first, so that ids counted by volume differ. */
async function uploadedSecond(given: Given): Promise<UploadIntent> {
  const volume = given.volume();
  await given.uploadIntent({ volume, version: "0.1.0" });
  return await given.uploadedBytes({ volume, version: "3.0.0" });
}

/** Finalizes an upload under a volume that is not its own. */
async function expectAstray(
  { registry, expect }: Tools,
  intent: UploadIntent,
  volume: Volume,
): Promise<void> {
  const answer = await registry.finalizeReleaseUpload({ volume, uploadId: intent.uploadId });

  expect.problem(answer, "not-found", "identity-mismatch");
  const there = await registry.getRelease({ volume, version: intent.version });
  expect.problem(there, "not-found");
}

const reading =
  "identity-mismatch, an identity that disagrees with its route, describes the case as well as not-found. Ids may be counted by volume, so that the other volume is one that has not given out this id.";

export const uploadsBelongToTheirVolume: Check = {
  ...shared,
  id: "finalize/uploads-belong-to-their-volume",
  rule: "An upload is not finalized under the path of another volume, and nothing is published there.",
  reading,
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["slug:identity-mismatch", "answers:finalizeReleaseUpload/identity-mismatch"],
  async run(tools) {
    const { volume } = await tools.given.sharedRelease();
    const intent = await uploadedSecond(tools.given);

    await expectAstray(tools, intent, volume);
  },
};

export const uploadsBelongToTheirForm: Check = {
  ...shared,
  id: "finalize/uploads-belong-to-their-form-of-name",
  rule: "An upload for a scoped volume is not finalized under the unscoped volume of the same name, nor the other way round.",
  source: "Finalize release upload; Endpoints, conventions; Shared formats, volume name",
  reading: `${reading} The other name may lie where the publisher may do nothing: then 403 authorization-failed is right too.`,
  covers: ["convention:unscoped-form", "answers:finalizeReleaseUpload/not-found"],
  from: "standard",
  forms: "either",
  async run({ given, registry, expect, target }) {
    const intent = await uploadedSecond(given);
    const { scope, segment } = intent.volume;
    const volume =
      scope === undefined ? { scope: target.namespace?.scope ?? "conformance", segment } : { segment };

    const answer = await registry.finalizeReleaseUpload({ volume, uploadId: intent.uploadId });

    expect.problem(answer, "not-found", "identity-mismatch", "authorization-failed");
  },
};

export const trustUploadsAreNoReleases: Check = {
  ...shared,
  id: "finalize/trust-uploads-are-no-release-uploads",
  rule: "The id of a trust upload is not found where releases are finalized.",
  operations: ["finalizeReleaseUpload", "createTrustUpload"],
  from: "standard",
  forms: "either",
  async run({ given, registry, expect }) {
    const release = await given.sharedRelease();
    let trust = await given.trustUploaded(release);
    // ids may be counted apart; then the next one is none that a release upload of this volume has
    if (trust.uploadId === release.intent.uploadId) trust = await given.trustUploaded(release);

    const answer = await registry.finalizeReleaseUpload({ volume: release.volume, uploadId: trust.uploadId });

    expect.problem(answer, "not-found");
  },
};
