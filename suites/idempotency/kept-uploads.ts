/** Creates with a used key leave the first upload of that key as it was. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import { middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { finalizeBody } from "../situations/attached-release.ts";
import { freshKey, releaseWithKeyedTrust } from "../situations/idempotency-key.ts";

const reading =
  "The text does not say what a refused create does to the first upload. A refusal has no effect, so the upload stays as it was.";
const noConflict = "the registry does not answer `idempotency-conflict`, which another requirement reports";

export const keptUploads: CheckFile = {
  source: "Errors, rule 1; Endpoints, idempotency",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  forms: "one",
  from: "standard",
  covers: ["rule:errors/1"],
  checks: [
    {
      id: "idempotency/conflicting-creates-keep-the-upload",
      rule: "After a `POST` create with its key and another digest answers `idempotency-conflict`, an upload with bytes can be finalized: `POST` finalize succeeds with its version.",
      reading,
      async run({ given, registry, expect }) {
        const idempotencyKey = freshKey(given);
        const upload = await given.uploadedBytes({ idempotencyKey });
        const declaredDigest = withOtherDigit(upload.archive.digest, middleDigit);

        const conflict = await registry.createReleaseUpload(
          upload.volume,
          { ...upload.requestBody, declaredDigest },
          { idempotencyKey },
        );
        if (slugOf(conflict) !== "idempotency-conflict") throw given.nothingToJudge(noConflict);
        const finalized = await registry.finalizeReleaseUpload(upload);

        expect.success(finalized);
        expect.equal(textAt(finalized.body, "release", "version"), upload.version, {
          what: "the version",
          answer: finalized,
        });
      },
    },
    {
      id: "idempotency/repeated-creates-keep-the-upload",
      level: "should",
      rule: "After a repeated `POST` create with the same key and body, an upload with bytes can be finalized: `POST` finalize succeeds without another transfer.",
      reading:
        "The text does not say what a repeated create does to the bytes. We read idempotency as having no further effect.",
      async run({ given, registry, expect }) {
        const idempotencyKey = freshKey(given);
        const upload = await given.uploadedBytes({ idempotencyKey });

        const again = await registry.createReleaseUpload(upload.volume, upload.requestBody, {
          idempotencyKey,
        });
        if (!isSuccess(again) || textAt(again.body, "uploadId") !== upload.uploadId)
          throw given.nothingToJudge("the repeated create does not return the upload");
        const finalized = await registry.finalizeReleaseUpload(upload);

        expect.success(finalized);
      },
    },
    {
      id: "idempotency/conflicting-trust-creates-keep-the-upload",
      rule: "After a `POST` trust create with its key and another digest answers `idempotency-conflict`, a trust upload with bytes can be finalized: `POST` trust finalize succeeds.",
      reading,
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      async run({ given, registry, expect }) {
        const idempotencyKey = freshKey(given);
        const release = await releaseWithKeyedTrust(given);
        const upload = await given.trustUploaded(release, { idempotencyKey });
        const declaredDigest = withOtherDigit(upload.artifactDigest, middleDigit);

        const conflict = await registry.createTrustUpload(
          release,
          { ...upload.requestBody, declaredDigest },
          { idempotencyKey },
        );
        if (slugOf(conflict) !== "idempotency-conflict") throw given.nothingToJudge(noConflict);
        const finalized = await registry.finalizeTrustUpload(upload, finalizeBody(given));

        expect.success(finalized);
      },
    },
  ],
};
