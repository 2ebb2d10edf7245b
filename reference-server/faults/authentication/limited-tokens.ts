import type { Call } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import type { Identity } from "../../rules/identity.ts";
import { type Change, isOneOf, onlyWhen, type Operations, replaceRule } from "../../rules/change.ts";
import {
  hasBuildMetadata,
  isAttached,
  isBlocked,
  isEmptied,
  isGit,
  isYanked,
} from "../changes/release-kinds.ts";
import { rememberingAccepted } from "../changes/remembered-tokens.ts";
import { granting, publishing, trustUpload } from "../changes/tokens.ts";
import type { Action } from "../../tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Whether a resource of a token also covers what it does not name. */
type Matches = (pattern: string, resource: Identity) => boolean;

function matching(operations: Operations, isMatch: Matches): Change {
  return replaceRule(
    "authorization",
    "matches",
    (before) => (pattern, resource, call) =>
      before(pattern, resource, call) || (isOneOf(operations, call) && isMatch(pattern, resource)),
  );
}

/** The name and the version in a pattern for one release; the version is empty in a pattern for a volume or a scope. */
function partsOf(pattern: string): { readonly name: string; readonly version: string } {
  const at = pattern.lastIndexOf("@");
  return at <= 0
    ? { name: pattern, version: "" }
    : { name: pattern.slice(0, at), version: pattern.slice(at + 1) };
}

function segmentOf(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

const isScoped = (name: string): boolean => name.startsWith("@");
const isVolume = (pattern: string): boolean =>
  partsOf(pattern).version === "" && !/^(?:@[^/]*|.*\*)$/.test(pattern);
const isScope = (pattern: string): boolean => /^@[^/]*$/.test(pattern);

const volumeMatches: Readonly<Record<string, Matches>> = {
  "volume-token-covers-longer-names": (pattern, { name }) => isVolume(pattern) && name.startsWith(pattern),
  "volume-token-covers-shorter-names": (pattern, { name }) => isVolume(pattern) && pattern.startsWith(name),
  "volume-token-covers-its-namesake": (pattern, { name }) =>
    isVolume(pattern) && segmentOf(pattern) === segmentOf(name),
};

/** Unpublish has no scoped names. */
const scopedVolumeMatches: typeof volumeMatches = {
  ...volumeMatches,
  "volume-token-covers-the-same-name-in-other-scopes": (pattern, { name }) =>
    isVolume(pattern) && [pattern, name].every(isScoped) && segmentOf(pattern) === segmentOf(name),
};

const scopeMatches: Readonly<Record<string, Matches>> = {
  "scope-token-covers-longer-scopes": (pattern, { name }) => isScope(pattern) && name.startsWith(pattern),
  "scope-token-covers-unscoped-names": (pattern, { name }) => isScope(pattern) && !name.startsWith("@"),
};

const releaseMatches: Readonly<Record<string, Matches>> = {
  "release-token-covers-every-version": (pattern, { name }) =>
    partsOf(pattern).version !== "" && partsOf(pattern).name === name,
  "release-token-covers-every-volume": (pattern, { version = partsOf(pattern).version }) =>
    version !== "" && partsOf(pattern).version === version,
  "release-token-covers-longer-versions": (pattern, { name, version = "" }) =>
    partsOf(pattern).version !== "" && `${name}@${version}`.startsWith(pattern),
  "release-token-covers-shorter-versions": (pattern, { name, version = "" }) =>
    version !== "" && pattern.startsWith(`${name}@${version}`),
};

function coversPrereleases(pattern: string, { name, version = "" }: Identity): boolean {
  const parts = partsOf(pattern);
  return parts.version !== "" && parts.name === name && version.startsWith(`${parts.version}-`);
}

function isAlikeWithoutHyphens(pattern: string, { name }: Identity): boolean {
  const scope = name.slice(0, name.indexOf("/"));
  return isScope(pattern) && scope.replaceAll("-", "") === pattern.replaceAll("-", "");
}

/** A dot of the pattern stands for any character. */
function isMatchedBy(pattern: string, { name, version = "" }: Identity): boolean {
  const { version: own } = partsOf(pattern);
  return own !== "" && new RegExp(`^${pattern.replaceAll("+", "\\+")}$`).test(`${name}@${version}`);
}

function isAlikeInAnyCase(pattern: string, { name, version = "" }: Identity): boolean {
  return version !== "" && pattern.toLowerCase() === `${name}@${version}`.toLowerCase();
}

/** Accepts every token, whatever it is limited to, for the releases and volumes that `isMeant` picks. */
function opening(operations: Operations, isMeant: (call: Call) => boolean): Change {
  return replaceRule(
    "authorization",
    "covers",
    (before) => (token, resource, call) =>
      before(token, resource, call) || (isOneOf(operations, call) && isMeant(call)),
  );
}

interface Group {
  readonly operations: Operations;
  /** The end of the names of its faults. */
  readonly name: string;
}

/** For releases and trust, the second of the two operations alone as well. */
const groups = {
  publishing: { operations: publishing, name: "for-publishing" },
  finalize: { operations: "finalizeReleaseUpload", name: "for-finalize" },
  trust: { operations: trustUpload, name: "for-trust" },
  trustFinalize: { operations: "finalizeTrustUpload", name: "for-trust-finalize" },
  unpublish: { operations: "unpublishVersion", name: "for-unpublish" },
} as const satisfies Readonly<Record<string, Group>>;

/** A plainer requirement that some of these break too. */
const leading: Readonly<Record<string, string>> = {
  "scope-token-covers-unscoped-names-for-finalize": "authentication/outsiders-cannot-publish",
  "scope-token-covers-unscoped-names-for-trust-finalize": "authentication/outsiders-cannot-attach-trust",
  "release-token-covers-every-version-for-unpublish":
    "authentication/tokens-for-a-release-unpublish-only-that-release",
  "release-token-covers-longer-versions-for-unpublish":
    "authentication/tokens-for-a-release-unpublish-only-that-release",
};

function faultsOf(matches: Readonly<Record<string, Matches>>, ...about: readonly Group[]): FaultFile[string] {
  return Object.fromEntries(
    about.flatMap(({ operations, name }) =>
      Object.entries(matches).map(([fault, isMatch]) => {
        const id = `${fault}-${name}`;
        const leads = leading[id];
        const change = matching(operations, isMatch);
        return [id, leads === undefined ? change : { leads, change }];
      }),
    ),
  );
}

/** A token with one grant has another too, if it is for one volume or one release. */
function implying(held: Action, operations: Operations): Change {
  return replaceRule("authorization", "grants", (before, rules) => {
    const also = granting(held, operations)(rules).authorization.grants;
    return (token, action, call) =>
      token.resources.includes("*") ? before(token, action, call) : also(token, action, call);
  });
}

/** Faults in what limited tokens allow, at each operation. */
export const limitedTokens: FaultFile = {
  "authentication/tokens-for-a-volume-cannot-publish-other-volumes": {
    ...faultsOf(scopedVolumeMatches, groups.publishing, groups.finalize),
    "volume-token-finalizes-everywhere-once-it-was-used": rememberingAccepted("finalizeReleaseUpload"),
    "volume-token-starts-volumes-in-its-scope": replaceRule(
      "authorization",
      "matches",
      (before) => (pattern, resource, call) => {
        const scope = resource.name.slice(0, resource.name.indexOf("/") + 1);
        const isNew = call.operation === "createReleaseUpload" && releasesOf(call.name, call).length === 0;
        return before(pattern, resource, call) || (isNew && scope !== "" && pattern.startsWith(scope));
      },
    ),
  },
  "authentication/tokens-for-a-volume-cannot-attach-trust-to-other-volumes": {
    ...faultsOf(scopedVolumeMatches, groups.trust, groups.trustFinalize),
    "every-token-attaches-to-versions-with-build-metadata": opening(trustUpload, hasBuildMetadata),
    "every-token-attaches-to-blocked-releases": opening(trustUpload, isBlocked),
  },
  "authentication/tokens-for-a-volume-cannot-unpublish-other-volumes": {
    ...faultsOf(volumeMatches, groups.unpublish),
    "every-token-unpublishes-blocked-releases": opening("unpublishVersion", isBlocked),
    "every-token-unpublishes-releases-with-attachments": opening("unpublishVersion", isAttached),
  },
  "authentication/tokens-for-a-scope-cannot-publish-in-other-scopes": {
    ...faultsOf(scopeMatches, groups.publishing, groups.finalize),
    "scope-token-covers-scopes-with-other-hyphens-for-publishing": matching(
      publishing,
      isAlikeWithoutHyphens,
    ),
    "every-token-publishes-in-emptied-volumes": opening("createReleaseUpload", isEmptied),
    "every-token-publishes-beside-yanked-releases": {
      leads: "authentication/outsiders-cannot-publish",
      change: opening("createReleaseUpload", (call) =>
        releasesOf(call.name, call).some(({ status }) => status.state === "yanked"),
      ),
    },
  },
  "authentication/tokens-for-a-scope-cannot-attach-trust-elsewhere": {
    ...faultsOf(scopeMatches, groups.trust, groups.trustFinalize),
    "scope-token-covers-scopes-with-other-hyphens-for-trust": matching(trustUpload, isAlikeWithoutHyphens),
    "every-token-attaches-to-git-releases": opening(trustUpload, isGit),
  },
  "authentication/tokens-for-a-scope-cannot-unpublish-elsewhere": {
    "scope-token-covers-unscoped-names-that-begin-alike-for-unpublish": matching(
      "unpublishVersion",
      (pattern, { name }) => isScope(pattern) && name.startsWith(`${pattern.slice(1)}-`),
    ),
  },
  "authentication/tokens-for-a-release-cannot-publish-other-versions": {
    ...faultsOf(releaseMatches, groups.publishing),
    "release-token-publishes-what-it-matches-as-a-pattern": matching("createReleaseUpload", isMatchedBy),
    "release-token-publishes-versions-in-any-case": matching("createReleaseUpload", isAlikeInAnyCase),
  },
  "authentication/tokens-for-a-release-cannot-attach-trust-to-other-releases": {
    ...faultsOf(releaseMatches, groups.trust, groups.trustFinalize),
    "release-token-covers-its-prereleases": matching(trustUpload, coversPrereleases),
    "release-token-attaches-to-other-builds": matching(
      trustUpload,
      (pattern, { name, version = "" }) => pattern.split("+")[0] === `${name}@${version.split("+")[0]}`,
    ),
    "release-token-attaches-to-every-version-once-it-was-used": rememberingAccepted(
      trustUpload,
      ({ name }) => name,
    ),
  },
  "authentication/tokens-for-a-release-cannot-unpublish-other-releases": {
    ...faultsOf(releaseMatches, groups.unpublish),
    "release-token-unpublishes-versions-in-any-case": matching("unpublishVersion", isAlikeInAnyCase),
  },
  "authentication/tokens-without-the-grant-cannot-publish": {
    "owners-of-a-volume-publish-with-any-grant": implying("unpublish", publishing),
    "owners-of-a-volume-finalize-with-any-grant": implying("trust", "finalizeReleaseUpload"),
  },
  "authentication/tokens-without-the-grant-cannot-attach-trust": {
    "owners-of-a-volume-attach-trust-with-any-grant": implying("publish", trustUpload),
    "owners-of-a-volume-finalize-trust-with-any-grant": implying("unpublish", "finalizeTrustUpload"),
  },
  "authentication/tokens-without-the-grant-cannot-unpublish": {
    "owners-of-a-volume-unpublish-with-any-grant": implying("publish", "unpublishVersion"),
    "publish-grant-unpublishes-yanked-releases": onlyWhen(isYanked, granting("publish", "unpublishVersion")),
    "tokens-without-grants-unpublish": replaceRule(
      "authorization",
      "grants",
      (before) => (token, action, call) =>
        before(token, action, call) || (call.operation === "unpublishVersion" && token.grants.length === 0),
    ),
  },
};
