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

/** TODO */
export const resources: FaultFile = {
  "authentication/tokens-for-a-volume-publish-no-other": {
    "volume-matched-by-beginning": {
      summary: "A token for a volume is good for every name that begins with it",
      change: matching(publishing, (pattern, name) => !pattern.endsWith("*") && name.startsWith(pattern)),
    },
  },
  "authentication/tokens-for-a-scope-publish-in-no-other": {
    "scope-matched-by-beginning": {
      summary: "A token for a scope is good for every scope that begins with it",
      change: matching(publishing, (pattern, name) => pattern.startsWith("@") && name.startsWith(pattern)),
    },
    "scope-covers-unscoped": {
      summary: "A token for a scope is good for names without a scope",
      change: matching(publishing, (pattern, name) => /^@[^/]+$/.test(pattern) && !name.startsWith("@")),
    },
  },
  "authentication/tokens-for-a-release-attach-to-no-other": {
    "release-token-attaches-to-volume": {
      summary: "A token for one release attaches trust to all versions",
      change: matching(trustUpload, (pattern, name) => volumeOf(pattern) === name),
    },
    "release-token-attaches-to-other-volumes": {
      summary: "A token for one release attaches trust to that version of every volume",
      change: replaceRule(
        "authorization",
        "matches",
        (before) => (pattern, resource, call) =>
          before(pattern, resource, call) ||
          (isOneOf(trustUpload, call) &&
            volumeOf(pattern) !== "" &&
            pattern.endsWith(`@${resource.version}`)),
      ),
    },
    "release-token-attaches-nowhere": {
      summary: "A token for one release does not attach trust to it",
      change: replaceRule(
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
  },
  "authentication/tokens-for-a-release-publish-no-other": {
    "release-token-publishes-volume": {
      summary: "A token for one release publishes all versions",
      change: matching(publishing, (pattern, name) => volumeOf(pattern) === name),
    },
    "release-token-covers-longer-versions": {
      summary: "A token for a version publishes every version that begins like it",
      change: replaceRule(
        "authorization",
        "matches",
        (before) => (pattern, resource, call) =>
          before(pattern, resource, call) ||
          (pattern.lastIndexOf("@") > 0 && `${resource.name}@${resource.version ?? ""}`.startsWith(pattern)),
      ),
    },
  },
  "authentication/tokens-for-a-release-unpublish-it-alone": {
    "release-token-unpublishes-volume": {
      summary: "A token for one release unpublishes all versions",
      change: matching(["unpublishVersion"], (pattern, name) => volumeOf(pattern) === name),
    },
    "release-token-unpublishes-nothing": {
      summary: "Only a token for a volume or more unpublishes anything",
      change: replaceRule(
        "authorization",
        "covers",
        (before) => (token, resource, call) =>
          before(token, resource, call) &&
          !(call.operation === "unpublishVersion" && token.resources.every((one) => volumeOf(one) !== "")),
      ),
    },
  },
  "authentication/tokens-without-grants-publish-nothing": {
    "no-grant-is-every-grant": {
      summary: "A token without grants may do everything",
      change: replaceRule(
        "authorization",
        "grants",
        (before) => (token, action, call) => anyGrant(token) || before(token, action, call),
      ),
    },
  },
  "authentication/unpublish-tokens-cannot-publish": {
    "unpublish-grant-publishes": {
      summary: "A token for unpublishing publishes too",
      change: granting("unpublish", publishing),
    },
  },
  "authentication/unpublish-tokens-cannot-attach-trust": {
    "unpublish-grant-attaches-trust": {
      summary: "A token for unpublishing attaches trust too",
      change: granting("unpublish", trustUpload),
    },
  },
};
