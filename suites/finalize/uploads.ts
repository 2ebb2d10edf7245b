/** Which upload a finalize is about: the one of its path. */
import type { Check } from "../../harness/check.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import { casesAt } from "../cases.ts";
import { controlIntent, openPair } from "../publish/set-up.ts";
import { busyRelease } from "../trust/attached-release.ts";
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
  rule: "Finalizing an upload id that was never given out for the volume answers 404 not-found; under a name that no volume can have, validation-failed will do as well.",
  async run(tools) {
    const { given, registry, expect } = tools;
    const { volume, uploadId } = await controlIntent(given);
    const near = { volume, uploadId: `${uploadId}x` };
    const far = { volume, uploadId: given.unique("no-such-upload") };
    const nowhere = { volume: given.volume(), uploadId: far.uploadId };
    const malformed = { volume: { ...volume, segment: `${volume.segment}_${"x".repeat(300)}` }, uploadId };

    for (const upload of casesAt(tools, [near, far, nowhere, malformed])) {
      const answer = await registry.finalizeReleaseUpload(upload);

      if (upload === malformed) expect.problem(answer, "not-found", "validation-failed");
      else expect.problem(answer, "not-found");
    }
  },
};

/** Finalizes an upload under a volume that is not its own. */
async function expectAstray(
  { registry, expect }: Tools,
  intent: UploadIntent,
  volume: Volume,
): Promise<void> {
  const answer = await registry.finalizeReleaseUpload({ volume, uploadId: intent.uploadId });

  expect.problem(answer, "not-found", "identity-mismatch");
  // neither where it was asked for nor where the upload belongs
  for (const place of [volume, intent.volume]) {
    const seen = await registry.getRelease({ volume: place, version: intent.version });
    expect.problem(seen, "not-found");
  }
}

const reading =
  "identity-mismatch, an identity that disagrees with its route, describes the case as well as not-found. Ids may be counted by volume, so that the other volume is one that has not given out as many.";

export const uploadsBelongToTheirVolume: Check = {
  ...shared,
  id: "finalize/uploads-belong-to-their-volume",
  rule: "An upload is not finalized under the path of another volume: nothing is published there, nor under its own.",
  reading,
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["slug:identity-mismatch", "answers:finalizeReleaseUpload/identity-mismatch"],
  async run(tools) {
    const { volume } = await busyRelease(tools.given);
    const { uploaded } = await openPair(tools.given);

    await expectAstray(tools, uploaded, volume);
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
    const { uploaded } = await openPair(given);
    const { scope, segment } = uploaded.volume;
    const volume =
      scope === undefined ? { scope: target.namespace?.scope ?? "conformance", segment } : { segment };

    const answer = await registry.finalizeReleaseUpload({ volume, uploadId: uploaded.uploadId });

    expect.problem(answer, "not-found", "identity-mismatch", "authorization-failed");
  },
};
