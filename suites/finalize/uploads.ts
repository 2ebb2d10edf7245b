/** Finalize applies only to an upload of the volume in its path. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { assertNamespace } from "../../harness/given/context.ts";
import type { UploadIntent } from "../../harness/given/given.ts";
import type { Volume } from "../../harness/exchange/volume.ts";
import {
  idAsPattern,
  idInOtherCase,
  idWithLetterInOtherCase,
  noCase,
  readingOfCase,
  shortenedId,
  unusedIdLike,
} from "../inputs/upload-ids.ts";
import { casesAt } from "../inputs/cases.ts";
import { keyInOneHalf } from "../situations/contexts.ts";
import { controlIntent, openPair } from "../situations/release-uploads.ts";
import { busyRelease } from "../situations/attached-release.ts";

/** Finalizes an upload under a different volume and asserts that this fails and, where reads show that, publishes nothing. */
async function expectRefusedUnderOtherVolume(
  { registry, expect, half, runsInBothForms }: Tools,
  intent: UploadIntent,
  volume: Volume,
): Promise<void> {
  const answer = await registry.finalizeReleaseUpload({ volume, uploadId: intent.uploadId });

  expect.problem(answer, "not-found", "identity-mismatch");
  if (half === "second" && runsInBothForms) return;
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
      of: "finalize/uploads-are-found-under-their-own-path-only",
      rule: "`POST` finalize with an unknown `uploadId` answers 404 `not-found`. For an id of another shape, 400 `validation-failed` passes too; under a malformed volume name, 409 `identity-mismatch` passes too.",
      reading:
        "The text calls ids opaque, so a registry may know the shape of its own. We change or remove one character of an id that was given out. For an id of another length, `validation-failed` passes too.",
      covers: ["slug:not-found", "answers:finalizeReleaseUpload/not-found"],
      async run(tools) {
        const { given, registry, expect } = tools;
        const { volume, uploadId } = await controlIntent(given);
        given.assertNoTokenIn(uploadId);
        const sameShape = unusedIdLike(uploadId);
        const otherCase = idWithLetterInOtherCase(uploadId);
        const malformedVolume = { ...volume, segment: `${volume.segment}_${"x".repeat(300)}` };
        const noSuchUpload = { volume, uploadId: given.unique("no-such-upload") };
        const uploads = [
          { volume, uploadId: sameShape ?? `${uploadId}-no-such-upload` },
          { volume, uploadId: `${uploadId}${"x".repeat(300)}` },
          { volume, uploadId: shortenedId(uploadId) ?? noSuchUpload.uploadId },
          { volume: malformedVolume, uploadId },
          otherCase === undefined ? noSuchUpload : { volume, uploadId: otherCase },
          { volume, uploadId: idAsPattern(uploadId) ?? noSuchUpload.uploadId },
        ];

        await tools.each(casesAt(tools, uploads), async (upload) => {
          const answer = await registry.finalizeReleaseUpload(upload);

          if (upload.volume === malformedVolume)
            expect.problem(answer, "not-found", "validation-failed", "identity-mismatch");
          else if (upload.uploadId === sameShape) expect.problem(answer, "not-found");
          else expect.problem(answer, "not-found", "validation-failed");
        });
      },
    },
    {
      id: "finalize/upload-ids-keep-their-letter-case",
      of: "finalize/upload-ids-are-matched-by-letter-case",
      rule: "`POST` finalize with an `uploadId` whose letters are all in the other case answers 404 `not-found` or 400 `validation-failed`.",
      reading: readingOfCase,
      forms: "one",
      from: "standard",
      async run({ given, registry, expect }) {
        const { volume, uploadId } = await controlIntent(given);
        given.assertNoTokenIn(uploadId);
        const other = idInOtherCase(uploadId);
        if (other === undefined) throw given.nothingToJudge(noCase);

        const answer = await registry.finalizeReleaseUpload({ volume, uploadId: other });

        expect.problem(answer, "not-found", "validation-failed");
      },
    },
    {
      id: "finalize/uploads-belong-to-their-volume",
      of: "finalize/uploads-are-found-under-their-own-path-only",
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
      of: "finalize/uploads-are-found-under-their-own-path-only",
      rule: "`POST` finalize of a scoped upload under the unscoped name, or the reverse, answers 404 `not-found`, 409 `identity-mismatch` or 403 `authorization-failed`.",
      source: "Finalize release upload; Endpoints, conventions; Shared formats, volume name",
      reading: `${reading} The publisher may have no authority over the other name, so we also accept 403 \`authorization-failed\`.`,
      covers: ["convention:unscoped-form", "answers:finalizeReleaseUpload/not-found"],
      forms: "either",
      from: "standard",
      async run({ given, registry, expect, target }) {
        assertNamespace("unscoped", target);
        const { uploaded } = await openPair(given);
        const { scope, segment } = uploaded.volume;
        const volume =
          scope === undefined ? { scope: target.namespace?.scope ?? "conformance", segment } : { segment };

        const answer = await registry.finalizeReleaseUpload(
          { volume, uploadId: uploaded.uploadId },
          keyInOneHalf(given),
        );

        expect.problem(answer, "not-found", "identity-mismatch", "authorization-failed");
      },
    },
  ],
};
