import { releasesOf } from "../../lookup.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import { rememberingAccepted } from "../changes/remembered-tokens.ts";
import { granting, publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Also accepts the resources for which `isMatch` is true. */
function matching(operations: Operations, isMatch: (pattern: string, name: string) => boolean): Change {
  return replaceRule(
    "authorization",
    "matches",
    (before) => (pattern, resource, call) =>
      before(pattern, resource, call) || (isOneOf(operations, call) && isMatch(pattern, resource.name)),
  );
}

/** The volume's name in a pattern for one release. */
function volumeOf(pattern: string): string {
  return pattern.slice(0, Math.max(0, pattern.lastIndexOf("@")));
}

/** Tokens that are limited to such a resource have no authority. */
function refusingPatterns(operations: Operations, isRefused: (pattern: string) => boolean): Change {
  return replaceRule(
    "authorization",
    "covers",
    (before) => (token, resource, call) =>
      before(token, resource, call) && !(isOneOf(operations, call) && token.resources.every(isRefused)),
  );
}

const anyGrant = (token: Token): boolean => token.grants.length === 0;

/** Faults in which resources a token covers. */
export const resources: FaultFile = {
  "authentication/limited-tokens-publish": {
    "volume-token-publishes-nothing": refusingPatterns(
      "finalizeReleaseUpload",
      (pattern) => !/^@[^/]*$|^\*/.test(pattern),
    ),
    "scope-token-starts-no-volumes": replaceRule(
      "authorization",
      "covers",
      (before) => (token, resource, call) => {
        const isNew = call.operation === "createReleaseUpload" && releasesOf(call.name, call).length === 0;
        const isForScopes = token.resources.every((pattern) => /^@[^/]*$/.test(pattern));
        return before(token, resource, call) && !(isNew && isForScopes);
      },
    ),
    "only-the-first-grant-of-a-limited-token-counts": replaceRule(
      "authorization",
      "grants",
      (before) => (token, action, call) =>
        before(token, action, call) && (token.resources.includes("*") || token.grants[0] === action),
    ),
    "scope-token-publishes-nothing": refusingPatterns("createReleaseUpload", (pattern) =>
      /^@[^/]*$/.test(pattern),
    ),
  },
  "authentication/limited-tokens-attach-trust": {
    "release-token-attaches-nowhere": replaceRule(
      "authorization",
      "covers",
      (before) => (token, resource, call) =>
        before(
          { ...token, resources: token.resources.filter((pattern) => volumeOf(pattern) === "") },
          resource,
          call,
        ),
    ),
    "release-token-finalizes-no-trust": refusingPatterns(
      "finalizeTrustUpload",
      (pattern) => volumeOf(pattern) !== "",
    ),
  },
  "authentication/tokens-for-a-release-unpublish-only-that-release": {
    "release-token-unpublishes-every-version": matching(
      ["unpublishVersion"],
      (pattern, name) => volumeOf(pattern) === name,
    ),
    "release-token-unpublishes-every-version-once-it-was-used": rememberingAccepted(
      "unpublishVersion",
      ({ name }) => name,
    ),
    "release-token-unpublishes-its-prereleases": replaceRule(
      "authorization",
      "matches",
      (before) => (pattern, resource, call) =>
        before(pattern, resource, call) ||
        (call.operation === "unpublishVersion" &&
          `${resource.name}@${resource.version ?? ""}`.startsWith(`${pattern}-`)),
    ),
    "volume-token-unpublishes-nothing": refusingPatterns(
      "unpublishVersion",
      (pattern) => pattern !== "*" && volumeOf(pattern) === "",
    ),
    "release-token-unpublishes-nothing": replaceRule(
      "authorization",
      "covers",
      (before) => (token, resource, call) =>
        before(token, resource, call) &&
        !(call.operation === "unpublishVersion" && token.resources.every((one) => volumeOf(one) !== "")),
    ),
  },
  "authentication/tokens-without-grants-cannot-publish": {
    "token-without-grants-has-every-grant": replaceRule(
      "authorization",
      "grants",
      (before) => (token, action, call) => anyGrant(token) || before(token, action, call),
    ),
  },
  "authentication/unpublish-tokens-cannot-publish": {
    "unpublish-grant-publishes": granting("unpublish", publishing),
  },
  "authentication/unpublish-tokens-cannot-attach-trust": {
    "unpublish-grant-attaches-trust": granting("unpublish", trustUpload),
  },
};
