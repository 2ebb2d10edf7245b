/** What an open intent is, and what it is not yet. */
import type { Check } from "../../harness/check.ts";
import { isSuccess, listAt, momentAt, sentAt, textAt } from "../../harness/registry/answer.ts";
import { casesAt } from "../cases.ts";
import { controlIntent, openPair, siblingIntent } from "./set-up.ts";

export const freshIntentsCanStillSucceed: Check = {
  id: "publish/fresh-intents-are-neither-expired-nor-failed",
  level: "must",
  rule: "An intent that was just opened is in a state from which it can be finalized: neither expired nor failed.",
  source: "Release upload intent, state; States and transitions",
  reading: "Which of the other states a fresh intent has is left open. The state may be absent.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["member:release-upload-intent.state", "question:17"],
  async run({ given, expect }) {
    for (const { answer } of [await controlIntent(given), await siblingIntent(given)]) {
      const state = textAt(answer.body, "state");

      expect.that(state !== "expired" && state !== "failed", {
        expected: "pending-upload, uploading or uploaded as the state of a fresh intent",
        got: `"${state}"`,
        answer,
      });
    }
  },
};

export const intentsExpireInTheFuture: Check = {
  id: "publish/intents-expire-in-the-future",
  level: "should",
  rule: "The expiresAt of a fresh intent lies after the moment in the Date of the same response.",
  source: "Release upload intent, expiresAt",
  reading:
    "Only the registry's own clock counts. Without a Date or an expiresAt that can be read there is nothing to compare.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["member:release-upload-intent.expiresAt", "format:timestamp"],
  async run({ given, expect }) {
    for (const { answer } of [await controlIntent(given), await siblingIntent(given)]) {
      const expiresAt = momentAt(answer.body, "expiresAt");
      const sent = sentAt(answer);

      expect.that(expiresAt === undefined || sent === undefined || expiresAt > sent, {
        expected: "an expiresAt after the response's own Date",
        got: `"${textAt(answer.body, "expiresAt") ?? ""}"`,
        answer,
      });
    }
  },
};

export const uploadIdsAreUnique: Check = {
  id: "publish/upload-ids-are-unique",
  level: "must",
  rule: "Two intents of one volume have different upload ids.",
  source: "Release upload intent, uploadId; Finalize release upload",
  reading: "The path of finalize names the volume too, so that ids need to differ within a volume only.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["member:release-upload-intent.uploadId"],
  async run({ given, expect }) {
    const control = await controlIntent(given);
    const sibling = await siblingIntent(given);

    expect.that(control.uploadId !== sibling.uploadId, {
      expected: "another uploadId than that of the volume's first intent",
      got: `"${sibling.uploadId}" for both`,
      answer: sibling.answer,
    });
  },
};

export const openIntentsAreNotReleases: Check = {
  id: "publish/open-intents-are-not-releases",
  level: "must",
  rule: "A version whose upload is not finalized has no metadata, no trust documents and no row in the index, whether its bytes have arrived or not.",
  source: "States and transitions; What the service does",
  operations: ["createReleaseUpload", "getRelease", "getVersionIndex"],
  needs: ["token:publisher"],
  covers: ["transition:release-finalize"],
  async run(tools) {
    const { given, registry, expect, form, target } = tools;
    const { opened, uploaded } = await openPair(given);

    for (const intent of casesAt(tools, [uploaded, opened])) {
      const metadata = await registry.getRelease(intent);
      expect.problem(metadata, "not-found");
    }
    if (target.features.trust) {
      const read = form === "scoped" ? registry.getTrustSummary : registry.getTrustDetail;
      expect.problem(await read(uploaded), "not-found");
    }
    const index = await registry.getVersionIndex(opened.volume);

    const versions = listAt(index.body, "items").map((row) => textAt(row, "version"));
    expect.that(
      !isSuccess(index) || !(versions.includes(opened.version) || versions.includes(uploaded.version)),
      {
        expected: "no row of a version that is not finalized",
        got: `rows of ${versions.join(", ")}`,
        answer: index,
      },
    );
  },
};
