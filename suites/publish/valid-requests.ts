/** Valid create requests return an upload intent. */
import type { CheckFile } from "../../harness/check-file.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { inAnotherLayout } from "../inputs/json-layout.ts";
import { keyInOneHalf } from "../situations/contexts.ts";
import { controlAttempt, controlIntent } from "../situations/release-uploads.ts";

/** Characters of a body that is larger than what a careless limit allows. */
const largeBody = 20_000;

export const validRequests: CheckFile = {
  source: "Create release upload intent",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "publish/valid-requests-open-an-intent",
      of: "publish/valid-requests-open-an-upload",
      owns: [
        "every-response/endpoints-answer-their-own-problems",
        "every-response/release-upload-intents-are-well-formed",
      ],
      rule: "`POST` create with a valid `version`, `mediaType`, `declaredDigest` and `declaredSize` succeeds and returns an `uploadId` and an `upload.url`.",
      reading: "The text does not state the success status of this endpoint. We accept any 2xx status.",
      covers: [
        "operation:createReleaseUpload",
        "gap:endpoints/4",
        "member:create-release-request.version",
        "member:release-upload-intent.uploadId",
        "member:release-upload-intent.upload",
        "member:upload-instruction.url",
      ],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        const { answer } = await controlAttempt(given);

        expect.success(answer);
        expect.that(expect.text(answer, "uploadId") !== "", {
          expected: "an uploadId that is not empty",
          got: "an empty string",
          member: "/uploadId",
          answer,
        });
        expect.that(expect.text(answer, "upload", "url") !== "", {
          expected: "an upload.url that is not empty",
          got: "an empty string",
          member: "/upload/url",
          answer,
        });
      },
    },
    {
      id: "publish/layout-of-json-does-not-matter",
      of: "publish/valid-requests-open-an-upload",
      rule: "`POST` create succeeds with any order of members, any white space and any escapes in the JSON body. With unscoped names the body has 20 kB, and may also be answered 413 `payload-too-large`.",
      source: "What the service does, rule 2; Errors, table of slugs: payload-too-large",
      reading:
        "The text says only that bodies are JSON. We read two texts of the same JSON value as the same request. A registry may limit the size of a payload, and then answers with a problem.",
      async run({ given, registry, expect }) {
        const { requestBody } = await controlIntent(given);
        // a gateway that allows some kilobytes answers with a page of its own
        const isLarge = given.half === "second";

        const layout = inAnotherLayout(requestBody);
        const rawBody = isLarge ? layout.padEnd(largeBody, " ") : layout;
        const answer = await registry.createReleaseUpload(given.volume(), undefined, { rawBody });

        if (isLarge && answer.status === 413) expect.problem(answer, "payload-too-large");
        else expect.success(answer);
      },
    },
    {
      id: "publish/parameters-of-the-content-type-are-accepted",
      of: "publish/parameters-of-the-media-type-are-accepted",
      rule: "`POST` create with `Content-Type: Application/JSON; charset=utf-8` (different case, `charset` parameter) succeeds.",
      source: "Create release upload intent, body; RFC 9110 section 8.3.1",
      async run({ given, registry, expect }) {
        const { requestBody } = await controlIntent(given);

        const contentType = "Application/JSON; charset=utf-8";
        const answer = await registry.createReleaseUpload(given.volume(), requestBody, { contentType });

        expect.success(answer);
      },
    },
    {
      id: "publish/a-size-of-zero-is-accepted",
      of: "publish/valid-requests-open-an-upload",
      rule: "`POST` create with a `declaredSize` of 0 succeeds. No bytes are no archive: `POST` finalize of it answers 4xx.",
      source: "Create release upload intent, body, declaredSize",
      covers: ["limit:declared-size"],
      async run({ given, registry, expect, depth }) {
        const { requestBody } = await controlIntent(given);
        const volume = given.volume();

        const body = { ...requestBody, declaredSize: 0 };
        const answer = await registry.createReleaseUpload(volume, body, keyInOneHalf(given));

        expect.success(answer);
        const uploadId = textAt(answer.body, "uploadId");
        if (uploadId === undefined || depth === "quick" || given.half === "second") return;
        expect.refusal(await registry.finalizeReleaseUpload({ volume, uploadId }));
      },
    },
  ],
};
