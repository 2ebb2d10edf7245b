/** An upload can be finalized only under its own release, and only as its own kind of upload. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Given, TrustIntent } from "../../harness/given/given.ts";
import type { Slug } from "../../schemas/problems.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { firstRelease, openPair } from "../situations/release-uploads.ts";
import { unscopedReleaseOfSameName } from "./isolation.ts";
import {
  detailOfSibling,
  finalizeUnderOtherVolume,
  finalizeUnderSibling,
  trustOfSharedRelease,
} from "./late-reads.ts";
import {
  attachedRelease,
  busyRelease,
  countOf,
  finalizeBody,
  siblingVersion,
  uploadedIntent,
} from "../situations/attached-release.ts";

const reading =
  "The text does not say how a finalize under a wrong path is refused. `not-found`, `subject-binding-mismatch`, `identity-mismatch` and `invalid-upload-state` all fit.";

/** Expects one of the problems that fit an upload of a different path. */
function expectWrongPath({ expect }: Tools, answer: Answer, ...alsoAllowed: readonly Slug[]): void {
  expect.problem(
    answer,
    "not-found",
    "subject-binding-mismatch",
    "identity-mismatch",
    "invalid-upload-state",
    ...alsoAllowed,
  );
}

/** A trust upload whose id differs from the release uploads of its volume, because a registry may number both kinds separately. */
async function intentWithUnusedId(given: Given): Promise<TrustIntent> {
  const release = await busyRelease(given);
  // in the other half, the volume has no sibling
  const siblings = given.half === "first" ? [(await siblingVersion(given)).release] : [];
  const taken = [release, ...siblings].map(({ intent }) => intent.uploadId);
  let upload = await uploadedIntent(given);
  for (let tries = 0; taken.includes(upload.uploadId) && tries < taken.length; tries++)
    upload = await given.trustUploaded(release);
  return upload;
}

export const finalizePath: CheckFile = {
  source: "Finalize trust attachment upload; Errors, table of slugs: not-found, subject-binding-mismatch",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "trust/uploads-belong-to-their-volume",
      of: "finalize/uploads-are-found-under-their-own-path-only",
      rule: "`POST` trust finalize under the path of a different volume answers 404 `not-found`, 400 `subject-binding-mismatch`, 409 `identity-mismatch` or 409 `invalid-upload-state`. Nothing is attached there.",
      reading,
      covers: [
        "answers:finalizeTrustUpload/not-found",
        "answers:finalizeTrustUpload/subject-binding-mismatch",
      ],
      from: "quick",
      async run(tools) {
        const { given, expect } = tools;
        const { intent, answer } = await finalizeUnderOtherVolume(given);
        const { detail } = await trustOfSharedRelease(given);

        expectWrongPath(tools, answer);
        expect.equal(countOf(intent.artifactDigest, detail), 0, {
          what: "the number of attachments with this digest on the other volume",
          answer: detail,
        });
      },
    },
    {
      id: "trust/uploads-belong-to-their-form",
      of: "finalize/uploads-are-found-under-their-own-path-only",
      forms: "scoped",
      rule: "`POST` trust finalize of an upload for a scoped release, under the same version of the unscoped namesake, is refused, as under a different volume.",
      reading,
      operations: ["finalizeTrustUpload"],
      async run(tools) {
        const { given, registry } = tools;
        const { attachment: namesake } = await unscopedReleaseOfSameName(given);
        const { release } = await attachedRelease(given);
        const intent = await given.trustUploaded(release);
        const { volume, version } = namesake;
        const key = { idempotencyKey: given.key() };

        const answer = await registry.finalizeTrustUpload(
          { volume, version, uploadId: intent.uploadId },
          key,
          key,
        );

        expectWrongPath(tools, answer);
      },
    },
    {
      id: "trust/uploads-belong-to-their-version",
      of: "finalize/uploads-are-found-under-their-own-path-only",
      forms: "one",
      rule: "`POST` trust finalize under the path of a different version answers 404 `not-found`, 400 `subject-binding-mismatch`, 409 `identity-mismatch` or 409 `invalid-upload-state`. Nothing is attached there.",
      reading,
      covers: [
        "answers:finalizeTrustUpload/not-found",
        "answers:finalizeTrustUpload/subject-binding-mismatch",
      ],
      last: "together",
      async run(tools) {
        const { given, expect } = tools;
        const { intent, answer } = await finalizeUnderSibling(given);
        const detail = await detailOfSibling(given);

        expectWrongPath(tools, answer);
        expect.equal(countOf(intent.artifactDigest, detail), 0, {
          what: "the number of attachments with this digest on the other version",
          answer: detail,
        });
      },
    },
    {
      id: "trust/release-uploads-are-not-trust-uploads",
      of: "finalize/uploads-are-found-under-their-own-path-only",
      rule: "`POST` trust finalize of a release upload answers 404 `not-found`, 400 `subject-binding-mismatch`, 400 `validation-failed`, 409 `identity-mismatch` or 409 `invalid-upload-state`.",
      source: "Finalize trust attachment upload",
      reading,
      operations: ["finalizeTrustUpload"],
      async run(tools) {
        const { given, registry } = tools;
        // a registry may number both kinds separately: this release has too few trust uploads to have one with this id
        const { volume, version } = await firstRelease(given);
        const { uploadId } = (await openPair(given)).uploaded;

        const answer = await registry.finalizeTrustUpload({ volume, version, uploadId }, finalizeBody(given));

        expectWrongPath(tools, answer, "validation-failed");
      },
    },
    {
      id: "trust/trust-uploads-are-not-release-uploads",
      of: "finalize/uploads-are-found-under-their-own-path-only",
      rule: "`POST` finalize of a trust upload answers 404 `not-found`, 400 `validation-failed`, 409 `invalid-upload-state` or 409 `identity-mismatch`.",
      source: "Finalize release upload",
      reading:
        "The text does not say how an upload of the wrong kind is refused. It is unknown under this path, its id has another shape, or it cannot be finalized there.",
      operations: ["createTrustUpload", "finalizeReleaseUpload"],
      covers: ["answers:finalizeReleaseUpload/not-found"],
      async run({ given, registry, expect }) {
        const { volume, uploadId } = await intentWithUnusedId(given);

        const answer = await registry.finalizeReleaseUpload({ volume, uploadId });

        expect.problem(answer, "not-found", "validation-failed", "invalid-upload-state", "identity-mismatch");
      },
    },
  ],
};
