import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import { granting, publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Reads the resource of a token in a laxer way. */
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

const anyGrant = (token: Token): boolean => token.grants.length === 0;

/** Faults in which resources a token covers. */
export const resources: FaultFile = {
  "authentication/tokens-for-a-volume-cannot-publish-other-volumes": {
    "volume-token-covers-longer-names": matching(
      publishing,
      (pattern, name) => !pattern.endsWith("*") && name.startsWith(pattern),
    ),
  },
  "authentication/tokens-for-a-scope-cannot-publish-in-other-scopes": {
    "scope-token-covers-longer-scopes": matching(
      publishing,
      (pattern, name) => pattern.startsWith("@") && name.startsWith(pattern),
    ),
    "scope-token-covers-unscoped-names": matching(
      publishing,
      (pattern, name) => /^@[^/]+$/.test(pattern) && !name.startsWith("@"),
    ),
  },
  "authentication/tokens-for-a-release-cannot-attach-trust-to-other-releases": {
    "release-token-attaches-to-every-version": matching(
      trustUpload,
      (pattern, name) => volumeOf(pattern) === name,
    ),
    "release-token-attaches-to-every-volume": replaceRule(
      "authorization",
      "matches",
      (before) => (pattern, resource, call) =>
        before(pattern, resource, call) ||
        (isOneOf(trustUpload, call) && volumeOf(pattern) !== "" && pattern.endsWith(`@${resource.version}`)),
    ),
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
  },
  "authentication/tokens-for-a-release-cannot-publish-other-versions": {
    "release-token-publishes-every-version": matching(
      publishing,
      (pattern, name) => volumeOf(pattern) === name,
    ),
    "release-token-covers-longer-versions": replaceRule(
      "authorization",
      "matches",
      (before) => (pattern, resource, call) =>
        before(pattern, resource, call) ||
        (pattern.lastIndexOf("@") > 0 && `${resource.name}@${resource.version ?? ""}`.startsWith(pattern)),
    ),
  },
  "authentication/tokens-for-a-release-unpublish-only-that-release": {
    "release-token-unpublishes-every-version": matching(
      ["unpublishVersion"],
      (pattern, name) => volumeOf(pattern) === name,
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
