/** Requests that are repeated with their idempotency key by somebody else. */
import type { Check, Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";
import { keyedTrustUpload } from "../idempotency/create-trust.ts";
import { keyedFinalize } from "../idempotency/finalize-release.ts";
import { keyedTrustFinalize } from "../idempotency/finalize-trust.ts";
import { keyedUpload } from "../idempotency/key.ts";
import { asStrangers } from "./strangers.ts";

const about = {
  level: "must",
  source: "Authentication, rules 1, 7 and 8; Endpoints, idempotency",
  reading:
    "The key says that the request is the same, not that the caller is. Whose a key is, is not said, so that somebody with a token of their own may also be told of a conflict.",
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  covers: ["rule:authentication/1", "rule:authentication/7", "rule:authentication/8"],
} as const satisfies Partial<Check>;

/** Repeats requests as each stranger, and expects none of the remembered answers. */
async function expectForgotten(
  { given, expect }: Tools,
  repeats: readonly ((options: RequestOptions) => Promise<Answer>)[],
): Promise<void> {
  for (const options of await asStrangers(given, ["unknown", "expired", "outsider"])) {
    for (const repeat of repeats) {
      const answer = await repeat(options);
      if (options.as === "outsider")
        expect.problem(answer, "authorization-failed", "not-found", "idempotency-conflict");
      else expect.problem(answer, "authentication-required");
    }
  }
}

export const repeatedRequestsNeedTheirToken: Check = {
  ...about,
  id: "authentication/repeated-requests-need-their-token",
  rule: "Repeating a request of publishing with its idempotency key, but without a usable token that allows it, is refused as any other, and gives no remembered success.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  async run(tools) {
    const { given, registry } = tools;
    const created = await keyedUpload(given);
    const finalized = await keyedFinalize(given);

    await expectForgotten(tools, [
      (as) =>
        registry.createReleaseUpload(created.upload.volume, created.upload.requestBody, {
          ...as,
          idempotencyKey: created.key,
        }),
      (as) => registry.finalizeReleaseUpload(finalized.upload, { ...as, idempotencyKey: finalized.key }),
    ]);
  },
};

export const repeatedTrustRequestsNeedTheirToken: Check = {
  ...about,
  id: "authentication/repeated-trust-requests-need-their-token",
  rule: "Repeating a request of a trust upload with its idempotency key, but without a usable token that allows it, is refused as any other, and gives no remembered success.",
  operations: ["createTrustUpload", "finalizeTrustUpload"],
  async run(tools) {
    const { given, registry } = tools;
    const created = await keyedTrustUpload(given);
    const finalized = await keyedTrustFinalize(given);

    await expectForgotten(tools, [
      (as) =>
        registry.createTrustUpload(created.release, created.upload.requestBody, {
          ...as,
          idempotencyKey: created.key,
        }),
      (as) =>
        registry.finalizeTrustUpload(
          finalized.upload,
          { idempotencyKey: finalized.key },
          { ...as, idempotencyKey: finalized.key },
        ),
    ]);
  },
};
