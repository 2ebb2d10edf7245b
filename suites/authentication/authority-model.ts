/** What a token may do, by the specification, and tokens that lack authority in one respect. */
import { type ReleaseName, toFullName, type Volume } from "../../harness/exchange/volume.ts";
import type { Grant, TokenRequest } from "../../harness/target-file/tokens.ts";
import { type Near, nearScopes, nearVersions, nearVolumes } from "../inputs/near-identities.ts";

/** What a request is about. */
export interface AuthorityTarget extends ReleaseName {
  /** Other versions of the volume that look like this one, each for a token that is limited to it. */
  readonly lookAlikes?: readonly string[];
}

/** `open` where the text does not decide it. */
export type Permission = "allowed" | "denied" | "open";

/** The resource that a token is limited to. */
export type ResourceKind = "volume" | "scope" | "release";

export interface LimitedToken extends TokenRequest {
  /** What the token lacks for the target: its kind of resource, or the grant. */
  readonly kind: ResourceKind | "grant";
  /** How it differs from a token with authority. */
  readonly difference: string;
}

export const everyGrant: readonly Grant[] = ["publish", "unpublish", "trust"];

/**
 * Whether a token may do something to a release (Authentication, rules 4 and 6). Publishing needs authority over the volume or its
 * namespace: whether authority over one release is enough to publish that release is open.
 */
export function permissionOf(
  { grants, resource }: TokenRequest,
  action: Grant,
  { volume, version }: ReleaseName,
): Permission {
  if (!grants.includes(action)) return "denied";
  const name = toFullName(volume);
  if (resource === "*" || resource === name) return "allowed";
  if (resource.startsWith("@") && !resource.includes("/"))
    return resource === `@${volume.scope ?? ""}` ? "allowed" : "denied";
  if (resource !== `${name}@${version}`) return "denied";
  return action === "publish" ? "open" : "allowed";
}

/** A version that the given one begins with, and one that begins with it. For a release, the longer one is a prerelease. */
function shorterAndLonger(version: string): readonly Near<string>[] {
  const near = nearVersions(version);
  return version.includes("-") ? near : near.slice(1).toReversed();
}

/** Resources near the target, each with all grants or with that of the action. */
function nearResources(
  { volume, version, lookAlikes = [] }: AuthorityTarget,
  action: Grant,
  scope: string,
): readonly LimitedToken[] {
  const name = toFullName(volume);
  const volumes = nearVolumes(volume, scope);
  // the first word of an unscoped name is a scope that this name begins with
  const [word = scope] = volume.segment.split("-");
  const scopes =
    volume.scope === undefined
      ? [{ difference: "a scope that the name begins with", value: word }]
      : nearScopes(volume.scope);
  function limited(
    kind: ResourceKind,
    difference: string,
    resource: string,
    grants: readonly Grant[] = everyGrant,
  ): LimitedToken {
    return { kind, difference, resource, grants };
  }
  function ofVersion(of: readonly Near<Volume>[]): readonly LimitedToken[] {
    return of.map(({ difference, value }) =>
      limited("release", `the version of ${difference}`, `${toFullName(value)}@${version}`),
    );
  }
  return [
    // the second one is the same token as that of the volume of limited tokens
    ...volumes.map(({ difference, value }, index) =>
      limited("volume", difference, toFullName(value), index === 1 ? [action] : everyGrant),
    ),
    ...scopes.map(({ difference, value }) => limited("scope", difference, `@${value}`)),
    ...(volume.scope === undefined
      ? []
      : [limited("volume", "the same name in another scope", `@elsewhere/${volume.segment}`)]),
    ...lookAlikes.map((lookAlike) =>
      limited("release", "a version that looks like it", `${name}@${lookAlike}`, [action]),
    ),
    // of the names that begin alike, one is enough here: the volume is compared as for a token for a volume
    ...(lookAlikes.length === 0 ? ofVersion(volumes.slice(0, 1)) : []),
    ...shorterAndLonger(version).map(({ difference, value }) =>
      limited("release", difference, `${name}@${value}`),
    ),
    ...ofVersion(volumes.slice(2)),
  ];
}

/** Resources with the target, each without the grant of the action. */
function otherGrants(target: ReleaseName, action: Grant): readonly LimitedToken[] {
  const name = toFullName(target.volume);
  const others = everyGrant.filter((grant) => grant !== action);
  return [
    { kind: "grant", difference: "every grant but this", grants: others, resource: name },
    { kind: "grant", difference: "no grant", grants: [], resource: "*" },
    {
      kind: "grant",
      difference: "every grant but this",
      grants: others,
      resource: `${name}@${target.version}`,
    },
  ];
}

/**
 * Tokens without authority for an action on a release. Each differs in one respect from a token with authority.
 * @param scope the publisher's scope
 */
export function deniedTokens(target: AuthorityTarget, action: Grant, scope: string): readonly LimitedToken[] {
  return [...nearResources(target, action, scope), ...otherGrants(target, action)].filter(
    (token) => permissionOf(token, action, target) === "denied",
  );
}
