/** The only upload media type is `application/gzip`. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { controlIntent, createWith } from "../situations/release-uploads.ts";

/** Unsupported media types: first of other archive formats, then of anything else, and malformed ones last. */
const unsupported: readonly string[] = [
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

/** Ranges and lists of media types, which name no format, and types that begin alike. */
const rarelyTried: readonly string[] = [
  "*/*",
  "application/*",
  "application/gzip, application/zip",
  "application/gzip+json",
  "application/gzipped",
  "application/json",
];

const all = [...unsupported, ...rarelyTried];

/** The response to a create request with this media type, shared by two requirements. */
const createWithMediaType: Situation<Answer, [mediaType: string]> = situation(
  (mediaType) => `publish/media-type-${all.indexOf(mediaType)}`,
  (tools, mediaType) => createWith(tools, { mediaType }),
);

export const mediaType: CheckFile = {
  source: "Limits, upload media type; What the service does, rule 6",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "publish/other-media-types-are-refused",
      of: "publish/archives-are-declared-as-gzip",
      rule: "`POST` create with a `mediaType` other than `application/gzip` answers 415 `unsupported-media-type` or 400 `validation-failed`.",
      reading: "The endpoint lists both problems, and both describe this case. We accept either.",
      covers: [
        "limit:upload-media-type",
        "rule:service/6",
        "question:7",
        "member:create-release-request.mediaType",
      ],
      from: "quick",
      async run(tools) {
        await tools.each(casesAt(tools, unsupported, 2, rarelyTried), async (mediaType) => {
          const answer = await createWithMediaType(tools.given, mediaType);

          tools.expect.problem(answer, "unsupported-media-type", "validation-failed");
        });
      },
    },
    {
      id: "publish/other-media-types-are-unsupported",
      level: "should",
      rule: "`POST` create with the `mediaType` of a different archive format (`application/zip`, `application/x-tar`) answers 415 `unsupported-media-type`.",
      source: "Errors, unsupported-media-type; Create release upload intent",
      reading:
        "The endpoint lists both `unsupported-media-type` and `validation-failed`. The first describes this case exactly, so 400 `validation-failed` is only a warning.",
      covers: ["slug:unsupported-media-type", "answers:createReleaseUpload/unsupported-media-type"],
      async run(tools) {
        await tools.each(casesAt(tools, unsupported.slice(0, 2), 0), async (mediaType) => {
          const answer = await createWithMediaType(tools.given, mediaType);

          tools.expect.problem(answer, "unsupported-media-type");
        });
      },
    },
    {
      id: "publish/media-types-that-are-not-strings-are-refused",
      of: "publish/archives-are-declared-as-gzip",
      rule: "`POST` create with a `mediaType` that is not a string answers 400 `validation-failed` or 415 `unsupported-media-type`.",
      source: "Create release upload intent, body, mediaType",
      async run(tools) {
        await controlIntent(tools.given);

        await tools.each(
          casesAt(tools, [1, ["application/gzip"], { type: "application/gzip" }], 0),
          async (mediaType) => {
            const answer = await createWith(tools, { mediaType });

            tools.expect.problem(answer, "validation-failed", "unsupported-media-type");
          },
        );
      },
    },
  ],
};
