import type { Call, Operation } from "../call.ts";
import { Refusal } from "../refusal.ts";
import type { AuthorizationRules } from "../rules/authorization.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../rules/change.ts";
import type { Token } from "../tokens.ts";
import type { Fault } from "./fault.ts";

/** Operations that are offered or not offered together, with the words that ids and names have for them. */
const groups: readonly { readonly id: string; readonly operations: readonly Operation[] }[] = [
  { id: "publishing", operations: ["createReleaseUpload", "finalizeReleaseUpload"] },
  { id: "trust-upload", operations: ["createTrustUpload", "finalizeTrustUpload"] },
  { id: "unpublish", operations: ["unpublishVersion"] },
];

/** Somebody who may do everything, in place of whoever did not say who they are. */
const anybody: Token = {
  subject: "anybody",
  grants: ["publish", "unpublish", "trust"],
  resources: ["*"],
  expiresAt: undefined,
  isRevoked: false,
  isRateLimited: false,
};

/** Reads the token of some operations in another way where the usual one finds none. */
function alsoReading(operations: Operations, read: (call: Call) => string | undefined): Change {
  return replaceRule(
    "authorization",
    "presentedToken",
    (before) => (call) => before(call) ?? (isOneOf(operations, call) ? read(call) : undefined),
  );
}

/** Takes whoever the usual judgement turns away for `anybody`, where `isTaken` says so. */
function taking(operations: Operations, isTaken: (call: Call) => boolean): Change {
  return replaceRule(
    "authorization",
    "authenticate",
    (before) => (call) => (isOneOf(operations, call) && isTaken(call) ? anybody : before(call)),
  );
}

/** The key in the header is one for which an answer is remembered. */
function hasKnownKey(call: Call): boolean {
  const key = call.request.headers.get("idempotency-key");
  return (
    key !== null && [...call.registry.store.replays.keys()].some((place) => place.endsWith(`\n\n${key}`))
  );
}

/** The words of the `Authorization` header. */
function wordsOf(call: Call): readonly string[] {
  return (call.request.headers.get("authorization") ?? "").split(" ");
}

function withoutRule(rule: "isExpired" | "isRevoked", operations: Operations): Change {
  return replaceRule(
    "authorization",
    rule,
    (before: AuthorizationRules[typeof rule]) => (token: Token, call: Call) =>
      !isOneOf(operations, call) && before(token, call),
  );
}

const decoded = (text: string): string =>
  Buffer.from(text, "base64").toString("utf8").split(":").at(-1) ?? "";

interface Flaw {
  readonly name: string;
  /** The end of the id of the requirement that each group has. */
  readonly breaks: string;
  readonly summary: string;
  readonly change: (operations: readonly Operation[]) => Change;
}

const flaws: readonly Flaw[] = [
  {
    name: "needs-no-token",
    breaks: "missing-tokens",
    summary: "lets a request without a token pass",
    change: (operations) => taking(operations, (call) => !call.request.headers.has("authorization")),
  },
  {
    name: "takes-empty-bearer",
    breaks: "malformed-credentials",
    summary: "takes the scheme without a token for a good one",
    change: (operations) => taking(operations, (call) => wordsOf(call).join("") === "Bearer"),
  },
  {
    name: "takes-bare-token",
    breaks: "malformed-credentials",
    summary: "takes a token without a scheme",
    change: (operations) =>
      alsoReading(operations, (call) => (wordsOf(call).length === 1 ? wordsOf(call)[0] : undefined)),
  },
  {
    name: "takes-two-tokens",
    breaks: "malformed-credentials",
    summary: "takes the first of two tokens",
    change: (operations) =>
      alsoReading(operations, (call) => (wordsOf(call)[0] === "Bearer" ? wordsOf(call)[1] : undefined)),
  },
  {
    name: "takes-basic",
    breaks: "malformed-credentials",
    summary: "takes a token as a password of the Basic scheme",
    change: (operations) =>
      alsoReading(operations, (call) =>
        wordsOf(call)[0] === "Basic" ? decoded(wordsOf(call)[1] ?? "") : undefined,
      ),
  },
  {
    name: "takes-token-scheme",
    breaks: "malformed-credentials",
    summary: "takes any scheme for Bearer",
    change: (operations) =>
      alsoReading(operations, (call) => (wordsOf(call)[0] === "Token" ? wordsOf(call)[1] : undefined)),
  },
  {
    name: "takes-unknown-token",
    breaks: "unknown-tokens",
    summary: "takes a token that it does not know",
    change: (operations) =>
      replaceRule(
        "authorization",
        "findToken",
        (before) => (text, call) => before(text, call) ?? (isOneOf(operations, call) ? anybody : undefined),
      ),
  },
  {
    name: "takes-beginning-of-token",
    breaks: "unknown-tokens",
    summary: "takes a text that begins with a token",
    change: (operations) =>
      replaceRule(
        "authorization",
        "findToken",
        (before) => (text, call) =>
          before(text, call) ?? (isOneOf(operations, call) ? before(text.slice(0, -1), call) : undefined),
      ),
  },
  {
    name: "takes-expired-token",
    breaks: "expired-tokens",
    summary: "takes a token that has expired",
    change: (operations) => withoutRule("isExpired", operations),
  },
  {
    name: "takes-revoked-token",
    breaks: "revoked-tokens",
    summary: "takes a token that was revoked",
    change: (operations) => withoutRule("isRevoked", operations),
  },
];

const flawsOfGroups: readonly Fault[] = flaws.flatMap((flaw) =>
  groups.map(({ id, operations }) => ({
    name: `${id}-${flaw.name}`,
    breaks: `authentication/${id}-refuses-${flaw.breaks}`,
    summary: `Of the protected operations, ${id} ${flaw.summary}`,
    change: flaw.change(operations),
  })),
);

/** The second operation of a group alone: a check that looks at the first only would miss it. */
const flawsOfFinalize: readonly Fault[] = flaws
  .filter(({ name }) =>
    ["needs-no-token", "takes-unknown-token", "takes-expired-token", "takes-revoked-token"].includes(name),
  )
  .flatMap((flaw) =>
    groups.slice(0, 2).map(({ id, operations }) => ({
      name: `${id}-finalize-${flaw.name}`,
      breaks: `authentication/${id}-refuses-${flaw.breaks}`,
      summary: `Of ${id}, finalize ${flaw.summary}`,
      change: flaw.change(operations.slice(1)),
    })),
  );

/** Looks whether what a request is about exists before it looks at the token. */
function lookingFirst(operations: Operations, isThere: (call: Call) => boolean): Change {
  return replaceRule("authorization", "authenticate", (before) => (call) => {
    if (isOneOf(operations, call) && !isThere(call))
      throw new Refusal("not-found", "there is no such thing here");
    return before(call);
  });
}

function hasRelease(call: Call): boolean {
  return call.registry.store.volumes.get(call.name)?.has(call.version) === true;
}

function queryToken(call: Call): string | undefined {
  return call.url.searchParams.get("access_token") ?? undefined;
}

/** Broken tokens. */
export const authenticationFaults: readonly Fault[] = [
  ...flawsOfGroups,
  ...flawsOfFinalize,
  {
    name: "expired-token-accepted",
    breaks: "authentication/publishing-refuses-expired-tokens",
    summary: "An expired token is as good as a valid one",
    change: withoutRule("isExpired", "every"),
  },
  {
    name: "expired-tokens-are-forbidden",
    breaks: "authentication/publishing-refuses-expired-tokens",
    summary: "An expired token is answered 403, as if it were a valid one",
    change: replaceRule("authorization", "isExpired", (before) => (token, call) => {
      if (before(token, call)) throw new Refusal("authorization-failed", "the token has expired");
      return false;
    }),
  },
  {
    name: "unknown-upload-found-first",
    breaks: "authentication/unknown-uploads-need-a-token",
    summary: "An unknown release upload is not-found before the token is asked for",
    change: lookingFirst("finalizeReleaseUpload", (call) =>
      call.registry.store.intents.has(call.parameters["uploadId"] ?? ""),
    ),
  },
  {
    name: "unknown-release-found-first",
    breaks: "authentication/trust-of-unknown-releases-needs-a-token",
    summary: "Trust for an unknown release is not-found before the token is asked for",
    change: lookingFirst(["createTrustUpload", "finalizeTrustUpload"], hasRelease),
  },
  {
    name: "token-in-query-accepted",
    breaks: "authentication/tokens-stand-in-the-header",
    summary: "A token in the query is as good as one in the header",
    change: alsoReading("every", queryToken),
  },
  {
    name: "known-key-needs-no-token",
    breaks: "authentication/repeated-requests-need-their-token",
    summary: "A request whose idempotency key is remembered is let through with whatever token",
    change: taking("createReleaseUpload", hasKnownKey),
  },
  {
    name: "known-key-of-a-finalize-needs-no-token",
    breaks: "authentication/repeated-requests-need-their-token",
    summary: "A finalize whose idempotency key is remembered is let through with whatever token",
    change: taking("finalizeReleaseUpload", hasKnownKey),
  },
  {
    name: "known-key-takes-expired-tokens",
    breaks: "authentication/repeated-requests-need-their-token",
    summary: "A request whose idempotency key is remembered is let through with an expired token",
    change: replaceRule(
      "authorization",
      "isExpired",
      (before) => (token, call) => !hasKnownKey(call) && before(token, call),
    ),
  },
  {
    name: "known-key-needs-no-authority",
    breaks: "authentication/repeated-requests-need-their-token",
    summary: "A request whose idempotency key is remembered is let through without authority",
    change: replaceRule(
      "authorization",
      "covers",
      (before) => (token, resource, call) => hasKnownKey(call) || before(token, resource, call),
    ),
  },
  {
    name: "known-key-of-a-trust-create-needs-no-token",
    breaks: "authentication/repeated-trust-requests-need-their-token",
    summary: "A trust create whose idempotency key is remembered is let through with whatever token",
    change: taking("createTrustUpload", hasKnownKey),
  },
  {
    name: "known-key-of-a-trust-finalize-needs-no-token",
    breaks: "authentication/repeated-trust-requests-need-their-token",
    summary: "A trust finalize whose idempotency key is remembered is let through with whatever token",
    change: taking("finalizeTrustUpload", hasKnownKey),
  },
  {
    name: "scheme-must-be-capitalised",
    breaks: "authentication/scheme-is-case-insensitive",
    summary: "The scheme is understood as Bearer only",
    change: replaceRule(
      "authorization",
      "presentedToken",
      (before) => (call) => (wordsOf(call)[0] === "Bearer" ? before(call) : undefined),
    ),
  },
];
