import type { Answer } from "../answer.ts";
import type { Call, Submission } from "../call.ts";
import { type Json, type JsonObject, toCanonicalJson } from "../json.ts";
import { ProblemError } from "../problem-error.ts";

/** Idempotency keys (section "Endpoints", conventions; "Errors", rule 1). */
export interface IdempotencyRules {
  readonly headerKey: (call: Call) => string | undefined;
  readonly bodyKey: (body: JsonObject, call: Call) => string | undefined;
  readonly isSameKey: (headerKey: string, bodyKey: string, call: Call) => boolean;
  /** The one key of a request, or 409 when header and body name two. */
  readonly keyOf: (body: JsonObject, call: Call) => string | undefined;
  /** The key as it is remembered and compared: by default itself, whole and exact. */
  readonly normalizeKey: (key: string, submission: Submission) => string;
  /** Within what a key is one key: by default one caller, one operation, one path. */
  readonly extent: (submission: Submission) => string;
  /** What makes two requests the same: operation, path, and body without the key. */
  readonly fingerprint: (submission: Submission) => string;
  readonly isRemembered: (answer: Answer, call: Call) => boolean;
  /** What a repeated request is answered: by default the first answer again. */
  readonly replay: (answer: Answer, call: Call) => Answer;
  readonly conflict: (detail: string, call: Call) => ProblemError;
  /** Does the work, or gives the remembered answer of the request's key. */
  readonly once: (submission: Submission, work: () => Promise<Answer>) => Promise<Answer>;
}

/** Idempotency as the specification has it; only successes are remembered, so that a refused request can be mended. */
export const idempotencyRules: IdempotencyRules = {
  headerKey: (call) => {
    const key = call.request.headers.get("idempotency-key");
    return key === null || key === "" ? undefined : key;
  },
  bodyKey: (body) => {
    const key: Json | undefined = Object.hasOwn(body, "idempotencyKey") ? body["idempotencyKey"] : undefined;
    if (key === undefined) return undefined;
    if (typeof key !== "string")
      throw new ProblemError("validation-failed", "idempotencyKey is not a string");
    return key === "" ? undefined : key;
  },
  isSameKey: (headerKey, bodyKey) => headerKey === bodyKey,
  keyOf: (body, call) => {
    const { idempotency } = call.rules;
    const headerKey = idempotency.headerKey(call);
    const bodyKey = idempotency.bodyKey(body, call);
    if (
      headerKey !== undefined &&
      bodyKey !== undefined &&
      !idempotency.isSameKey(headerKey, bodyKey, call)
    ) {
      throw idempotency.conflict("header and body give different idempotency keys", call);
    }
    return headerKey ?? bodyKey;
  },
  normalizeKey: (key) => key,
  extent: ({ call, caller }) => [caller.subject, call.operation, call.url.pathname].join("\n"),
  fingerprint: ({ call, body }) => {
    const { idempotencyKey: _key, ...parameters } = body;
    return [call.operation, call.url.pathname, toCanonicalJson(parameters)].join("\n");
  },
  isRemembered: (answer) => answer.status < 300,
  replay: (answer) => answer,
  conflict: (detail) => new ProblemError("idempotency-conflict", detail),
  once: async (submission, work) => {
    const { call, key } = submission;
    const { idempotency } = call.rules;
    if (key === undefined) return await work();
    const { replays } = call.registry.store;
    const place = `${idempotency.extent(submission)}\n\n${idempotency.normalizeKey(key, submission)}`;
    const fingerprint = idempotency.fingerprint(submission);
    const earlier = replays.get(place);
    if (earlier !== undefined) {
      if (earlier.fingerprint !== fingerprint) {
        throw idempotency.conflict("the idempotency key was used for another request", call);
      }
      return idempotency.replay(earlier.answer, call);
    }
    const answer = await work();
    if (idempotency.isRemembered(answer, call)) replays.set(place, { fingerprint, answer });
    return answer;
  },
};
