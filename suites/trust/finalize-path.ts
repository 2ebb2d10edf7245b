/** An upload can only be finalized as what it is, under the release it was created for. */
import type { Check } from "../../harness/check.ts";
import type { Given, PublishedRelease, TrustIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { firstRelease, openPair } from "../publish/set-up.ts";
import {
  busyRelease,
  countOf,
  finalizeBody,
  siblingVersion,
  type Tools,
  uploadedIntent,
} from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["finalizeTrustUpload"],
  needs: ["token:publisher"],
};

const reading =
  "That the upload is not to be found under this path, that it does not bind to this release, and that the route disagrees with the upload are all said for it.";

/** Any of the refusals that fit an upload that is not of this path. */
function expectElsewhere({ expect }: Tools, answer: Answer): void {
  expect.problem(
    answer,
    "not-found",
    "subject-binding-mismatch",
    "identity-mismatch",
    "invalid-upload-state",
  );
}

/** An upload whose bytes have arrived, finalized under the shared release, which is another volume's. */
export function astrayFinalize(
  given: Given,
): Promise<{ readonly intent: TrustIntent; readonly other: PublishedRelease; readonly answer: Answer }> {
  return given.shared("trust/astray-finalize", async (own, registry) => {
    const intent = await uploadedIntent(own);
    const other = await own.sharedRelease();
    const upload = { ...other, uploadId: intent.uploadId };
    return { intent, other, answer: await registry.finalizeTrustUpload(upload, finalizeBody(own)) };
  });
}

export const uploadsBelongToTheirVolume: Check = {
  ...about,
  id: "trust/uploads-belong-to-their-volume",
  rule: "A trust upload is not finalized under the path of another volume.",
  source: "Finalize trust attachment upload; Errors, table of slugs: not-found, subject-binding-mismatch",
  reading,
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  covers: ["answers:finalizeTrustUpload/not-found", "answers:finalizeTrustUpload/subject-binding-mismatch"],
  async run(tools) {
    const { given, registry, settle, expect } = tools;
    const { intent, other, answer } = await astrayFinalize(given);
    const detail = await settle(other, () => registry.getTrustDetail(other));

    expectElsewhere(tools, answer);
    expect.equal(countOf(intent.artifactDigest, detail), 0, {
      what: "the number of attachments of the other volume",
      answer: detail,
    });
  },
};

export const uploadsBelongToTheirVersion: Check = {
  ...about,
  id: "trust/uploads-belong-to-their-version",
  rule: "A trust upload is not finalized under the path of another version of its volume.",
  source: "Finalize trust attachment upload; Errors, table of slugs: not-found, subject-binding-mismatch",
  reading,
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  covers: ["answers:finalizeTrustUpload/not-found", "answers:finalizeTrustUpload/subject-binding-mismatch"],
  from: "standard",
  async run(tools) {
    const { given, registry, settle, expect } = tools;
    const intent = await uploadedIntent(given);
    const { release: other } = await siblingVersion(given);

    const answer = await registry.finalizeTrustUpload(
      { ...other, uploadId: intent.uploadId },
      finalizeBody(given),
    );
    const detail = await settle(other, () => registry.getTrustDetail(other));

    expectElsewhere(tools, answer);
    expect.equal(countOf(intent.artifactDigest, detail), 0, {
      what: "the number of attachments of the other version",
      answer: detail,
    });
  },
};

export const releaseUploadsAreNoTrustUploads: Check = {
  ...about,
  id: "trust/release-uploads-are-no-trust-uploads",
  rule: "The upload of a release is not finalized as a trust upload.",
  source: "Finalize trust attachment upload",
  reading: `${reading} Ids may be counted apart, so that the release is one with fewer trust uploads than that.`,
  from: "standard",
  async run(tools) {
    const { given, registry } = tools;
    const { volume, version } = await firstRelease(given);
    const { uploadId } = (await openPair(given)).uploaded;

    const answer = await registry.finalizeTrustUpload({ volume, version, uploadId }, finalizeBody(given));

    expectElsewhere(tools, answer);
  },
};

/** A trust upload whose id no release upload of its volume has, since ids may be counted apart. */
async function distinctIntent(given: Given): Promise<TrustIntent> {
  const release = await busyRelease(given);
  const { release: sibling } = await siblingVersion(given);
  const taken = [release, sibling].map(({ intent }) => intent.uploadId);
  let upload = await uploadedIntent(given);
  for (let tries = 0; taken.includes(upload.uploadId) && tries < taken.length; tries++)
    upload = await given.trustUploaded(release);
  return upload;
}

export const trustUploadsAreNoReleaseUploads: Check = {
  ...about,
  id: "trust/trust-uploads-are-no-release-uploads",
  rule: "A trust upload is not finalized as the upload of a release.",
  source: "Finalize release upload",
  reading:
    "An upload of another kind is not to be found under this path, or not one that can be finalized there.",
  operations: ["createTrustUpload", "finalizeReleaseUpload"],
  covers: ["answers:finalizeReleaseUpload/not-found"],
  from: "standard",
  async run({ given, registry, expect }) {
    const { volume, uploadId } = await distinctIntent(given);

    const answer = await registry.finalizeReleaseUpload({ volume, uploadId });

    expect.problem(answer, "not-found", "invalid-upload-state", "identity-mismatch");
  },
};
