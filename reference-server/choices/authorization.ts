import type { Call } from "../call.ts";
import { findRelease, releasesOf } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import type { AuthorizationRules } from "../rules/authorization.ts";
import type { Token } from "../tokens.ts";
import type { Choice } from "./choice.ts";
import { patient } from "./visibility.ts";

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

/** Looks for what a write is about, and how far it is, before authority. */
const existenceFirst: Change = replaceRule(
  "authorization",
  "authorize",
  (before) => (token, resource, call) => {
    if (!isThere(call)) throw new ProblemError("not-found", "there is no such thing here");
    try {
      before(token, resource, call);
    } catch (error) {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (intent?.isFinalized !== true) throw error;
      throw new ProblemError("invalid-upload-state", "the upload was finalized");
    }
  },
);

const bodyFirst: Change = allOf(
  replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
    // Without a version this is the look before the body is read; the second look has one.
    if (call.operation === "createReleaseUpload" && resource.version === undefined) return;
    before(token, resource, call);
  }),
  // A stored answer is returned without the second look: it has to be for a caller with authority, too.
  replaceRule("idempotency", "once", (before) => async (submission, work) => {
    const { call, caller, body } = submission;
    let isNew = false;
    const answer = await before(submission, async () => {
      isNew = true;
      return await work();
    });
    const { version } = body;
    if (!isNew && call.operation === "createReleaseUpload" && typeof version === "string")
      call.rules.authorization.authorize(caller, { name: call.name, version }, call);
    return answer;
  }),
);

function challenging(challenge: string): Change {
  return replaceRule(
    "authorization",
    "unauthenticated",
    () => (detail) => new ProblemError("authentication-required", detail, { "www-authenticate": challenge }),
  );
}

/** Any token that allows publishing takes an unscoped name that nobody has published. */
const firstCome: Change = replaceRule("authorization", "covers", (before) => (token, resource, call) => {
  if (before(token, resource, call)) return true;
  const isRelease = call.operation === "createReleaseUpload" || call.operation === "finalizeReleaseUpload";
  const isFree = !resource.name.startsWith("@") && releasesOf(resource.name, call).length === 0;
  return isRelease && isFree;
});

/** How long a server remembers that it has accepted a token, in milliseconds. */
const memoryMs = 200;

const endingLater: Change = allOf(
  ...(["isRevoked", "isExpired"] as const).map((rule) =>
    replaceRule(
      "authorization",
      rule,
      (before: AuthorizationRules[typeof rule]) => (token: Token, call: Call) =>
        before(token, call) && call.now >= (token.endedAt ?? 0) + memoryMs,
    ),
  ),
);

/** Tokens and authority. */
export const authorizationChoices: readonly Choice[] = [
  {
    name: "new-unscoped-names",
    question: "Who may publish under a new unscoped name?",
    default: "its-namespace",
    values: {
      "first-come": { summary: "The first publisher", change: firstCome },
    },
  },
  {
    name: "outsider-answer",
    question: "What do endpoints that list not-found answer to a caller without permission?",
    default: "403",
    values: {
      "404": { summary: "404 not-found, which does not reveal that the resource exists", change: hiding },
    },
  },
  {
    name: "error-order",
    question: "Which error comes first if a request has several?",
    default: "permission",
    values: {
      existence: { summary: "404 and 409 before 403", change: existenceFirst },
      body: { summary: "400 before 403 when creating a release upload", change: bodyFirst },
    },
  },
  {
    name: "token-end-lag",
    question: "How soon does a token end?",
    default: "at-once",
    values: {
      "200-ms": { summary: "After 200 milliseconds", change: endingLater, target: patient },
    },
  },
  {
    name: "bad-token-on-reads",
    question: "How does a read handle an unusable token?",
    default: "ignored",
    values: {
      refused: {
        summary: "401",
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
    question: "What is in the challenge of a 401?",
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
        summary: "A second scheme",
        change: challenging('DPoP algs="ES256", Bearer realm="registry"'),
      },
    },
  },
];
