import { createHash } from "node:crypto";
import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import type { Json } from "../json.ts";

/** How answers are written. */
export interface RespondRules {
  /** The status of an operation's success. */
  readonly status: (call: Call) => number;
  readonly jsonType: (call: Call) => string;
  /** The answer to a request that succeeded; `undefined` is an answer without a body. */
  readonly success: (body: Json | undefined, call: Call) => Answer;
  /** Changes every answer before it is written. */
  readonly finish: (answer: Answer, call: Call) => Answer;
  readonly serialize: (value: Json, call: Call) => string;
  /** The entity tag of a document. */
  readonly entityTag: (bytes: Uint8Array, call: Call) => string | undefined;
  /** The `Date` header. */
  readonly date: (call: Call) => string | undefined;
  readonly toResponse: (answer: Answer, call: Call) => Response;
}

const creating: ReadonlySet<string> = new Set([
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
]);

/** Answers as the reference registry gives them. */
export const respondRules: RespondRules = {
  status: (call) => (creating.has(call.operation) ? 201 : 200),
  jsonType: () => "application/json; charset=utf-8",
  success: (body, call) => {
    const { respond } = call.rules;
    const headers = body === undefined ? {} : { "content-type": respond.jsonType(call) };
    return { status: respond.status(call), headers, body };
  },
  finish: (answer) => answer,
  serialize: (value) => JSON.stringify(value),
  entityTag: (bytes) => `"${createHash("sha1").update(bytes).digest("base64url")}"`,
  // From the registry's clock, so that expiresAt and Date agree.
  date: (call) => new Date(call.registry.clock.now()).toUTCString(),
  toResponse: (answer, call) => {
    const { respond } = call.rules;
    const headers = new Headers(answer.headers);
    const date = respond.date(call);
    if (date !== undefined && !headers.has("date")) headers.set("date", date);
    const { body } = answer;
    if (body === undefined) return new Response(null, { status: answer.status, headers });
    const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(respond.serialize(body, call));
    const isDocument =
      call.request.method === "GET" &&
      answer.status >= 200 &&
      answer.status <= 299 &&
      call.operation !== "transferBytes";
    const tag = isDocument && !headers.has("etag") ? respond.entityTag(bytes, call) : undefined;
    if (tag !== undefined) {
      headers.set("etag", tag);
      // RFC 9110 section 13.1.2
      if (call.request.headers.get("if-none-match") === tag)
        return new Response(null, { status: 304, headers });
    }
    headers.set("content-length", String(bytes.byteLength));
    return new Response(new Uint8Array(bytes), { status: answer.status, headers });
  },
};
