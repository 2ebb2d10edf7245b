import { type Change, replaceRule } from "../../rules/change.ts";
import { lower, versionReadAs, withoutBuild, withTargetText } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Refuses versions that `isRefused`, however well-formed. */
function refusing(isRefused: (version: string) => boolean): Change {
  return replaceRule(
    "identity",
    "isVersion",
    (before) => (text, call) => !isRefused(text) && before(text, call),
  );
}

/** Judges `mend(text)` in place of each version, so that what is mended is accepted. */
function correcting(mend: (version: string) => string): Change {
  return replaceRule("identity", "isVersion", (before) => (text, call) => before(mend(text), call));
}

/** TODO */
export const versions: FaultFile = {
  "identity/well-formed-versions-are-accepted": {
    "target-version-in-lowercase": {
      summary: "An intent names its version in lowercase",
      change: withTargetText("version", lower),
    },
    "target-version-loses-build": {
      summary: "An intent names its version without build metadata",
      change: withTargetText("version", withoutBuild),
    },
    "zero-version-refused": {
      summary: "The version 0.0.0 is refused",
      change: refusing((version) => version === "0.0.0"),
    },
    "prerelease-refused": {
      summary: "Versions with a prerelease are refused",
      change: refusing((version) => version.includes("-")),
    },
    "uppercase-prerelease-refused": {
      summary: "Versions with uppercase letters are refused",
      change: refusing((version) => /[A-Z]/.test(version)),
    },
    "build-metadata-refused": {
      summary: "Versions with build metadata are refused",
      change: refusing((version) => version.includes("+")),
    },
    "zeros-before-letters-refused": {
      summary: "A prerelease identifier with letters after leading zeros is refused",
      change: refusing((version) => /[-.]0\d*[A-Za-z]/.test(version.replace(/\+.*/, ""))),
    },
    "hyphen-as-identifier-refused": {
      summary: "A prerelease identifier of hyphens only is refused",
      change: refusing((version) => /[-.]-+(?:[.+]|$)/.test(version)),
    },
    "large-numbers-refused": {
      summary: "Numbers beyond 31 bits are refused in major, minor and patch",
      change: refusing((version) =>
        (/^[\d.]*/.exec(version)?.[0] ?? "").split(".").some((number) => Number(number) > 2 ** 31 - 1),
      ),
    },
    "large-prerelease-numbers-refused": {
      summary: "Numbers beyond 32 bits are refused in a prerelease",
      change: refusing((version) => Number(/-(\d+)$/.exec(version)?.[1] ?? 0) > 2 ** 32 - 1),
    },
    "long-version-refused": {
      summary: "Versions of more than 50 characters are refused",
      change: refusing((version) => version.length > 50),
    },
    "zeros-in-build-refused": {
      summary: "Build identifiers with leading zeros are refused",
      change: refusing((version) => /\+0\d/.test(version)),
    },
  },
  "identity/versions-with-leading-zeros-are-refused": {
    "leading-zero-in-major-accepted": {
      summary: "A major number with a leading zero is accepted",
      change: correcting((version) => version.replace(/^0+(?=\d)/, "")),
    },
    "leading-zero-in-minor-accepted": {
      summary: "A minor number with a leading zero is accepted",
      change: correcting((version) => version.replace(/^(\d+\.)0+(?=\d)/, "$1")),
    },
    "leading-zero-in-patch-accepted": {
      summary: "A patch number with a leading zero is accepted",
      change: correcting((version) => version.replace(/^(\d+\.\d+\.)0+(?=\d)/, "$1")),
    },
    "leading-zero-in-prerelease-accepted": {
      summary: "A numeric prerelease with a leading zero is accepted",
      change: correcting((version) => version.replace(/-0+(?=\d+$)/, "-")),
    },
    "leading-zero-in-later-identifier-accepted": {
      summary: "A later numeric prerelease identifier with a leading zero is accepted",
      change: correcting((version) => version.replace(/(-.*\.)0+(?=\d+(?:\+|$))/, "$1")),
    },
  },
  "identity/versions-with-empty-identifiers-are-refused": {
    "empty-prerelease-accepted": {
      summary: "A hyphen without a prerelease after it is accepted",
      change: correcting((version) => version.replace(/-$/, "")),
    },
    "empty-build-accepted": {
      summary: "A plus sign without build metadata after it is accepted",
      change: correcting((version) => version.replace(/\+$/, "")),
    },
    "empty-identifier-inside-accepted": {
      summary: "Two dots in a row are accepted in a prerelease",
      change: correcting((version) => version.replace(/(-[^+]*)\.\./, "$1.")),
    },
    "empty-identifier-at-end-accepted": {
      summary: "A dot at the end of a prerelease is accepted",
      change: correcting((version) => version.replace(/(-[^+]+)\.$/, "$1")),
    },
    "empty-prerelease-before-build-accepted": {
      summary: "An empty prerelease before build metadata is accepted",
      change: correcting((version) => version.replace("-+", "+")),
    },
    "empty-build-identifier-accepted": {
      summary: "Two dots in a row are accepted in build metadata",
      change: correcting((version) => version.replace(/(\+.*)\.\./, "$1.")),
    },
  },
  "identity/versions-without-three-numbers-are-refused": {
    "two-numbers-accepted": {
      summary: "A version of two numbers is accepted",
      change: correcting((version) => version.replace(/^(\d+\.\d+)$/, "$1.0")),
    },
    "four-numbers-accepted": {
      summary: "A version of four numbers is accepted",
      change: correcting((version) => version.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1")),
    },
    "version-with-a-v-accepted": {
      summary: "A version with a v in front is accepted",
      change: correcting((version) => version.replace(/^v/, "")),
    },
    "version-before-newline-accepted": {
      summary: "A version with a newline at its end is accepted, as by a pattern whose end stands before it",
      change: correcting((version) => version.replace(/\n$/, "")),
    },
    "spaces-around-version-accepted": {
      summary: "Spaces around a version are accepted",
      change: correcting((version) => version.replaceAll(/^ +| +$/g, "")),
    },
    "wildcard-in-version-accepted": {
      summary: "An x for a number is accepted",
      change: correcting((version) => version.replace(/\.x/, ".0")),
    },
    "caret-before-version-accepted": {
      summary: "A caret before a version is accepted",
      change: correcting((version) => version.replace(/^\^/, "")),
    },
    "equals-sign-before-version-accepted": {
      summary: "An equals sign before a version is accepted",
      change: correcting((version) => version.replace(/^=/, "")),
    },
    "tag-as-version-accepted": {
      summary: "The tag latest is accepted for a version",
      change: correcting((version) => (version === "latest" ? "1.0.0" : version)),
    },
    "empty-version-accepted": {
      summary: "An empty version is accepted",
      change: correcting((version) => version || "1.0.0"),
    },
    "create-takes-a-word-for-a-version": {
      summary: "A version that is a word is accepted",
      change: versionReadAs((value) => (value === "latest" ? value : undefined)),
    },
    "create-completes-two-part-versions": {
      summary: "A version of two numbers gets a third",
      change: versionReadAs((value) => (value === "1.0" ? "1.0.0" : undefined)),
    },
  },
  "identity/versions-with-other-characters-are-refused": {
    "underscore-in-version-accepted": {
      summary: "An underscore in a prerelease is accepted",
      change: correcting((version) => version.replace(/(-[^+]*)_/, "$1-")),
    },
    "underscore-in-build-accepted": {
      summary: "An underscore in build metadata is accepted",
      change: correcting((version) => version.replace(/(\+.*)_/, "$1-")),
    },
    "second-plus-accepted": {
      summary: "A second plus sign is accepted",
      change: correcting((version) => version.replace(/(\+.*)\+/, "$1.")),
    },
    "prerelease-of-all-scripts-accepted": {
      summary: "Letters beyond ASCII are accepted in a prerelease",
      change: correcting((version) => version.replaceAll(/\p{L}/gu, "a")),
    },
    "numbers-of-all-scripts-accepted": {
      summary: "Digits beyond ASCII are accepted",
      change: correcting((version) => version.replaceAll(/\p{Nd}/gu, "1")),
    },
  },
};
