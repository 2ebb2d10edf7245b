import type { Check } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { expectArchive, fetchArchive } from "../download/archive.ts";
import { ownRelease } from "./protected-requests.ts";
import { asStrangers, type Stranger } from "./strangers.ts";

const about = {
  level: "must",
  source: "Authentication, rules 1, 6, 7 and 8",
  reading:
    "A request without a usable token or without authority is refused as a whole, so that the owner finds everything as it was.",
  needs: ["token:publisher"],
  from: "standard",
  covers: ["rule:authentication/7", "rule:authentication/8"],
} as const satisfies Partial<Check>;

/** The first stands for all where one is enough: with a token of its own, it can take something for itself. */
const strangers: readonly Stranger[] = ["outsider", "nobody", "malformed", "unknown", "expired", "revoked"];

export const refusedCreatesTakeNothing: Check = {
  ...about,
  id: "authentication/refused-creates-take-nothing",
  rule: "A create without a usable token or without authority takes neither the name nor the version from the owner, nor an upload that is open.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  forms: "either",
  async run({ given, registry, expect }) {
    await given.sharedRelease();
    const release = { volume: given.volume(), version: "1.0.0" };
    const archive = await given.archive(release);
    const requestBody = given.createBody(release.version, archive);
    const [stranger = { as: "nobody" }] = await asStrangers(given, strangers);

    expect.refusal(await registry.createReleaseUpload(release.volume, requestBody, stranger));
    const created = await registry.createReleaseUpload(release.volume, requestBody);
    expect.success(created);
    const upload = given.intentOf({ ...release, archive, requestBody }, created);
    await given.transfer(upload, archive.bytes);
    expect.refusal(await registry.createReleaseUpload(release.volume, requestBody, stranger));
    const finalized = await registry.finalizeReleaseUpload(upload);

    expect.success(finalized);
  },
};

export const refusedFinalizesPublishNothing: Check = {
  ...about,
  id: "authentication/refused-finalizes-publish-nothing",
  rule: "A finalize without a usable token or without authority publishes nothing and takes nothing from the owner's upload.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  forms: "either",
  async run({ given, registry, expect }) {
    const upload = await given.uploadedBytes();

    for (const stranger of await asStrangers(given, strangers))
      expect.refusal(await registry.finalizeReleaseUpload(upload, stranger));
    const seen = await registry.getRelease(upload);
    const finalized = await registry.finalizeReleaseUpload(upload);

    expect.that(!isSuccess(seen), { expected: "no release", got: describeAnswer(seen), answer: seen });
    expect.success(finalized);
  },
};

export const refusedTrustFinalizesAttachNothing: Check = {
  ...about,
  id: "authentication/refused-trust-finalizes-attach-nothing",
  rule: "A finalize of a trust upload without a usable token or without authority attaches nothing and takes nothing from the owner's upload.",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  forms: "either",
  async run({ given, registry, expect, settle }) {
    const release = await ownRelease(given);
    const upload = await given.trustUploaded(release);
    const body = { idempotencyKey: given.unique("key") };

    for (const stranger of await asStrangers(given, strangers))
      expect.refusal(await registry.finalizeTrustUpload(upload, body, stranger));
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
  ...about,
  id: "authentication/refused-unpublishes-remove-nothing",
  rule: "An unpublish without a usable token or without authority leaves the release as it was: its status, its row in the index and its archive.",
  operations: ["unpublishVersion", "getRelease", "getVersionIndex", "transferBytes"],
  forms: "unscoped",
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const release = await ownRelease(given);
    const before = await settle(release, () => registry.getRelease(release));
    if (!isSuccess(before))
      throw given.blocked(`the release to guard is answered ${describeAnswer(before)}`, before);

    for (const stranger of await asStrangers(given, strangers))
      expect.refusal(await registry.unpublishVersion(release, stranger));

    const after = await settle(release, () => registry.getRelease(release));
    expect.success(after);
    expect.equal(textAt(after.body, "status", "state"), "available", {
      what: "the release's state",
      answer: after,
    });
    expect.equal(valueAt(after.body, "status"), valueAt(before.body, "status"), {
      what: "the release's status",
      answer: after,
    });
    // members of a row may be left out; this one is the only row of its volume
    const isListed = (row: unknown): boolean =>
      (textAt(row, "version") ?? release.version) === release.version &&
      (textAt(row, "status", "state") ?? "available") === "available";
    const index = await settle(
      release,
      () => registry.getVersionIndex(release.volume),
      (answer) => listAt(answer.body, "items").some(isListed),
    );
    expect.that(listAt(index.body, "items").some(isListed), {
      expected: `a row of ${release.version} that does not call it anything but available`,
      got: describeAnswer(index),
      answer: index,
    });
    expectArchive(tools, await fetchArchive(tools, release, after));
  },
};
