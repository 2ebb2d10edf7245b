import type { Call } from "../call.ts";
import { findRelease } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

/** Whether what a write is about exists; the operations named here list `not-found`, creating a release does not. */
function isThere(call: Call): boolean {
  if (call.operation === "createReleaseUpload") return true;
  if (call.operation === "finalizeReleaseUpload") {
    return call.registry.store.intents.get(call.parameters["uploadId"] ?? "")?.name === call.name;
  }
  return findRelease(call.name, call.version, call) !== undefined;
}

const hiding: Change = replaceRule(
  "authorization",
  "forbidden",
  (before) => (detail, call) =>
    call.operation === "createReleaseUpload"
      ? before(detail, call)
      : new ProblemError("not-found", "there is no such thing here"),
);

const existenceFirst: Change = replaceRule(
  "authorization",
  "authorize",
  (before) => (token, resource, call) => {
    if (!isThere(call)) throw new ProblemError("not-found", "there is no such thing here");
    before(token, resource, call);
  },
);

const bodyFirst: Change = replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
  // Without a version this is the look before the body is read; the second look has one.
  if (call.operation === "createReleaseUpload" && resource.version === undefined) return;
  before(token, resource, call);
});

function challenging(challenge: string): Change {
  return replaceRule(
    "authorization",
    "unauthenticated",
    () => (detail) => new ProblemError("authentication-required", detail, { "www-authenticate": challenge }),
  );
}

/** Tokens and authority. */
export const authorizationChoices: readonly Choice[] = [
  {
    name: "outsider-answer",
    question: "What is a caller without permission answered where not-found is listed too?",
    default: "403",
    values: { "404": { summary: "not-found, so that nothing is given away", change: hiding } },
  },
  {
    name: "judgement-order",
    question: "What is found out first about a request with several faults?",
    default: "permission",
    values: {
      existence: { summary: "404 before 403", change: existenceFirst },
      body: { summary: "400 before 403 when creating a release upload", change: bodyFirst },
    },
  },
  {
    name: "bad-token-on-reads",
    question: "What becomes of an unusable token on a read?",
    default: "ignored",
    values: {
      refused: {
        summary: "It is 401",
        change: replaceRule("authorization", "assertMayRead", () => (call) => {
          if (call.request.headers.has("authorization") && call.operation !== "transferBytes") {
            call.rules.authorization.authenticate(call);
          }
        }),
      },
    },
  },
  {
    name: "challenge",
    question: "What does the challenge of a 401 say?",
    default: "realm",
    values: {
      bare: { summary: "Only the scheme", change: challenging("Bearer") },
      detailed: {
        summary: "An error code and its description",
        change: challenging(
          'Bearer realm="registry", error="invalid_token", error_description="see RFC 6750"',
        ),
      },
      several: {
        summary: "Another scheme besides",
        change: challenging('DPoP algs="ES256", Bearer realm="registry"'),
      },
    },
  },
];
