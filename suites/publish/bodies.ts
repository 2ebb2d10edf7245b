/** Create bodies that are not a JSON object, or that have a different `Content-Type`. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { casesAt } from "../inputs/cases.ts";
import { jsonWithoutObject, notJson, tryExtensions } from "../inputs/malformed-json.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { controlIntent } from "../situations/release-uploads.ts";

/** The response to a valid create body with this `Content-Type`; sent once per form and content type. */
export const createWithContentType: Situation<Answer, [contentType: string | null]> = situation(
  (contentType) => `publish/labelled-${(contentType ?? "not at all").replaceAll(/[^a-z]+/g, "-")}`,
  async ({ given, registry }, contentType) => {
    const { requestBody } = await controlIntent(given);
    return await registry.createReleaseUpload(given.volume(), requestBody, { contentType });
  },
);

/** A label of the body that says something untrue of it: a charset in one half, a coding in the other. */
function untrueLabel({ half, depth }: Tools): readonly RequestOptions[] {
  const charset: RequestOptions = { contentType: "application/json; charset=utf-16" };
  const coding: RequestOptions = { headers: [["content-encoding", "conformance"]] };
  if (depth === "deep") return [charset, coding];
  return [half === "second" ? charset : coding];
}

/** A body with a label that the text does not name may be taken or refused. */
function expectTakenOrRefused({ expect }: Tools, answer: Answer): void {
  if (isSuccess(answer)) expect.success(answer);
  else expect.problem(answer, "unsupported-media-type", "validation-failed");
}

/** Sends bytes as a create body with `Content-Type: application/json`. */
async function sendRaw(
  { given, registry }: Tools,
  rawBody: string | Uint8Array,
): ReturnType<Tools["registry"]["createReleaseUpload"]> {
  return await registry.createReleaseUpload(given.volume(), undefined, { rawBody });
}

export const bodies: CheckFile = {
  source: "What the service does, rule 2; Errors, validation-failed",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "publish/malformed-json-is-refused",
      of: "publish/bodies-are-json-objects",
      owns: ["every-response/endpoints-never-answer-server-errors"],
      rule: "`POST` create with a body that is cut off, empty or no JSON at all answers 400 `validation-failed`.",
      reading:
        "RFC 8259 section 9 lets a parser accept extensions such as comments. So a body that only a lenient parser reads is an observation.",
      covers: ["rule:service/2", "slug:validation-failed", "answers:createReleaseUpload/validation-failed"],
      async run(tools) {
        const { requestBody } = await controlIntent(tools.given);

        await tools.each(casesAt(tools, notJson(JSON.stringify(requestBody))), async (body) => {
          const answer = await sendRaw(tools, body);

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/bodies-that-are-not-objects-are-refused",
      of: "publish/bodies-are-json-objects",
      rule: "`POST` create with a JSON body that is not an object answers 400 `validation-failed`.",
      source: "Create release upload intent, body",
      async run(tools) {
        const { requestBody } = await controlIntent(tools.given);

        await tools.each(casesAt(tools, jsonWithoutObject(JSON.stringify(requestBody))), async (body) => {
          const answer = await sendRaw(tools, body);

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
    {
      id: "publish/bodies-that-are-not-utf-8-are-refused",
      of: "publish/bodies-are-utf-8-and-objects",
      rule: "`POST` create with a body that is not valid UTF-8 answers 400 `validation-failed`.",
      source: "What the service does, rule 2; RFC 8259 section 8.1",
      forms: "either",
      from: "standard",
      async run(tools) {
        const { requestBody } = await controlIntent(tools.given);
        const bytes = Buffer.from(JSON.stringify({ ...requestBody, idempotencyKey: "key-~~" }));
        bytes.fill(0xff, bytes.indexOf("~~"), bytes.indexOf("~~") + 2);

        const answer = await sendRaw(tools, bytes);

        tools.expect.problem(answer, "validation-failed");
      },
    },
    {
      id: "publish/other-codings-are-accepted-or-refused",
      of: "publish/bodies-are-json-objects",
      owns: ["every-response/errors-are-problem-json"],
      rule: "`POST` create with the charset UTF-16 in its `Content-Type`, or an unknown `Content-Encoding`, succeeds or answers 415 `unsupported-media-type` or 400 `validation-failed`.",
      source: "What the service does, rule 2; Errors, unsupported-media-type; RFC 9110 section 8.4",
      reading:
        "The text does not mention charsets or codings of a request. We accept a registry that ignores them. A refusal is a problem like any other, also where a library refuses.",
      covers: ["slug:unsupported-media-type", "rule:service/2"],
      from: "standard",
      async run(tools) {
        const { given, registry } = tools;
        const { requestBody } = await controlIntent(given);

        await tools.each(untrueLabel(tools), async (label) => {
          const answer = await registry.createReleaseUpload(given.volume(), requestBody, label);

          expectTakenOrRefused(tools, answer);
        });
      },
    },
    {
      id: "publish/other-content-types-are-accepted-or-refused",
      of: "publish/bodies-are-json-objects",
      rule: "`POST` create with a `Content-Type` other than `application/json`, or none, succeeds or answers 415 `unsupported-media-type` or 400 `validation-failed`.",
      source: "Create release upload intent, body; Errors, unsupported-media-type",
      reading:
        "The text names `application/json` but does not say how a registry handles a different `Content-Type`. We accept a registry that ignores it.",
      covers: ["slug:unsupported-media-type", "answers:createReleaseUpload/unsupported-media-type"],
      from: "standard",
      async run(tools) {
        await tools.each(
          casesAt(tools, ["text/plain", "application/x-www-form-urlencoded", null], 0),
          async (contentType) => {
            const answer = await createWithContentType(tools.given, contentType);

            expectTakenOrRefused(tools, answer);
          },
        );
      },
    },
  ],
  observations: [
    {
      id: "publish/extensions-of-json",
      question: "Which extensions of JSON does `POST` create accept in its body?",
      source: "What the service does, rule 2; RFC 8259 section 9",
      forms: "one",
      from: "deep",
      async observe(tools) {
        const { requestBody } = await controlIntent(tools.given);
        return await tryExtensions(JSON.stringify(requestBody), async (body) =>
          isSuccess(await sendRaw(tools, body)),
        );
      },
    },
  ],
};
