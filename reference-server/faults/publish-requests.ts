import { isJsonObject, type JsonObject } from "../json.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

function parsedBy(read: (text: string) => unknown): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    try {
      return before(text, call);
    } catch (error) {
      if (call.operation === "createReleaseUpload") return read(text);
      throw error;
    }
  });
}

function shapedBy(read: (value: unknown) => unknown): Change {
  return replaceRule("body", "judgeShape", (before) => (value, call) => {
    const found = call.operation === "createReleaseUpload" ? read(value) : value;
    return before(isJsonObject(found) ? found : value, call);
  });
}

function refusedText(pattern: RegExp): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    if (call.operation === "createReleaseUpload" && pattern.test(text)) {
      throw new Refusal("validation-failed", "the body is laid out in a way that is not liked here");
    }
    return before(text, call);
  });
}

const accepted: readonly (readonly [name: string, breaks: string, summary: string, change: Change])[] = [
  [
    "single-quotes-in-json-accepted",
    "publish/malformed-json-is-refused",
    "A body in single quotes is accepted",
    parsedBy((text) => JSON.parse(text.replaceAll("'", '"')) as unknown),
  ],
  [
    "truncated-json-completed",
    "publish/malformed-json-is-refused",
    "A body that lacks its last brace gets one",
    parsedBy((text) => JSON.parse(`${text}}`) as unknown),
  ],
  [
    "trailing-comma-in-json-accepted",
    "publish/malformed-json-is-refused",
    "A body with a comma before its last brace is accepted",
    parsedBy((text) => JSON.parse(text.replace(",}", "}")) as unknown),
  ],
  [
    "second-json-value-ignored",
    "publish/malformed-json-is-refused",
    "Whatever follows the first object of a body is ignored",
    parsedBy((text) => JSON.parse(text.slice(0, text.indexOf("}") + 1)) as unknown),
  ],
  [
    "body-in-a-list-accepted",
    "publish/bodies-that-are-no-objects-are-refused",
    "A list with the body in it is accepted",
    shapedBy((value) => (Array.isArray(value) ? (value[0] as unknown) : value)),
  ],
  [
    "body-in-a-string-accepted",
    "publish/bodies-that-are-no-objects-are-refused",
    "A string with the body in it is accepted",
    shapedBy((value) => (typeof value === "string" ? (JSON.parse(value) as unknown) : value)),
  ],
];

/** Bad bodies that are accepted, requests that are refused with the wrong problem, and good ones that are refused. */
export const publishRequestFaults: readonly Fault[] = [
  ...accepted.map(([name, breaks, summary, change]) => ({ name, breaks, summary, change })),
  {
    name: "create-demands-an-idempotency-key",
    breaks: "publish/valid-requests-open-an-intent",
    summary: "A create without an idempotency key is refused",
    change: replaceRule("publish", "toIntent", (before) => (submission) => {
      if (submission.key === undefined) throw new Refusal("validation-failed", "there is no idempotency key");
      return before(submission);
    }),
  },
  {
    name: "create-refuses-scoped-volumes",
    breaks: "publish/valid-requests-open-an-intent",
    summary: "An upload for a scoped volume cannot be opened",
    change: replaceRule("publish", "toIntent", (before) => (submission) => {
      if (submission.call.form === "scoped") throw new Refusal("not-found", "there are no scopes here");
      return before(submission);
    }),
  },
  {
    name: "indented-json-refused",
    breaks: "publish/layout-of-json-does-not-matter",
    summary: "A body with white space between its members is refused",
    change: refusedText(/\n/),
  },
  {
    name: "order-of-members-matters",
    breaks: "publish/layout-of-json-does-not-matter",
    summary: "A body whose first member is not the version is refused",
    change: refusedText(/^\s*\{\s*"(?!version)/),
  },
  {
    name: "parameters-of-content-type-refused",
    breaks: "publish/parameters-of-the-content-type-are-accepted",
    summary: "A content type with a parameter is refused",
    change: replaceRule(
      "body",
      "isJsonType",
      (before) => (type, call) => !type.includes(";") && before(type, call),
    ),
  },
  {
    name: "content-type-compared-with-case",
    breaks: "publish/parameters-of-the-content-type-are-accepted",
    summary: "A content type in other letters' case is refused",
    change: replaceRule(
      "body",
      "isJsonType",
      (before) => (type, call) => type === type.toLowerCase() && before(type, call),
    ),
  },
  {
    name: "zero-size-refused",
    breaks: "publish/a-size-of-zero-is-accepted",
    summary: "A declaredSize of 0 is refused",
    change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
      if (value === 0) throw new Refusal("validation-failed", "declaredSize is not positive");
      return before(value, call);
    }),
  },
  {
    name: "huge-size-is-validation-failed",
    breaks: "publish/huge-sizes-are-taken-or-too-large",
    summary: "A declaredSize over the limit is refused as malformed",
    change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
      if (typeof value === "number" && value > call.rules.publish.largestArchive) {
        throw new Refusal("validation-failed", "declaredSize is out of range");
      }
      return before(value, call);
    }),
  },
  {
    name: "other-media-type-is-a-conflict",
    breaks: "publish/other-media-types-are-refused",
    summary: "Another media type is refused as version-conflict",
    change: replaceRule("publish", "judgeMediaType", (before) => (value, call) => {
      if (typeof value === "string" && value !== "application/gzip") {
        throw new Refusal("version-conflict", "the media type is another");
      }
      return before(value, call);
    }),
  },
  {
    name: "other-media-type-is-validation-failed",
    breaks: "publish/other-media-types-are-unsupported",
    summary: "Another media type is refused with 400 instead of 415",
    change: replaceRule("publish", "judgeMediaType", () => (value) => {
      if (value === "application/gzip") return value;
      throw new Refusal("validation-failed", "mediaType is not application/gzip");
    }),
  },
  {
    name: "negative-size-is-too-large",
    breaks: "publish/negative-sizes-are-refused",
    summary: "A negative declaredSize is refused as payload-too-large",
    change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
      if (typeof value === "number" && value < 0)
        throw new Refusal("payload-too-large", "declaredSize is out of range");
      return before(value, call);
    }),
  },
  {
    name: "malformed-json-is-unsupported",
    breaks: "publish/malformed-json-is-refused",
    summary: "A body that is not JSON is refused with 415",
    change: replaceRule("body", "parse", (before) => (text, call) => {
      try {
        return before(text, call);
      } catch {
        throw new Refusal("unsupported-media-type", "the body is not JSON");
      }
    }),
  },
  {
    name: "bytes-beyond-utf-8-replaced",
    breaks: "publish/bodies-that-are-not-utf-8-are-refused",
    summary: "Bytes of a body that are not UTF-8 are replaced",
    change: replaceRule("body", "read", () => async (call): Promise<JsonObject> => {
      const { body } = call.rules;
      const bytes = await body.readBytes(body.largest, call);
      if (!body.isJsonType(call.request.headers.get("content-type") ?? "", call)) {
        throw new Refusal("unsupported-media-type", "the body is not labelled application/json");
      }
      return body.judgeShape(body.parse(new TextDecoder().decode(bytes), call), call);
    }),
  },
  {
    name: "other-content-type-is-a-conflict",
    breaks: "publish/other-content-types-are-refused-as-such-or-taken",
    summary: "A create body that is not labelled JSON is refused as identity-mismatch",
    change: replaceRule("body", "read", (before) => async (call) => {
      const type = call.request.headers.get("content-type") ?? "";
      if (call.operation === "createReleaseUpload" && !call.rules.body.isJsonType(type, call)) {
        throw new Refusal("identity-mismatch", "the body is no JSON");
      }
      return await before(call);
    }),
  },
];
