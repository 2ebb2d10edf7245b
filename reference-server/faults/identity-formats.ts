import type { Json } from "../json.ts";
import { type Change, onlyWhen, replaceRule, withBody } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

function shown(member: string, change: (value: string) => Json): Change {
  return withBody("getRelease", (body) => {
    const value = body[member];
    return typeof value === "string" ? { ...body, [member]: change(value) } : body;
  });
}

const template = "identity/release-purls-follow-the-template";
const wholeVersion = "identity/release-purls-hold-the-whole-version";

function purl(change: (purl: string) => string): Change {
  return replaceRule(
    "identity",
    "purl",
    (before) => (name, version, call) => change(before(name, version, call)),
  );
}

const purlFaults: readonly Fault[] = [
  {
    name: "purl-with-literal-at",
    breaks: template,
    summary: "The purl of a scoped release has @ in place of %40",
    change: purl((text) => text.replace("%40", "@")),
  },
  {
    name: "purl-without-at",
    breaks: template,
    summary: "The purl of a scoped release has no %40",
    change: purl((text) => text.replace("%40", "")),
  },
  {
    name: "purl-without-scope",
    breaks: template,
    summary: "The purl of a scoped release has no scope",
    change: purl((text) => text.replace(/%40[^/]*\//, "")),
  },
  {
    name: "purl-with-encoded-slash",
    breaks: template,
    summary: "The purl of a scoped release has %2F between scope and name",
    change: purl((text) => text.replace(/(%40[^/]*)\//, "$1%2F")),
  },
  {
    name: "purl-of-type-generic",
    breaks: template,
    summary: "The type of purls is generic",
    change: purl((text) => text.replace("pkg:volume", "pkg:generic")),
  },
  {
    name: "purl-with-slashes-after-scheme",
    breaks: template,
    summary: "Purls start with pkg://",
    change: purl((text) => text.replace("pkg:", "pkg://")),
  },
  {
    name: "purl-without-version",
    breaks: template,
    summary: "Purls have no version",
    change: purl((text) => text.replace(/@[^@]*$/, "")),
  },
  {
    name: "unscoped-purl-with-encoded-version",
    breaks: template,
    summary: "The purl of an unscoped release has %40 before its version",
    change: onlyWhen(
      ({ form }) => form === "unscoped",
      purl((text) => text.replace(/@([^@]*)$/, "%40$1")),
    ),
  },
  {
    name: "purl-without-build-metadata",
    breaks: wholeVersion,
    summary: "Purls have no build metadata",
    change: purl((text) => text.replace(/(?:\+|%2B).*$/, "")),
  },
  {
    name: "purl-without-prerelease",
    breaks: wholeVersion,
    summary: "Purls have no prerelease",
    change: purl((text) => text.replace(/(@\d+\.\d+\.\d+)-[^+]*/, "$1")),
  },
  {
    name: "purl-in-lowercase",
    breaks: wholeVersion,
    summary: "Purls have their version in lowercase",
    change: purl((text) => text.toLowerCase()),
  },
  {
    name: "purl-with-plus-as-space",
    breaks: wholeVersion,
    summary: "The plus sign of build metadata is a %20 in the purl of release metadata",
    change: onlyWhen(
      ({ operation }) => operation === "getRelease",
      purl((text) => text.replace("+", "%20")),
    ),
  },
  {
    name: "purl-without-build-metadata-in-finalize",
    breaks: wholeVersion,
    summary: "The purl in finalize's answer has no build metadata",
    change: onlyWhen(
      ({ operation }) => operation === "finalizeReleaseUpload",
      purl((text) => text.replace(/\+.*$/, "")),
    ),
  },
];

const digests = "identity/digests-are-sha-in-lowercase";

function indexed(change: (integrity: string) => string): Change {
  return replaceRule("render", "row", (before) => (release, call) => {
    const row = before(release, call);
    return { ...row, integrity: change(release.integrity) };
  });
}

const digestFaults: readonly Fault[] = [
  {
    name: "integrity-in-uppercase",
    breaks: digests,
    summary: "The integrity of release metadata has uppercase hexadecimal digits",
    change: shown("integrity", (text) => text.toUpperCase().replace("SHA256", "sha256")),
  },
  {
    name: "integrity-without-algorithm",
    breaks: digests,
    summary: "The integrity of release metadata has no sha256: in front",
    change: shown("integrity", (text) => text.replace("sha256:", "")),
  },
  {
    name: "integrity-in-base64",
    breaks: digests,
    summary: "The integrity of release metadata is written as for browsers",
    change: shown("integrity", (text) => `sha256-${Buffer.from(text.slice(7), "hex").toString("base64")}`),
  },
  {
    name: "integrity-cut",
    breaks: digests,
    summary: "The integrity of release metadata has 40 hexadecimal digits",
    change: shown("integrity", (text) => text.slice(0, 47)),
  },
  {
    name: "integrity-in-uppercase-in-index",
    breaks: digests,
    summary: "The integrity of index rows is in uppercase",
    change: indexed((text) => text.toUpperCase()),
  },
];

const timestamps = "identity/timestamps-are-date-times";

function expiring(write: (expiresAt: string) => Json): Change {
  return withBody("createReleaseUpload", (body) => {
    const { expiresAt } = body;
    return typeof expiresAt === "string" ? { ...body, expiresAt: write(expiresAt) } : body;
  });
}

const timestampFaults: readonly Fault[] = [
  {
    name: "expires-at-in-seconds",
    breaks: timestamps,
    summary: "An intent's expiresAt is a number of seconds",
    change: expiring((text) => Math.floor(Date.parse(text) / 1000)),
  },
  {
    name: "expires-at-as-http-date",
    breaks: timestamps,
    summary: "An intent's expiresAt is written as in HTTP headers",
    change: expiring((text) => new Date(text).toUTCString()),
  },
  {
    name: "expires-at-without-time",
    breaks: timestamps,
    summary: "An intent's expiresAt is a day",
    change: expiring((text) => text.slice(0, 10)),
  },
  {
    name: "expires-at-null",
    breaks: timestamps,
    summary: "An intent's expiresAt is null",
    change: expiring(() => null),
  },
];

const keyForm = "identity/declaration-keys-have-their-form";

function keyed(change: (key: string) => string): Change {
  return replaceRule("render", "externalDependency", (before) => (dependency, call) => {
    const declaration = before(dependency, call);
    const key = declaration["declarationKey"];
    return typeof key === "string" ? { ...declaration, declarationKey: change(key) } : declaration;
  });
}

const keyFaults: readonly Fault[] = [
  {
    name: "declaration-key-in-uppercase",
    breaks: keyForm,
    summary: "Declaration keys have uppercase hexadecimal digits",
    change: keyed((key) => key.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase())),
  },
  {
    name: "declaration-key-without-prefix",
    breaks: keyForm,
    summary: "Declaration keys start with extdep-v1",
    change: keyed((key) => key.replace(/^.*-extdep/, "extdep")),
  },
  {
    name: "declaration-key-of-second-version",
    breaks: keyForm,
    summary: "Declaration keys say extdep-v2",
    change: keyed((key) => key.replace("-v1:", "-v2:")),
  },
  {
    name: "declaration-key-without-algorithm",
    breaks: keyForm,
    summary: "Declaration keys do not say sha256",
    change: keyed((key) => key.replace("sha256:", "")),
  },
  {
    name: "declaration-key-cut",
    breaks: keyForm,
    summary: "Declaration keys have 63 hexadecimal digits",
    change: keyed((key) => key.slice(0, -1)),
  },
  {
    name: "declaration-key-prefix-by-ecosystem",
    breaks: "identity/declaration-keys-share-their-prefix",
    summary: "Declaration keys begin with the ecosystem of the dependency",
    change: replaceRule("manifest", "declarationKey", (before) => (dependency, call) => {
      const ecosystem = /^pkg:([a-z]+)/.exec(dependency.purl)?.[1] ?? "volume";
      return before(dependency, call).replace(/^.*-extdep/, `${ecosystem}-extdep`);
    }),
  },
];

/** Broken formats: purls, digests, timestamps, declaration keys. */
export const identityFormatFaults: readonly Fault[] = [
  ...purlFaults,
  ...digestFaults,
  ...timestampFaults,
  ...keyFaults,
];
