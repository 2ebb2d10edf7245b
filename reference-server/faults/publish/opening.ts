import { isJsonObject } from "../../json.ts";
import { Refusal } from "../../refusal.ts";
import { type Change, replaceRule, withBody, without } from "../../rules/change.ts";
import { setting } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

function refusedText(pattern: RegExp): Change {
  return replaceRule("body", "parse", (before) => (text, call) => {
    if (call.operation === "createReleaseUpload" && pattern.test(text)) {
      throw new Refusal("validation-failed", "the body is laid out in a way that is not liked here");
    }
    return before(text, call);
  });
}

/** TODO */
export const opening: FaultFile = {
  "publish/valid-requests-open-an-intent": {
    "intent-without-an-upload-url": {
      summary: "The upload instruction of an intent has no url",
      change: withBody("createReleaseUpload", (body) =>
        isJsonObject(body["upload"]) ? { ...body, upload: without(body["upload"], "url") } : body,
      ),
    },
    "intent-with-an-empty-id": {
      summary: "The upload id of an intent is empty",
      change: setting("createReleaseUpload", "uploadId", ""),
    },
    "create-demands-an-idempotency-key": {
      summary: "A create without an idempotency key is refused",
      change: replaceRule("publish", "toIntent", (before) => (submission) => {
        if (submission.key === undefined)
          throw new Refusal("validation-failed", "there is no idempotency key");
        return before(submission);
      }),
    },
    "create-refuses-scoped-volumes": {
      summary: "An upload for a scoped volume cannot be opened",
      change: replaceRule("publish", "toIntent", (before) => (submission) => {
        if (submission.call.form === "scoped") throw new Refusal("not-found", "there are no scopes here");
        return before(submission);
      }),
    },
  },
  "publish/layout-of-json-does-not-matter": {
    "indented-json-refused": {
      summary: "A body with white space between its members is refused",
      change: refusedText(/\n/),
    },
    "order-of-members-matters": {
      summary: "A body whose first member is not the version is refused",
      change: refusedText(/^\s*\{\s*"(?!version)/),
    },
  },
  "publish/parameters-of-the-content-type-are-accepted": {
    "parameters-of-content-type-refused": {
      summary: "A content type with a parameter is refused",
      change: replaceRule(
        "body",
        "isJsonType",
        (before) => (type, call) => !type.includes(";") && before(type, call),
      ),
    },
    "content-type-compared-with-case": {
      summary: "A content type in other letters' case is refused",
      change: replaceRule(
        "body",
        "isJsonType",
        (before) => (type, call) => type === type.toLowerCase() && before(type, call),
      ),
    },
  },
  "publish/a-size-of-zero-is-accepted": {
    "zero-size-refused": {
      summary: "A declaredSize of 0 is refused",
      change: replaceRule("publish", "judgeSize", (before) => (value, call) => {
        if (value === 0) throw new Refusal("validation-failed", "declaredSize is not positive");
        return before(value, call);
      }),
    },
  },
};
