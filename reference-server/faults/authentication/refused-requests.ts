import type { Call, Operation } from "../../call.ts";
import { findRelease, saveIntent, saveRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import type { AuthorizationRules } from "../../rules/authorization.ts";
import { allOf, type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import type { Token } from "../../tokens.ts";
import { isAttached } from "../changes/release-kinds.ts";
import type { FaultFile } from "../fault.ts";

/** Makes a change although the request is rejected, with 403 or 401. */
function changingDespite(
  rule: "forbidden" | "unauthenticated",
  operation: Operation,
  change: (call: Call) => void,
): Change {
  return replaceRule("authorization", rule, (before) => (detail, call) => {
    if (call.operation === operation) change(call);
    return before(detail, call);
  });
}

function consumeUpload(call: Call): void {
  const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
  if (intent !== undefined) saveIntent({ ...intent, isFinalized: true }, call);
}

function attachUpload(call: Call): void {
  const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
  const release = findRelease(call.name, call.version, call);
  if (intent?.kind !== "trust" || release === undefined) return;
  call.rules.trust.attach(release, call.rules.trust.toAttachment(intent, call), call);
}

function failUploads(call: Call): void {
  for (const intent of call.registry.store.intents.values())
    if (intent.name === call.name) saveIntent({ ...intent, state: "failed" }, call);
}

function removeRelease(call: Call): void {
  const release = findRelease(call.name, call.version, call);
  if (release !== undefined) saveRelease({ ...release, status: { state: "tombstoned" } }, call);
}

/** Makes a change although the token is expired or revoked. */
function changingDespiteUnusableToken(
  rule: "isExpired" | "isRevoked",
  operation: Operation,
  change: (call: Call) => void,
): Change {
  return replaceRule(
    "authorization",
    rule,
    (before: AuthorizationRules[typeof rule]) => (token: Token, call: Call) => {
      const isUnusable = before(token, call);
      if (isUnusable && call.operation === operation) change(call);
      return isUnusable;
    },
  );
}

/** Makes a change although the `Authorization` header is malformed or has an unknown token. */
function changingDespiteBadHeader(
  kind: "malformed" | "unknown",
  operation: Operation,
  change: (call: Call) => void,
): Change {
  return replaceRule("authorization", "unauthenticated", (before) => (detail, call) => {
    const { authorization } = call.rules;
    const text = authorization.presentedToken(call);
    const isMeant =
      kind === "malformed"
        ? text === undefined && call.request.headers.has("authorization")
        : text !== undefined && authorization.findToken(text, call) === undefined;
    if (call.operation === operation && isMeant) change(call);
    return before(detail, call);
  });
}

/** Records the names in forbidden requests, and makes a change that depends on them. */
function remembering(
  operation: Operation,
  toChange: (isRemembered: (name: string) => boolean) => Change,
): Change {
  return (rules) => {
    const names = new Set<string>();
    return allOf(
      changingDespite("forbidden", operation, (call) => void names.add(call.name)),
      toChange((name) => names.has(name)),
    )(rules);
  };
}

function hidingFrom(view: "inIndex" | "inDownload"): Change {
  return remembering("unpublishVersion", (isRemembered) =>
    replaceRule(
      "visibility",
      view,
      (before) => (release: Release, call: Call) => !isRemembered(release.name) && before(release, call),
    ),
  );
}

/** Remembers the key of a forbidden request, and answers that error to it from then on. */
function keepingKeys(operation: Operation): Change {
  return (rules) => {
    const keys = new Map<string, ProblemError>();
    const keyOf = (call: Call): string =>
      `${call.url.pathname} ${call.request.headers.get("idempotency-key") ?? ""}`;
    return replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
      const earlier = keys.get(keyOf(call));
      const hasKey = call.operation === operation && call.request.headers.has("idempotency-key");
      if (hasKey && earlier !== undefined) throw earlier;
      try {
        before(token, resource, call);
      } catch (error) {
        if (hasKey && error instanceof ProblemError) keys.set(keyOf(call), error);
        throw error;
      }
    })(rules);
  };
}

/** Remembers how long the body of a forbidden key is, and that key conflicts with bodies of other lengths from then on. */
function keepingRequestsOfKeys(operation: Operation): Change {
  return (rules) => {
    const lengths = new Map<string, string | null>();
    return replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
      const key = call.request.headers.get("idempotency-key");
      if (call.operation !== operation || key === null) return before(token, resource, call);
      const place = `${call.url.pathname} ${key}`;
      const length = call.request.headers.get("content-length");
      try {
        before(token, resource, call);
      } catch (error) {
        if (!lengths.has(place)) lengths.set(place, length);
        throw error;
      }
      if ((lengths.get(place) ?? length) !== length)
        throw new ProblemError("idempotency-conflict", "the key was used for another request");
    })(rules);
  };
}

/** Faults in effects of requests that are rejected. */
export const refusedRequests: FaultFile = {
  "authentication/refused-creates-change-nothing": {
    "key-of-a-forbidden-create-repeats-the-error": keepingKeys("createReleaseUpload"),
    "key-of-a-forbidden-create-belongs-to-its-version": keepingRequestsOfKeys("createReleaseUpload"),
    "forbidden-create-takes-the-name": {
      summary: "After a forbidden create, the owner of the name is rejected too",
      change: remembering("createReleaseUpload", (isRemembered) =>
        replaceRule("authorization", "covers", (before) => (token, resource, call) => {
          const isTaken = call.operation === "createReleaseUpload" && isRemembered(resource.name);
          return !isTaken && before(token, resource, call);
        }),
      ),
    },
    "forbidden-create-closes-uploads": {
      summary: "A forbidden create makes the open uploads of the volume fail",
      change: changingDespite("forbidden", "createReleaseUpload", failUploads),
    },
  },
  "authentication/refused-trust-creates-keep-no-key": {
    "key-of-a-forbidden-trust-create-repeats-the-error": keepingKeys("createTrustUpload"),
  },
  "authentication/refused-finalizes-publish-nothing": {
    "key-of-a-forbidden-finalize-repeats-the-error": keepingKeys("finalizeReleaseUpload"),
    "forbidden-finalize-consumes-upload": changingDespite(
      "forbidden",
      "finalizeReleaseUpload",
      consumeUpload,
    ),
    "finalize-without-token-consumes-upload": changingDespite(
      "unauthenticated",
      "finalizeReleaseUpload",
      consumeUpload,
    ),
    "finalize-with-expired-token-consumes-upload": changingDespiteUnusableToken(
      "isExpired",
      "finalizeReleaseUpload",
      consumeUpload,
    ),
    "finalize-with-malformed-header-consumes-upload": changingDespiteBadHeader(
      "malformed",
      "finalizeReleaseUpload",
      consumeUpload,
    ),
  },
  "authentication/refused-trust-finalizes-attach-nothing": {
    "forbidden-trust-finalize-attaches": changingDespite("forbidden", "finalizeTrustUpload", attachUpload),
    "trust-finalize-without-token-consumes-upload": changingDespite(
      "unauthenticated",
      "finalizeTrustUpload",
      consumeUpload,
    ),
    "trust-finalize-with-revoked-token-attaches": changingDespiteUnusableToken(
      "isRevoked",
      "finalizeTrustUpload",
      attachUpload,
    ),
    "trust-finalize-with-unknown-token-consumes-upload": changingDespiteBadHeader(
      "unknown",
      "finalizeTrustUpload",
      consumeUpload,
    ),
  },
  "authentication/refused-unpublishes-remove-nothing": {
    "forbidden-unpublish-removes": changingDespite("forbidden", "unpublishVersion", removeRelease),
    "unpublish-without-token-removes": changingDespite("unauthenticated", "unpublishVersion", removeRelease),
    "unpublish-with-expired-token-removes": changingDespiteUnusableToken(
      "isExpired",
      "unpublishVersion",
      removeRelease,
    ),
    "unpublish-with-revoked-token-removes": changingDespiteUnusableToken(
      "isRevoked",
      "unpublishVersion",
      removeRelease,
    ),
    "unpublish-with-expired-token-removes-releases-with-attachments": onlyWhen(
      isAttached,
      changingDespiteUnusableToken("isExpired", "unpublishVersion", removeRelease),
    ),
    "forbidden-unpublish-removes-the-index-row": hidingFrom("inIndex"),
    "forbidden-unpublish-removes-the-archive": hidingFrom("inDownload"),
  },
};
