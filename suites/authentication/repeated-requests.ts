/** Requests that a different caller repeats with the same idempotency key. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { keyedFinalize, keyedTrustFinalize, keyedTrustUpload } from "../situations/idempotency-key.ts";
import { optionsOfCallers, type UnauthorizedCaller } from "./unauthorized-callers.ts";

const everyCaller: readonly UnauthorizedCaller[] = ["nobody", "unknown", "expired", "revoked", "outsider"];

/** A request to repeat, and who does that below depth deep: each kind of caller repeats some request. */
interface Repeat {
  readonly by: readonly UnauthorizedCaller[];
  readonly send: (options: RequestOptions) => Promise<Answer>;
}

/** Repeats requests as unauthorized callers and asserts that no stored response is returned. */
async function expectNoStoredResponse(
  { each, given, expect, depth }: Tools,
  repeats: readonly Repeat[],
): Promise<void> {
  for (const { by, send } of repeats) {
    await each(await optionsOfCallers(given, depth === "deep" ? everyCaller : by), async (options) => {
      const answer = await send(options);
      if (options.as === "outsider")
        expect.problem(
          answer,
          "authorization-failed",
          "not-found",
          "idempotency-conflict",
          "invalid-upload-state",
          "version-conflict",
        );
      else expect.problem(answer, "authentication-required");
    });
  }
}

export const repeatedRequests: CheckFile = {
  source: "Authentication, rules 1, 7 and 8; Endpoints, idempotency",
  reading:
    "The text does not say whether a key belongs to one caller. A caller with a valid token may get `authorization-failed`, `not-found` or any conflict, but never the stored success.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["rule:authentication/1", "rule:authentication/7", "rule:authentication/8"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "authentication/repeated-requests-need-a-token",
      of: "authentication/a-missing-token-is-the-first-problem",
      rule: "Repeating `POST` create or finalize with its idempotency key answers 401 `authentication-required` without a usable token, and 403, 404 or 409 without authority.",
      async run(tools) {
        const { given, registry } = tools;
        const finalized = await keyedFinalize(given);
        const { volume } = finalized.upload;
        // on a volume that has a release: who may publish under a new name is the registry's own affair
        const key = given.key();
        const version = given.version("9.1.0");
        const created = { key, upload: await given.uploadIntent({ volume, version, idempotencyKey: key }) };

        await expectNoStoredResponse(tools, [
          {
            by: ["nobody", "revoked", "outsider"],
            send: (as) =>
              registry.createReleaseUpload(created.upload.volume, created.upload.requestBody, {
                ...as,
                idempotencyKey: created.key,
              }),
          },
          {
            by: ["nobody", "expired", "outsider"],
            send: (as) =>
              registry.finalizeReleaseUpload(finalized.upload, { ...as, idempotencyKey: finalized.key }),
          },
        ]);
      },
    },
    {
      id: "authentication/repeated-trust-requests-need-a-token",
      of: "authentication/a-missing-token-is-the-first-problem",
      rule: "Repeating `POST` trust create or finalize with its idempotency key answers 401 `authentication-required` without a usable token, and 403, 404 or 409 without authority.",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      async run(tools) {
        const { given, registry } = tools;
        const created = await keyedTrustUpload(given);
        const finalized = await keyedTrustFinalize(given);

        await expectNoStoredResponse(tools, [
          {
            by: ["nobody", "unknown", "outsider"],
            send: (as) =>
              registry.createTrustUpload(created.release, created.upload.requestBody, {
                ...as,
                idempotencyKey: created.key,
              }),
          },
          {
            by: ["nobody", "revoked", "outsider"],
            send: (as) =>
              registry.finalizeTrustUpload(
                finalized.upload,
                { idempotencyKey: finalized.key },
                { ...as, idempotencyKey: finalized.key },
              ),
          },
        ]);
      },
    },
  ],
};
