/** The state, expiry and id of an open intent, and that it is not a release. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, listAt, momentAt, sentAt, textAt } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { controlIntent, openPair, siblingIntent } from "../situations/release-uploads.ts";

export const intents: CheckFile = {
  source: "Release upload intent, state; States and transitions",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "publish/fresh-intents-are-neither-expired-nor-failed",
      of: "publish/fresh-uploads-are-open",
      rule: "`POST` create returns an intent whose `state` is neither `expired` nor `failed`.",
      reading:
        "The text does not say which state a fresh intent has. Every state except `expired` and `failed` is accepted, and the member may be absent.",
      covers: ["member:release-upload-intent.state", "question:17"],
      async run({ given, expect }) {
        for (const { answer } of [await controlIntent(given), await siblingIntent(given)]) {
          const state = textAt(answer.body, "state");

          expect.that(state !== "expired" && state !== "failed", {
            expected: "a state of pending-upload, uploading or uploaded for a fresh intent",
            got: `"${state}"`,
            answer,
          });
        }
      },
    },
    {
      id: "publish/intents-expire-in-the-future",
      of: "publish/fresh-uploads-expire-in-the-future",
      rule: "`POST` create returns an `expiresAt` that is later than the `Date` header of the response.",
      source: "Release upload intent, expiresAt",
      reading:
        "The text does not say which clock `expiresAt` refers to. We compare it with the `Date` of the same response, and only if both can be parsed.",
      covers: ["member:release-upload-intent.expiresAt", "format:timestamp"],
      async run({ given, expect }) {
        for (const { answer } of [await controlIntent(given), await siblingIntent(given)]) {
          const expiresAt = momentAt(answer.body, "expiresAt");
          const sent = sentAt(answer);

          expect.that(expiresAt === undefined || sent === undefined || expiresAt > sent, {
            expected: "an expiresAt later than the Date header of the response",
            got: `"${textAt(answer.body, "expiresAt") ?? ""}"`,
            answer,
          });
        }
      },
    },
    {
      id: "publish/upload-ids-are-unique",
      of: "publish/each-upload-has-its-own-id",
      rule: "Two `POST` create requests for different versions of one volume return different `uploadId`s.",
      source: "Release upload intent, uploadId; Finalize release upload",
      reading:
        "The text does not say where an `uploadId` is unique. The finalize path also names the volume, so we require it within one volume only.",
      covers: ["member:release-upload-intent.uploadId"],
      async run({ given, expect }) {
        const control = await controlIntent(given);
        const sibling = await siblingIntent(given);

        expect.that(control.uploadId !== sibling.uploadId, {
          expected: "an uploadId different from that of the volume's first intent",
          wanted: { differs: true },
          got: `"${sibling.uploadId}" for both`,
          answer: sibling.answer,
        });
      },
    },
    {
      id: "publish/open-intents-are-not-releases",
      of: "finalize/only-finalized-uploads-are-visible",
      forms: "one",
      rule: "Before finalize, `GET` metadata and the `GET` trust reads answer 404 `not-found` for the version, and `GET` index has no row for it.",
      source: "States and transitions; What the service does",
      operations: ["createReleaseUpload", "getRelease", "getVersionIndex"],
      covers: ["transition:release-finalize"],
      async run(tools) {
        const { given, registry, expect, half, target, depth } = tools;
        const { opened, uploaded } = await openPair(given);

        await tools.each(casesAt(tools, [uploaded, opened]), async (intent) => {
          const metadata = await registry.getRelease(intent);
          expect.problem(metadata, "not-found");
        });
        if (target.features.trust) {
          const both = [registry.getTrustSummary, registry.getTrustDetail];
          const start = half === "first" ? 0 : 1;
          for (const read of depth === "deep" ? both : both.slice(start, start + 1))
            expect.problem(await read(uploaded), "not-found");
        }
        const index = await registry.getVersionIndex(opened.volume);

        const versions = listAt(index.body, "items").map((row) => textAt(row, "version"));
        expect.that(
          !isSuccess(index) || !(versions.includes(opened.version) || versions.includes(uploaded.version)),
          {
            expected: "no row for a version that is not finalized",
            got: `rows for ${versions.join(", ")}`,
            answer: index,
          },
        );
      },
    },
  ],
};
