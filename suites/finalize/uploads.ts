/** Finalize applies only to an upload of the volume in its path. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import { unusedIdLike } from "../inputs/upload-ids.ts";
import { casesAt } from "../inputs/cases.ts";
import { controlIntent, openPair } from "../situations/release-uploads.ts";
import { busyRelease } from "../situations/attached-release.ts";

/** Finalizes an upload under a different volume and asserts that this fails and publishes nothing. */
async function expectRefusedUnderOtherVolume(
  { registry, expect }: Tools,
  intent: UploadIntent,
  volume: Volume,
): Promise<void> {
  const answer = await registry.finalizeReleaseUpload({ volume, uploadId: intent.uploadId });

  expect.problem(answer, "not-found", "identity-mismatch");
  // neither under the requested volume nor under the upload's own volume
  for (const volumeOfRead of [volume, intent.volume]) {
    const seen = await registry.getRelease({ volume: volumeOfRead, version: intent.version });
    expect.problem(seen, "not-found");
  }
}

const reading =
  "The text does not choose between `not-found` and `identity-mismatch`; we accept both. Ids may be unique per volume only, so we use another volume with fewer uploads.";

export const uploads: CheckFile = {
  source: "Finalize release upload; Errors, not-found",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "finalize/unknown-uploads-are-not-found",
      rule: "`POST` finalize with an unknown `uploadId` answers 404 `not-found`. For an id of another shape, 400 `validation-failed` passes too; under a malformed volume name, 409 `identity-mismatch` passes too.",
      reading:
        "The text calls ids opaque, so a registry may know the shape of its own. We change one character of an id that was given out, and accept `validation-failed` for ids in any other shape.",
      covers: ["slug:not-found", "answers:finalizeReleaseUpload/not-found"],
      async run(tools) {
        const { given, registry, expect } = tools;
        const { volume, uploadId } = await controlIntent(given);
        const unused = unusedIdLike(uploadId);
        const similarId = { volume, uploadId: unused ?? `${uploadId}-no-such-upload` };
        const isSimilar = unused !== undefined;
        const longerId = { volume, uploadId: `${uploadId}x` };
        const otherId = { volume: given.volume(), uploadId: given.unique("no-such-upload") };
        const malformedVolume = {
          volume: { ...volume, segment: `${volume.segment}_${"x".repeat(300)}` },
          uploadId,
        };

        for (const upload of casesAt(tools, [similarId, longerId, otherId, malformedVolume])) {
          const answer = await registry.finalizeReleaseUpload(upload);

          const hasOwnShape = upload === similarId && isSimilar;
          if (upload === malformedVolume)
            expect.problem(answer, "not-found", "validation-failed", "identity-mismatch");
          else if (hasOwnShape) expect.problem(answer, "not-found");
          else expect.problem(answer, "not-found", "validation-failed");
        }
      },
    },
    {
      id: "finalize/uploads-belong-to-their-volume",
      forms: "one",
      rule: "`POST` finalize under another volume answers 404 `not-found` or 409 `identity-mismatch`, and `GET` metadata answers 404 `not-found` for both volumes.",
      reading,
      operations: ["finalizeReleaseUpload", "getRelease"],
      covers: ["slug:identity-mismatch", "answers:finalizeReleaseUpload/identity-mismatch"],
      async run(tools) {
        const { volume } = await busyRelease(tools.given);
        const { uploaded } = await openPair(tools.given);

        await expectRefusedUnderOtherVolume(tools, uploaded, volume);
      },
    },
    {
      id: "finalize/uploads-belong-to-their-form",
      rule: "`POST` finalize of a scoped upload under the unscoped name, or the reverse, answers 404 `not-found`, 409 `identity-mismatch` or 403 `authorization-failed`.",
      source: "Finalize release upload; Endpoints, conventions; Shared formats, volume name",
      reading: `${reading} The publisher may have no authority over the other name, so we also accept 403 \`authorization-failed\`.`,
      covers: ["convention:unscoped-form", "answers:finalizeReleaseUpload/not-found"],
      forms: "either",
      from: "standard",
      async run({ given, registry, expect, target }) {
        const { uploaded } = await openPair(given);
        const { scope, segment } = uploaded.volume;
        const volume =
          scope === undefined ? { scope: target.namespace?.scope ?? "conformance", segment } : { segment };

        const answer = await registry.finalizeReleaseUpload({ volume, uploadId: uploaded.uploadId });

        expect.problem(answer, "not-found", "identity-mismatch", "authorization-failed");
      },
    },
  ],
};
