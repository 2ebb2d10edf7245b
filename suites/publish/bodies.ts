/** Create bodies that are no JSON object, or are labelled as something else. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { Check } from "../../harness/check.ts";
import { casesAt } from "../cases.ts";
import type { Given } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";
import { controlIntent, type Tools } from "./set-up.ts";

const shared: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
};

/** What a good create body labelled otherwise is answered, asked once per form and label. */
export const createLabelled: Situation<Answer, [contentType: string | null]> = situation(
  (contentType) => `publish/labelled-${(contentType ?? "not at all").replaceAll(/[^a-z]+/g, "-")}`,
  async ({ given, registry }, contentType) => {
    const { requestBody } = await controlIntent(given);
    return await registry.createReleaseUpload(given.volume(), requestBody, { contentType });
  },
);

/** Sends bytes as a create body, labelled application/json. */
async function sendRaw(
  { given, registry }: Tools,
  rawBody: string | Uint8Array,
): ReturnType<Tools["registry"]["createReleaseUpload"]> {
  return await registry.createReleaseUpload(given.volume(), undefined, { rawBody });
}

export const malformedJsonIsRefused: Check = {
  ...shared,
  id: "publish/malformed-json-is-refused",
  rule: "A create body that is not JSON is refused with 400 validation-failed.",
  source: "What the service does, rule 2; Errors, validation-failed",
  covers: ["rule:service/2", "slug:validation-failed", "answers:createReleaseUpload/validation-failed"],
  async run(tools) {
    const { requestBody } = await controlIntent(tools.given);
    const good = JSON.stringify(requestBody);
    const bodies = [
      good.slice(0, -1),
      good.replace("}", ",}"),
      good.replaceAll('"', "'"),
      `${good}${good}`,
      "version: 1.0.0",
      "",
    ];

    for (const body of casesAt(tools, bodies)) {
      const answer = await sendRaw(tools, body);

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const bodiesThatAreNoObjectsAreRefused: Check = {
  ...shared,
  id: "publish/bodies-that-are-no-objects-are-refused",
  rule: "A create body that is JSON but no object is refused with 400 validation-failed.",
  source: "Create release upload intent, body",
  async run(tools) {
    const { requestBody } = await controlIntent(tools.given);

    for (const body of casesAt(tools, [[requestBody], JSON.stringify(requestBody), 1, true, null])) {
      const answer = await sendRaw(tools, JSON.stringify(body));

      tools.expect.problem(answer, "validation-failed");
    }
  },
};

export const invalidUtf8IsRefused: Check = {
  ...shared,
  id: "publish/bodies-that-are-not-utf-8-are-refused",
  level: "should",
  rule: "A create body with bytes that are not UTF-8 is refused with 400 validation-failed.",
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
};

export const otherContentTypesAreRefusedAsSuch: Check = {
  ...shared,
  id: "publish/other-content-types-are-refused-as-such-or-taken",
  rule: "A create body that is not labelled application/json is taken for JSON all the same, or refused with 415 unsupported-media-type or 400 validation-failed.",
  source: "Create release upload intent, body; Errors, unsupported-media-type",
  reading:
    "The text names the label of the body but not what a registry does about another one, so that being lenient is no fault.",
  covers: ["slug:unsupported-media-type", "answers:createReleaseUpload/unsupported-media-type"],
  from: "standard",
  async run(tools) {
    const { given, expect } = tools;

    for (const contentType of casesAt(tools, ["text/plain", "application/x-www-form-urlencoded", null])) {
      const answer = await createLabelled(given, contentType);

      if (answer.status >= 300) expect.problem(answer, "unsupported-media-type", "validation-failed");
      else expect.success(answer);
    }
  },
};
