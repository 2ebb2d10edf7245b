/** Versions whose upload will never be published: another upload may have them. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, slugOf } from "../../harness/exchange/answer.ts";
import { notTarAfterRefusal } from "./archives.ts";
import { finalizeExpired } from "./states.ts";

function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

export const freeVersions: CheckFile = {
  source: "Create release upload intent; Errors, table of slugs: version-conflict, upload-expired",
  operations: ["finalizeReleaseUpload", "createReleaseUpload"],
  forms: "one",
  covers: ["question:15", "question:17"],
  from: "standard",
  checks: [
    {
      id: "finalize/versions-of-expired-uploads-are-free",
      of: "publish/versions-of-refused-uploads-stay-free",
      rule: "After `POST` finalize answered 410 `upload-expired`, `POST` create of the same version succeeds.",
      reading:
        "The text does not say whether an open upload reserves its version. An expired one has published nothing and never will, so we read its version as unused.",
      needs: ["token:publisher", "expired-intent"],
      async run({ given, registry, expect }) {
        const { upload, answer } = await finalizeExpired(given);
        if (slugOf(answer) !== "upload-expired")
          throw given.nothingToJudge("the expired upload did not answer `upload-expired`");

        const created = await registry.createReleaseUpload(upload.volume, upload.requestBody);

        expect.success(created);
      },
    },
    {
      id: "finalize/versions-of-refused-uploads-are-free",
      of: "publish/versions-of-refused-uploads-stay-free",
      rule: "After `POST` finalize refused an upload, `POST` create of the same version succeeds.",
      reading:
        "The text does not say whether an open upload reserves its version, or whether a refused one stays open. One that cannot be finalized any more has published nothing and never will, so we read its version as unused.",
      needs: ["token:publisher"],
      async run({ given, registry, expect }) {
        const { refused, created } = await notTarAfterRefusal(given);
        const { intent, answer } = refused;
        if (!isRefusal(answer)) throw given.nothingToJudge("finalize did not refuse the invalid upload");

        if (slugOf(created) === "version-conflict") {
          const again = await registry.finalizeReleaseUpload(intent);
          if (slugOf(again) === slugOf(answer))
            throw given.nothingToJudge("the refused upload is still open, and may reserve its version");
        }
        expect.success(created);
      },
    },
  ],
};
