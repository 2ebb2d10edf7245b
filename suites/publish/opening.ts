/** Requests that are as the specification has them open an upload intent. */
import type { Check } from "../../harness/check.ts";
import { controlAttempt, controlIntent } from "./set-up.ts";

const source = "Create release upload intent";

export const validRequestsOpenAnIntent: Check = {
  id: "publish/valid-requests-open-an-intent",
  level: "must",
  rule: "A create request with a version, application/gzip, a digest and a size is a success that answers an upload id and an upload URL.",
  source,
  reading: "Any status in the 200s is a success, since the text shows none for this endpoint.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "operation:createReleaseUpload",
    "gap:endpoints/4",
    "member:create-release-request.version",
    "member:release-upload-intent.uploadId",
    "member:release-upload-intent.upload",
    "member:upload-instruction.url",
  ],
  async run({ given, expect }) {
    const { answer } = await controlAttempt(given);

    expect.success(answer);
    expect.that(expect.text(answer, "uploadId") !== "", {
      expected: "an uploadId of at least one character",
      got: "an empty one",
      answer,
    });
    expect.that(expect.text(answer, "upload", "url") !== "", {
      expected: "an upload.url",
      got: "an empty one",
      answer,
    });
  },
};

export const layoutOfJsonDoesNotMatter: Check = {
  id: "publish/layout-of-json-does-not-matter",
  level: "must",
  rule: "A create body opens an intent whatever the order of its members, its white space and its escapes.",
  source: "What the service does, rule 2",
  reading: "Bodies are JSON, so that two texts of the same JSON value are the same request.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const control = await controlIntent(given);
    const members = Object.entries(control.requestBody).toReversed();
    const pretty = JSON.stringify(Object.fromEntries(members), undefined, 4).replace("/", String.raw`\/`);

    const answer = await registry.createReleaseUpload(given.volume(), undefined, {
      rawBody: `\r\n\t${pretty}\n`,
    });

    expect.success(answer);
  },
};

export const mediaTypeParametersAreAccepted: Check = {
  id: "publish/parameters-of-the-content-type-are-accepted",
  level: "should",
  rule: "A create body labelled application/json opens an intent whatever the letters' case in the label, and with a charset parameter too.",
  source: "Create release upload intent, body; RFC 9110 section 8.3.1",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const { requestBody } = await controlIntent(given);

    const contentType = "Application/JSON; charset=utf-8";
    const answer = await registry.createReleaseUpload(given.volume(), requestBody, { contentType });

    expect.success(answer);
  },
};

export const sizeOfZeroIsAccepted: Check = {
  id: "publish/a-size-of-zero-is-accepted",
  level: "must",
  rule: "A declaredSize of 0 is within the bounds and opens an intent.",
  source: "Create release upload intent, body, declaredSize",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["limit:declared-size"],
  forms: "either",
  from: "standard",
  async run({ given, registry, expect }) {
    const { requestBody } = await controlIntent(given);

    const answer = await registry.createReleaseUpload(given.volume(), { ...requestBody, declaredSize: 0 });

    expect.success(answer);
  },
};
