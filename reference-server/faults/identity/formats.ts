import type { Json } from "../../json.ts";
import { type Change, onlyFor, onlyWhen, replaceRule, withBody } from "../../rules/change.ts";
import { withText } from "../changes/documents.ts";
import type { FaultFile } from "../fault.ts";

function withPurl(change: (purl: string) => string): Change {
  return replaceRule(
    "identity",
    "purl",
    (before) => (name, version, call) => change(before(name, version, call)),
  );
}

function withRowIntegrity(change: (integrity: string) => string): Change {
  return replaceRule("render", "row", (before) => (release, call) => {
    const row = before(release, call);
    return { ...row, integrity: change(release.integrity) };
  });
}

function withExpiry(write: (expiresAt: string) => Json): Change {
  return withBody("createReleaseUpload", (body) => {
    const { expiresAt } = body;
    return typeof expiresAt === "string" ? { ...body, expiresAt: write(expiresAt) } : body;
  });
}

function withDeclarationKey(change: (key: string) => string): Change {
  return replaceRule("render", "externalDependency", (before) => (dependency, call) => {
    const declaration = before(dependency, call);
    const key = declaration["declarationKey"];
    return typeof key === "string" ? { ...declaration, declarationKey: change(key) } : declaration;
  });
}

/** Faults in the form of purls, digests, timestamps and declaration keys. */
export const formats: FaultFile = {
  "identity/release-purls-follow-the-template": {
    "purl-with-literal-at": {
      summary: "The purl of a scoped release has @ instead of %40",
      change: withPurl((text) => text.replace("%40", "@")),
    },
    "purl-without-at": {
      summary: "The purl of a scoped release has no %40",
      change: withPurl((text) => text.replace("%40", "")),
    },
    "purl-without-scope": withPurl((text) => text.replace(/%40[^/]*\//, "")),
    "purl-with-encoded-slash": {
      summary: "The purl of a scoped release has %2F between scope and name",
      change: withPurl((text) => text.replace(/(%40[^/]*)\//, "$1%2F")),
    },
    "purl-of-type-generic": withPurl((text) => text.replace("pkg:volume", "pkg:generic")),
    "purl-with-slashes-after-scheme": {
      summary: "Purls start with pkg://",
      change: withPurl((text) => text.replace("pkg:", "pkg://")),
    },
    "purl-without-version": withPurl((text) => text.replace(/@[^@]*$/, "")),
    "unscoped-purl-with-encoded-version": {
      summary: "The purl of an unscoped release has %40 before its version",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        withPurl((text) => text.replace(/@([^@]*)$/, "%40$1")),
      ),
    },
    "metadata-purl-is-not-encoded": {
      summary: "The purl in release metadata has a literal @ before the scope",
      change: withText("getRelease", "purl", (purl) => purl.replace("%40", "@")),
    },
    "metadata-purl-lacks-the-version": withText("getRelease", "purl", (purl) => purl.replace(/@[^@]*$/, "")),
    "metadata-purl-is-of-type-generic": withText("getRelease", "purl", (purl) =>
      purl.replace("pkg:volume/", "pkg:generic/"),
    ),
  },
  "identity/release-purls-hold-the-whole-version": {
    "purl-without-build-metadata": withPurl((text) => text.replace(/(?:\+|%2B).*$/, "")),
    "purl-without-prerelease": withPurl((text) => text.replace(/(@\d+\.\d+\.\d+)-[^+]*/, "$1")),
    "purl-in-lowercase": withPurl((text) => text.toLowerCase()),
    "purl-with-plus-as-space": {
      summary: "The plus sign of build metadata is %20 in the purl of release metadata",
      change: onlyFor(
        "getRelease",
        withPurl((text) => text.replace("+", "%20")),
      ),
    },
    "purl-without-build-metadata-in-finalize-result": onlyFor(
      "finalizeReleaseUpload",
      withPurl((text) => text.replace(/\+.*$/, "")),
    ),
  },
  "identity/digests-match-their-format": {
    "integrity-in-uppercase": withText("getRelease", "integrity", (text) =>
      text.toUpperCase().replace("SHA256", "sha256"),
    ),
    "integrity-without-algorithm": withText("getRelease", "integrity", (text) => text.replace("sha256:", "")),
    "integrity-in-base64": {
      summary: "The integrity in release metadata has the form of subresource integrity",
      change: withText(
        "getRelease",
        "integrity",
        (text) => `sha256-${Buffer.from(text.slice(7), "hex").toString("base64")}`,
      ),
    },
    "integrity-of-40-digits": withText("getRelease", "integrity", (text) => text.slice(0, 47)),
    "integrity-in-uppercase-in-index": withRowIntegrity((text) => text.toUpperCase()),
  },
  "identity/timestamps-are-date-times": {
    "expires-at-in-seconds": withExpiry((text) => Math.floor(Date.parse(text) / 1000)),
    "expires-at-as-http-date": withExpiry((text) => new Date(text).toUTCString()),
    "expires-at-is-a-date": withExpiry((text) => text.slice(0, 10)),
    "expires-at-is-null": withExpiry(() => null),
  },
  "identity/declaration-keys-match-their-format": {
    "declaration-key-in-uppercase": withDeclarationKey((key) =>
      key.replace(/[0-9a-f]{64}$/, (hex) => hex.toUpperCase()),
    ),
    "declaration-key-without-prefix": {
      summary: "Declaration keys start with extdep-v1",
      change: withDeclarationKey((key) => key.replace(/^.*-extdep/, "extdep")),
    },
    "declaration-key-of-second-version": {
      summary: "Declaration keys start with extdep-v2",
      change: withDeclarationKey((key) => key.replace("-v1:", "-v2:")),
    },
    "declaration-key-without-algorithm": {
      summary: "Declaration keys do not contain sha256",
      change: withDeclarationKey((key) => key.replace("sha256:", "")),
    },
    "declaration-key-of-63-digits": withDeclarationKey((key) => key.slice(0, -1)),
  },
  "identity/declaration-keys-share-their-prefix": {
    "declaration-key-prefix-by-ecosystem": {
      summary: "Declaration keys start with the ecosystem of the dependency",
      change: replaceRule("manifest", "declarationKey", (before) => (dependency, call) => {
        const ecosystem = /^pkg:([a-z]+)/.exec(dependency.purl)?.[1] ?? "volume";
        return before(dependency, call).replace(/^.*-extdep/, `${ecosystem}-extdep`);
      }),
    },
  },
};
