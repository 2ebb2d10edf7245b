import type { Call, Operation } from "../call.ts";
import { releasesOf } from "../lookup.ts";
import { Refusal } from "../refusal.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../rules/change.ts";
import type { Action, Token } from "../tokens.ts";
import type { Fault } from "./fault.ts";

const publishing: readonly Operation[] = ["createReleaseUpload", "finalizeReleaseUpload"];
const trustUpload: readonly Operation[] = ["createTrustUpload", "finalizeTrustUpload"];

/** Asks nobody for authority over what the request is about. */
function coveringEverything(operations: Operations, isMeant: (call: Call) => boolean = () => true): Change {
  return replaceRule(
    "authorization",
    "covers",
    (before) => (token, resource, call) =>
      (isOneOf(operations, call) && isMeant(call)) || before(token, resource, call),
  );
}

/** Takes one grant for another. */
function granting(held: Action, operations: Operations): Change {
  return replaceRule(
    "authorization",
    "grants",
    (before) => (token, action, call) =>
      before(token, action, call) || (isOneOf(operations, call) && token.grants.includes(held)),
  );
}

/** Refuses a token that has one grant only. */
function refusingLoneGrant(grant: Action, operations: Operations): Change {
  return replaceRule(
    "authorization",
    "grants",
    (before) => (token, action, call) =>
      before(token, action, call) && !(isOneOf(operations, call) && token.grants.join() === grant),
  );
}

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

/** Asks reads for a token. */
function guarding(operations: Operations): Change {
  return replaceRule("authorization", "judgeRead", (before) => (call) => {
    before(call);
    if (isOneOf(operations, call)) call.rules.authorization.authenticate(call);
  });
}

const answeringUnauthorized: Change = replaceRule(
  "authorization",
  "forbidden",
  () => (detail) => new Refusal("authentication-required", detail, { "www-authenticate": "Bearer" }),
);

const anyGrant = (token: Token): boolean => token.grants.length === 0;

const authority: readonly Fault[] = [
  {
    name: "outsiders-publish",
    breaks: "authentication/outsiders-cannot-publish",
    summary: "Whoever may publish something may publish everything",
    change: coveringEverything(publishing),
  },
  {
    name: "outsiders-finalize",
    breaks: "authentication/outsiders-cannot-publish",
    summary: "Anybody with a valid token may finalize any release upload",
    change: coveringEverything("finalizeReleaseUpload"),
  },
  {
    name: "outsiders-publish-scoped",
    breaks: "authentication/outsiders-cannot-publish",
    summary: "Names with a scope are everybody's",
    change: coveringEverything(publishing, (call) => call.form === "scoped"),
  },
  {
    name: "forbidden-is-401",
    breaks: "authentication/outsiders-cannot-publish",
    summary: "A valid token without permission is answered 401",
    change: answeringUnauthorized,
  },
  {
    name: "outsiders-attach-trust",
    breaks: "authentication/outsiders-cannot-attach-trust",
    summary: "Whoever may attach trust to something may attach it to everything",
    change: coveringEverything(trustUpload),
  },
  {
    name: "outsiders-finalize-trust",
    breaks: "authentication/outsiders-cannot-attach-trust",
    summary: "Anybody with a valid token may finalize any trust upload",
    change: coveringEverything("finalizeTrustUpload"),
  },
  {
    name: "outsiders-unpublish",
    breaks: "authentication/outsiders-cannot-unpublish",
    summary: "Whoever may unpublish something may unpublish everything",
    change: coveringEverything("unpublishVersion"),
  },
  {
    name: "new-volumes-are-anybodys",
    breaks: "authentication/outsiders-cannot-publish-new-volumes",
    summary: "The first upload of a volume needs no authority over its namespace",
    change: coveringEverything(
      "createReleaseUpload",
      (call) => ![...call.registry.store.intents.values()].some(({ name }) => name === call.name),
    ),
  },
  {
    name: "trust-grant-publishes",
    breaks: "authentication/trust-tokens-cannot-publish",
    summary: "A token for trust uploads publishes too",
    change: granting("trust", publishing),
  },
  {
    name: "trust-grant-finalizes",
    breaks: "authentication/trust-tokens-cannot-publish",
    summary: "A token for trust uploads finalizes release uploads too",
    change: granting("trust", "finalizeReleaseUpload"),
  },
  {
    name: "trust-grant-unpublishes",
    breaks: "authentication/trust-tokens-cannot-unpublish",
    summary: "A token for trust uploads unpublishes too",
    change: granting("trust", "unpublishVersion"),
  },
  {
    name: "publish-grant-attaches",
    breaks: "authentication/publish-tokens-cannot-attach-trust",
    summary: "A token for publishing attaches trust too",
    change: granting("publish", trustUpload),
  },
  {
    name: "publish-grant-finalizes-trust",
    breaks: "authentication/publish-tokens-cannot-attach-trust",
    summary: "A token for publishing finalizes trust uploads too",
    change: granting("publish", "finalizeTrustUpload"),
  },
  {
    name: "publish-grant-unpublishes",
    breaks: "authentication/publish-tokens-cannot-unpublish",
    summary: "A token for publishing unpublishes too",
    change: granting("publish", "unpublishVersion"),
  },
  {
    name: "lone-publish-grant-refused",
    breaks: "authentication/publish-tokens-publish",
    summary: "A token for publishing alone does not finalize",
    change: refusingLoneGrant("publish", "finalizeReleaseUpload"),
  },
  {
    name: "lone-trust-grant-refused",
    breaks: "authentication/trust-tokens-attach-trust",
    summary: "A token for trust uploads alone does not finalize them",
    change: refusingLoneGrant("trust", "finalizeTrustUpload"),
  },
  {
    name: "volume-matched-by-beginning",
    breaks: "authentication/tokens-for-a-volume-publish-no-other",
    summary: "A token for a volume is good for every name that begins with it",
    change: matching(publishing, (pattern, name) => !pattern.endsWith("*") && name.startsWith(pattern)),
  },
  {
    name: "scope-matched-by-beginning",
    breaks: "authentication/tokens-for-a-scope-publish-in-no-other",
    summary: "A token for a scope is good for every scope that begins with it",
    change: matching(publishing, (pattern, name) => pattern.startsWith("@") && name.startsWith(pattern)),
  },
  {
    name: "scope-covers-unscoped",
    breaks: "authentication/tokens-for-a-scope-publish-in-no-other",
    summary: "A token for a scope is good for names without a scope",
    change: matching(publishing, (pattern, name) => /^@[^/]+$/.test(pattern) && !name.startsWith("@")),
  },
  {
    name: "release-token-attaches-to-volume",
    breaks: "authentication/tokens-for-a-release-attach-to-no-other",
    summary: "A token for one release attaches trust to all versions",
    change: matching(trustUpload, (pattern, name) => volumeOf(pattern) === name),
  },
  {
    name: "release-token-attaches-to-other-volumes",
    breaks: "authentication/tokens-for-a-release-attach-to-no-other",
    summary: "A token for one release attaches trust to that version of every volume",
    change: replaceRule(
      "authorization",
      "matches",
      (before) => (pattern, resource, call) =>
        before(pattern, resource, call) ||
        (isOneOf(trustUpload, call) && volumeOf(pattern) !== "" && pattern.endsWith(`@${resource.version}`)),
    ),
  },
  {
    name: "release-token-attaches-nowhere",
    breaks: "authentication/tokens-for-a-release-attach-to-no-other",
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
  {
    name: "release-token-publishes-volume",
    breaks: "authentication/tokens-for-a-release-publish-no-other",
    summary: "A token for one release publishes all versions",
    change: matching(publishing, (pattern, name) => volumeOf(pattern) === name),
  },
  {
    name: "release-token-unpublishes-volume",
    breaks: "authentication/tokens-for-a-release-unpublish-it-alone",
    summary: "A token for one release unpublishes all versions",
    change: matching(["unpublishVersion"], (pattern, name) => volumeOf(pattern) === name),
  },
  {
    name: "release-token-unpublishes-nothing",
    breaks: "authentication/tokens-for-a-release-unpublish-it-alone",
    summary: "Only a token for a volume or more unpublishes anything",
    change: replaceRule(
      "authorization",
      "covers",
      (before) => (token, resource, call) =>
        before(token, resource, call) &&
        !(call.operation === "unpublishVersion" && token.resources.every((one) => volumeOf(one) !== "")),
    ),
  },
  {
    name: "no-grant-is-every-grant",
    breaks: "authentication/tokens-without-grants-publish-nothing",
    summary: "A token without grants may do everything",
    change: replaceRule(
      "authorization",
      "grants",
      (before) => (token, action, call) => anyGrant(token) || before(token, action, call),
    ),
  },
  {
    name: "unpublish-grant-publishes",
    breaks: "authentication/unpublish-tokens-cannot-publish",
    summary: "A token for unpublishing publishes too",
    change: granting("unpublish", publishing),
  },
  {
    name: "unpublish-grant-attaches-trust",
    breaks: "authentication/unpublish-tokens-cannot-attach-trust",
    summary: "A token for unpublishing attaches trust too",
    change: granting("unpublish", trustUpload),
  },
  {
    name: "release-token-covers-longer-versions",
    breaks: "authentication/tokens-for-a-release-publish-no-other",
    summary: "A token for a version publishes every version that begins like it",
    change: replaceRule(
      "authorization",
      "matches",
      (before) => (pattern, resource, call) =>
        before(pattern, resource, call) ||
        (pattern.lastIndexOf("@") > 0 && `${resource.name}@${resource.version ?? ""}`.startsWith(pattern)),
    ),
  },
  {
    name: "unpublish-looks-for-the-volume-first",
    breaks: "authentication/unpublish-refuses-missing-tokens",
    summary: "Unpublishing a version of an unknown volume is not found, with a token or without",
    change: replaceRule("authorization", "authenticate", (before) => (call) => {
      if (call.operation === "unpublishVersion" && releasesOf(call.name, call).length === 0)
        throw new Refusal("not-found", "there is no such volume");
      return before(call);
    }),
  },
];

const reads: readonly Fault[] = [
  {
    name: "metadata-needs-token",
    breaks: "release-metadata/answers-anonymous-callers",
    summary: "Release metadata needs a token",
    change: guarding("getRelease"),
  },
  {
    name: "index-needs-token",
    breaks: "version-index/answers-anonymous-callers",
    summary: "The version index needs a token",
    change: guarding("getVersionIndex"),
  },
  {
    name: "summary-needs-token",
    breaks: "trust/summaries-and-details-agree",
    summary: "The trust summary needs a token",
    change: guarding("getTrustSummary"),
  },
  {
    name: "detail-needs-token",
    breaks: "trust/summaries-and-details-agree",
    summary: "The trust detail needs a token",
    change: guarding("getTrustDetail"),
  },
  {
    name: "download-needs-token",
    breaks: "download/needs-no-token",
    summary: "Downloads need a token",
    change: guarding("transferBytes"),
  },
  {
    name: "search-needs-token",
    breaks: "search/answers-anonymous-callers",
    summary: "The search needs a token",
    change: guarding("searchVolumes"),
  },
  {
    name: "advisories-need-token",
    breaks: "advisories/list-answers-anonymous-callers",
    summary: "The search for advisories needs a token",
    change: guarding("searchAdvisories"),
  },
  {
    name: "capabilities-need-token",
    breaks: "capabilities/answers-anonymous-callers",
    summary: "Capability metadata needs a token",
    change: guarding("getCapabilities"),
  },
  {
    name: "single-advisory-needs-token",
    breaks: "every-response/reads-need-no-token",
    summary: "A single advisory needs a token",
    change: guarding("getAdvisory"),
  },
  {
    name: "all-reads-need-token",
    breaks: "every-response/reads-need-no-token",
    summary: "Every read needs a token",
    change: guarding("every"),
  },
];

/** Broken authority: who may do what. */
export const authorityFaults: readonly Fault[] = [...authority, ...reads];
