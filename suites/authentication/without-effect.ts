import type { Check } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { ownRelease } from "./protected-requests.ts";

const reading =
  "A request without authority is refused as a whole, so that the owner finds everything as it was.";

export const refusedFinalizesPublishNothing: Check = {
  id: "authentication/refused-finalizes-publish-nothing",
  level: "must",
  rule: "A finalize without a token or without authority publishes nothing and takes nothing from the owner's upload.",
  source: "Authentication, rules 1, 6 and 8",
  reading,
  operations: ["finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher", "token:outsider"],
  forms: "either",
  from: "standard",
  covers: ["rule:authentication/8"],
  async run({ given, registry, expect }) {
    const upload = await given.uploadedBytes();

    expect.refusal(await registry.finalizeReleaseUpload(upload, { as: "outsider" }));
    expect.refusal(await registry.finalizeReleaseUpload(upload, { as: "nobody" }));
    const seen = await registry.getRelease(upload);
    const finalized = await registry.finalizeReleaseUpload(upload);

    expect.that(!isSuccess(seen), { expected: "no release", got: describeAnswer(seen), answer: seen });
    expect.success(finalized);
  },
};

export const refusedTrustFinalizesAttachNothing: Check = {
  id: "authentication/refused-trust-finalizes-attach-nothing",
  level: "must",
  rule: "A finalize of a trust upload without a token or without authority attaches nothing and takes nothing from the owner's upload.",
  source: "Authentication, rules 1, 6 and 8",
  reading,
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher", "token:outsider"],
  forms: "either",
  from: "standard",
  covers: ["rule:authentication/8"],
  async run({ given, registry, expect, settle }) {
    const release = await ownRelease(given);
    const upload = await given.trustUploaded(release);
    const body = { idempotencyKey: given.unique("key") };

    expect.refusal(await registry.finalizeTrustUpload(upload, body, { as: "outsider" }));
    expect.refusal(await registry.finalizeTrustUpload(upload, body, { as: "nobody" }));
    const detail = await settle(release, () => registry.getTrustDetail(release));
    const finalized = await registry.finalizeTrustUpload(upload, { idempotencyKey: given.unique("key") });

    const digests = listAt(detail.body, "attachments").map((attachment) =>
      textAt(attachment, "artifactDigest"),
    );
    expect.that(!digests.includes(upload.artifactDigest), {
      expected: "no attachment with the artifact's digest",
      got: "one",
      answer: detail,
    });
    expect.success(finalized);
  },
};

export const refusedUnpublishesRemoveNothing: Check = {
  id: "authentication/refused-unpublishes-remove-nothing",
  level: "must",
  rule: "An unpublish without a token or without authority leaves the release as it was.",
  source: "Authentication, rules 1, 6 and 8",
  reading,
  operations: ["unpublishVersion", "getRelease"],
  needs: ["token:publisher", "token:outsider"],
  forms: "unscoped",
  from: "standard",
  covers: ["rule:authentication/8"],
  async run({ given, registry, expect, settle }) {
    const release = await ownRelease(given);
    const before = await settle(release, () => registry.getRelease(release));
    if (!isSuccess(before))
      throw given.blocked(`the release to guard is answered ${describeAnswer(before)}`, before);

    expect.refusal(await registry.unpublishVersion(release, { as: "outsider" }));
    expect.refusal(await registry.unpublishVersion(release, { as: "nobody" }));
    const after = await settle(release, () => registry.getRelease(release));

    expect.success(after);
    expect.equal(textAt(after.body, "status", "state"), "available", {
      what: "the release's state",
      answer: after,
    });
  },
};
