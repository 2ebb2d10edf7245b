import type { Call } from "../../call.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule, withAnswer } from "../../rules/change.ts";
import { fromForm, parsedBy } from "../changes/lenient-parser.ts";
import type { FaultFile } from "../fault.ts";

function shapedBy(read: (value: unknown) => unknown): Change {
  return replaceRule("body", "parseObject", (before) => (value, call) => {
    const found = call.operation === "createReleaseUpload" ? read(value) : value;
    return before(isJsonObject(found) ? found : value, call);
  });
}

/** A library refuses the body before the registry sees it. */
function refusedInText(isMeant: (call: Call) => boolean): Change {
  return withAnswer("createReleaseUpload", (answer, call) =>
    isMeant(call)
      ? { status: 415, headers: { "content-type": "text/plain" }, body: Buffer.from("unsupported") }
      : answer,
  );
}

/** Faults in the body of a create request. */
export const bodies: FaultFile = {
  "publish/malformed-json-is-refused": {
    "truncated-json-completed": {
      summary: "A body without its last brace is accepted",
      change: parsedBy("createReleaseUpload", (text) => JSON.parse(`${text}}`) as unknown),
    },
    "form-as-create-body-accepted": {
      summary: "A form is accepted in place of JSON",
      change: parsedBy("createReleaseUpload", fromForm),
    },
    "malformed-json-answers-unsupported-media-type": replaceRule(
      "body",
      "parse",
      (before) => (text, call) => {
        try {
          return before(text, call);
        } catch {
          throw new ProblemError("unsupported-media-type", "the body is not JSON");
        }
      },
    ),
  },
  "publish/bodies-that-are-not-objects-are-refused": {
    "body-in-a-list-accepted": {
      summary: "A list that contains the body is accepted",
      change: shapedBy((value) => (Array.isArray(value) ? (value[0] as unknown) : value)),
    },
    "body-in-a-string-accepted": {
      summary: "A string that contains the body is accepted",
      change: shapedBy((value) => (typeof value === "string" ? (JSON.parse(value) as unknown) : value)),
    },
  },
  "publish/bodies-that-are-not-utf-8-are-refused": {
    "bytes-beyond-utf-8-replaced": {
      summary: "Bytes that are not valid UTF-8 are replaced",
      change: replaceRule("body", "read", () => async (call): Promise<JsonObject> => {
        const { body } = call.rules;
        const bytes = await body.readBytes(body.largest, call);
        if (!body.isJsonType(call.request.headers.get("content-type") ?? "", call)) {
          throw new ProblemError("unsupported-media-type", "the body is not labelled application/json");
        }
        return body.parseObject(body.parse(new TextDecoder().decode(bytes), call), call);
      }),
    },
  },
  "publish/other-codings-are-accepted-or-refused": {
    "other-charset-is-refused-in-plain-text": refusedInText(({ request }) =>
      /utf-16/i.test(request.headers.get("content-type") ?? ""),
    ),
    "other-coding-is-refused-in-plain-text": refusedInText(({ request }) =>
      request.headers.has("content-encoding"),
    ),
  },
  "publish/other-content-types-are-accepted-or-refused": {
    "other-content-type-answers-identity-mismatch": replaceRule("body", "read", (before) => async (call) => {
      const type = call.request.headers.get("content-type") ?? "";
      if (call.operation === "createReleaseUpload" && !call.rules.body.isJsonType(type, call)) {
        throw new ProblemError("identity-mismatch", "the body is no JSON");
      }
      return await before(call);
    }),
  },
};
