/** Artifacts that name another release than the one that they are attached to. */
import type { CheckFile } from "../../harness/check-file.ts";
import { renderManifest } from "../../harness/given/archive.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { busyRelease, finalizeBody } from "../situations/attached-release.ts";

/** The artifact of the target file, for this release. */
function toArtifact(template: string, release: PublishedRelease): Uint8Array {
  const { purl, integrity } = release;
  const named = template.replaceAll("{{purl}}", purl).replaceAll("{{integrity}}", integrity);
  return Buffer.from(renderManifest(named, release));
}

export const artifactBinding: CheckFile = {
  source: "Errors, table of slugs: subject-binding-mismatch; Finalize trust attachment upload",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
  forms: "one",
  from: "standard",
  checks: [
    {
      id: "trust/artifacts-bind-to-their-release",
      of: "trust/subjects-bind-to-the-release",
      rule: "`POST` trust finalize of an artifact that names another release answers 400 `subject-binding-mismatch`. After a refused transfer, `missing-uploaded-bytes` and `invalid-upload-state` pass too.",
      reading:
        "The text does not say whether a registry reads artifacts. We judge this only if the target file has `trust.mismatchedArtifact`, an artifact that the registry must refuse.",
      covers: ["slug:subject-binding-mismatch", "answers:finalizeTrustUpload/subject-binding-mismatch"],
      async run({ given, registry, expect, target }) {
        const { mismatchedArtifact: template } = target.trust;
        if (template === undefined) throw given.optional("trust.mismatchedArtifact");
        const release = await busyRelease(given);
        const intent = await given.trustIntent(release, { artifact: toArtifact(template, release) });

        const transfer = await given.offerBytes(intent, intent.artifact);
        const answer = await registry.finalizeTrustUpload(intent, finalizeBody(given));

        if (isSuccess(transfer)) expect.problem(answer, "subject-binding-mismatch");
        else
          expect.problem(
            answer,
            "subject-binding-mismatch",
            "missing-uploaded-bytes",
            "invalid-upload-state",
          );
      },
    },
  ],
};
