/** Uploads are gzipped tar archives and nothing else. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check } from "../../harness/check.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { casesAt } from "../cases.ts";
import { controlIntent, createWith, type Tools } from "./set-up.ts";

const shared: Pick<Check, "operations" | "needs"> = {
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
};
/** Other formats, and then what is no media type of a format at all. */
const others: readonly string[] = [
  "application/zip",
  "application/x-tar",
  "application/gzip2",
  "application/octet-stream",
  "application/x-gzip",
  "text/plain",
  "image/gzip",
  "gzip",
  "",
];

/** What a create request with this media type is answered, for the two requirements on it. */
const createAs: Situation<Answer, [mediaType: string]> = situation(
  (mediaType) => `publish/media-type-${others.indexOf(mediaType)}`,
  (tools, mediaType) => createWith(tools, { mediaType }),
);

export const otherMediaTypesAreRefused: Check = {
  ...shared,
  id: "publish/other-media-types-are-refused",
  level: "must",
  rule: "A mediaType other than application/gzip is refused, with 415 unsupported-media-type or 400 validation-failed.",
  source: "Limits, upload media type; What the service does, rule 6",
  reading: "Both problems are listed for the endpoint and both describe the case.",
  covers: [
    "limit:upload-media-type",
    "rule:service/6",
    "question:7",
    "member:create-release-request.mediaType",
  ],
  async run(tools) {
    for (const mediaType of casesAt(tools, others, 2)) {
      const answer = await createAs(tools.given, mediaType);

      tools.expect.problem(answer, "unsupported-media-type", "validation-failed");
    }
  },
};

export const otherMediaTypesAreUnsupported: Check = {
  ...shared,
  id: "publish/other-media-types-are-unsupported",
  level: "should",
  rule: "A mediaType that names another format is refused with 415 unsupported-media-type.",
  source: "Errors, unsupported-media-type; Create release upload intent",
  reading: "The problem's meaning names the case; 400 validation-failed is listed too and is no failure.",
  covers: ["slug:unsupported-media-type", "answers:createReleaseUpload/unsupported-media-type"],
  from: "standard",
  async run(tools) {
    for (const mediaType of casesAt(tools, others.slice(0, 2))) {
      const answer = await createAs(tools.given, mediaType);

      tools.expect.problem(answer, "unsupported-media-type");
    }
  },
};

export const mediaTypesOfAnotherTypeAreRefused: Check = {
  ...shared,
  id: "publish/media-types-that-are-no-strings-are-refused",
  level: "must",
  rule: "A mediaType that is no string is refused, with 400 validation-failed or 415 unsupported-media-type.",
  source: "Create release upload intent, body, mediaType",
  from: "standard",
  async run(tools) {
    await controlIntent(tools.given);

    for (const mediaType of casesAt(tools, [1, ["application/gzip"], { type: "application/gzip" }])) {
      const answer = await createWith(tools, { mediaType });

      tools.expect.problem(answer, "validation-failed", "unsupported-media-type");
    }
  },
};
