import type { Call } from "../call.ts";

/** A volume or, with its version, a release. */
export interface Identity {
  readonly name: string;
  readonly version?: string | undefined;
}

/** The grammars of section "Shared formats". */
export interface IdentityRules {
  readonly maxScopeLength: number;
  readonly maxSegmentLength: number;
  readonly maxNameLength: number;
  /** Lowercase letters, digits and hyphens only. */
  readonly hasPermittedCharacters: (text: string, call: Call) => boolean;
  /** Starts and ends with a letter or digit. */
  readonly hasFirmEdges: (text: string, call: Call) => boolean;
  readonly hasDoubleHyphen: (text: string, call: Call) => boolean;
  /** The grammar that scope and segment share. */
  readonly isLabel: (text: string, call: Call) => boolean;
  /** A scope without its `@`. */
  readonly isScope: (text: string, call: Call) => boolean;
  readonly isSegment: (text: string, call: Call) => boolean;
  readonly isName: (text: string, call: Call) => boolean;
  readonly isVersion: (text: string, call: Call) => boolean;
  readonly isDigest: (text: string, call: Call) => boolean;
  readonly isMediaType: (text: string, call: Call) => boolean;
  /** Whether `%40` in a path may stand for the `@` of a scope; the specification only says that `@` is literal. */
  readonly acceptsEncodedAt: (call: Call) => boolean;
  /** The key by which versions of a volume differ; by default the whole version with its build metadata. */
  readonly versionKey: (version: string) => string;
  /** The release purl; the `+` of build metadata is literal. */
  readonly purl: (name: string, version: string, call: Call) => string;
  /** Whether a client's purl names the release: a `%2B` equals a `+`. */
  readonly isPurlOf: (given: string, name: string, version: string, call: Call) => boolean;
}

/** The regular expression for SemVer 2.0.0 from semver.org. */
const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/** The grammars as the specification defines them. */
export const identityRules: IdentityRules = {
  maxScopeLength: 64,
  maxSegmentLength: 128,
  maxNameLength: 194,
  hasPermittedCharacters: (text) => /^[a-z0-9-]+$/.test(text),
  hasFirmEdges: (text) => !text.startsWith("-") && !text.endsWith("-"),
  hasDoubleHyphen: (text) => text.includes("--"),
  isLabel: (text, call) => {
    const { identity } = call.rules;
    return (
      identity.hasPermittedCharacters(text, call) &&
      identity.hasFirmEdges(text, call) &&
      !identity.hasDoubleHyphen(text, call)
    );
  },
  isScope: (text, call) =>
    text.length <= call.rules.identity.maxScopeLength && call.rules.identity.isLabel(text, call),
  isSegment: (text, call) =>
    text.length <= call.rules.identity.maxSegmentLength && call.rules.identity.isLabel(text, call),
  isName: (text, call) => {
    const { identity } = call.rules;
    if (text.length > identity.maxNameLength) return false;
    if (!text.startsWith("@")) return identity.isSegment(text, call);
    const slash = text.indexOf("/");
    if (slash === -1) return false;
    return identity.isScope(text.slice(1, slash), call) && identity.isSegment(text.slice(slash + 1), call);
  },
  isVersion: (text) => semver.test(text),
  isDigest: (text) => /^sha256:[0-9a-f]{64}$/.test(text),
  isMediaType: (text) => /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*(?:\s*;.*)?$/i.test(text),
  acceptsEncodedAt: () => true,
  versionKey: (version) => version,
  purl: (name, version) => `pkg:volume/${name.replace("@", "%40")}@${version}`,
  isPurlOf: (given, name, version, call) => {
    const expected = call.rules.identity.purl(name, version, call);
    return given === expected || given.replaceAll("%2B", "+") === expected.replaceAll("%2B", "+");
  },
};
