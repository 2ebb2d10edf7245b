import type { Call, Operation } from "../../call.ts";
import { findRelease, saveIntent, saveRelease } from "../../lookup.ts";
import type { AuthorizationRules } from "../../rules/authorization.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { Release } from "../../store.ts";
import type { Token } from "../../tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Does something to what the request is about although it refuses the request, for want of authority or of a token. */
function changingDespiteRefusal(
  operation: Operation,
  change: (call: Call) => void,
  rules: readonly ("forbidden" | "unauthenticated")[],
): Change {
  return allOf(
    ...rules.map((rule) =>
      replaceRule("authorization", rule, (before) => (detail, call) => {
        if (call.operation === operation) change(call);
        return before(detail, call);
      }),
    ),
  );
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

function saveReason(call: Call): void {
  const release = findRelease(call.name, call.version, call);
  if (release === undefined) return;
  saveRelease({ ...release, status: { ...release.status, reason: "unpublishing was asked for" } }, call);
}

function removeRelease(call: Call): void {
  const release = findRelease(call.name, call.version, call);
  if (release !== undefined) saveRelease({ ...release, status: { state: "tombstoned" } }, call);
}

/** Does something to what the request is about although the token has expired, or was revoked. */
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

/** Does something although there is a header that names no token: one that is malformed, or one that is not known. */
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

/** Remembers what somebody without authority asked for, and has a rule go by it. */
function remembering(
  operation: Operation,
  toChange: (isRemembered: (name: string) => boolean) => Change,
): Change {
  return (rules) => {
    const names = new Set<string>();
    return allOf(
      changingDespiteRefusal(operation, (call) => void names.add(call.name), ["forbidden"]),
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

/** Faults in effects of requests that are rejected. */
export const refusedRequests: FaultFile = {
  "authentication/refused-creates-change-nothing": {
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
      change: changingDespiteRefusal("createReleaseUpload", failUploads, ["forbidden"]),
    },
  },
  "authentication/refused-finalizes-publish-nothing": {
    "forbidden-finalize-consumes-upload": changingDespiteRefusal("finalizeReleaseUpload", consumeUpload, [
      "forbidden",
    ]),
    "finalize-without-token-consumes-upload": changingDespiteRefusal("finalizeReleaseUpload", consumeUpload, [
      "unauthenticated",
    ]),
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
    "forbidden-trust-finalize-attaches": changingDespiteRefusal("finalizeTrustUpload", attachUpload, [
      "forbidden",
    ]),
    "trust-finalize-without-token-consumes-upload": changingDespiteRefusal(
      "finalizeTrustUpload",
      consumeUpload,
      ["unauthenticated"],
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
    "forbidden-unpublish-removes": changingDespiteRefusal("unpublishVersion", removeRelease, ["forbidden"]),
    "unpublish-without-token-removes": changingDespiteRefusal("unpublishVersion", removeRelease, [
      "unauthenticated",
    ]),
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
    "forbidden-unpublish-adds-a-status-reason": changingDespiteRefusal("unpublishVersion", saveReason, [
      "forbidden",
    ]),
    "forbidden-unpublish-removes-the-index-row": hidingFrom("inIndex"),
    "forbidden-unpublish-removes-the-archive": hidingFrom("inDownload"),
  },
};
