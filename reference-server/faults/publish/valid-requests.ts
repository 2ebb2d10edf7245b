import { isJsonObject } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { replaceRule, withBody, without } from "../../rules/change.ts";
import { refusingBodies } from "../changes/bodies.ts";
import { setting } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in which create requests are accepted. */
export const validRequests: FaultFile = {
  "publish/valid-requests-open-an-intent": {
    "intent-without-an-upload-url": withBody("createReleaseUpload", (body) =>
      isJsonObject(body["upload"]) ? { ...body, upload: without(body["upload"], "url") } : body,
    ),
    "intent-with-an-empty-id": setting("createReleaseUpload", "uploadId", ""),
    "create-needs-an-idempotency-key": replaceRule("publish", "toIntent", (before) => (submission) => {
      if (submission.key === undefined)
        throw new ProblemError("validation-failed", "there is no idempotency key");
      return before(submission);
    }),
    "create-refuses-scoped-volumes": replaceRule("publish", "toIntent", (before) => (submission) => {
      if (submission.call.form === "scoped") throw new ProblemError("not-found", "there are no scopes here");
      return before(submission);
    }),
  },
  "publish/layout-of-json-does-not-matter": {
    "json-with-white-space-refused": refusingBodies("createReleaseUpload", /\n/),
    "order-of-members-matters": {
      summary: "A body whose first member is not version is rejected",
      change: refusingBodies("createReleaseUpload", /^\s*\{\s*"(?!version)/),
    },
    "escaped-digits-in-a-create-are-refused": refusingBodies("createReleaseUpload", /\\u003\d/),
  },
  "publish/parameters-of-the-content-type-are-accepted": {
    "content-type-with-parameter-refused": replaceRule(
      "body",
      "isJsonType",
      (before) => (type, call) => !type.includes(";") && before(type, call),
    ),
    "content-type-in-other-case-refused": replaceRule(
      "body",
      "isJsonType",
      (before) => (type, call) => type === type.toLowerCase() && before(type, call),
    ),
  },
  "publish/a-size-of-zero-is-accepted": {
    "zero-size-refused": replaceRule("publish", "parseSize", (before) => (value, call) => {
      if (value === 0) throw new ProblemError("validation-failed", "declaredSize is not positive");
      return before(value, call);
    }),
  },
};
