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

/** Faults in which versions are accepted. */
export const versions: FaultFile = {
  "identity/well-formed-versions-are-accepted": {
    "intent-target-version-in-lowercase": withTargetText("version", lower),
    "intent-target-version-lacks-build-metadata": withTargetText("version", withoutBuild),
    "zero-version-refused": refusing((version) => version === "0.0.0"),
    "prerelease-refused": refusing((version) => version.includes("-")),
    "uppercase-prerelease-refused": refusing((version) => /[A-Z]/.test(version)),
    "build-metadata-refused": refusing((version) => version.includes("+")),
    "prerelease-with-zeros-before-letters-refused": refusing((version) =>
      /[-.]0\d*[A-Za-z]/.test(version.replace(/\+.*/, "")),
    ),
    "prerelease-of-hyphens-refused": refusing((version) => /[-.]-+(?:[.+]|$)/.test(version)),
    "version-numbers-beyond-31-bits-refused": refusing((version) =>
      (/^[\d.]*/.exec(version)?.[0] ?? "").split(".").some((number) => Number(number) > 2 ** 31 - 1),
    ),
    "prerelease-numbers-beyond-32-bits-refused": refusing(
      (version) => Number(/-(\d+)$/.exec(version)?.[1] ?? 0) > 2 ** 32 - 1,
    ),
    "versions-over-50-characters-refused": refusing((version) => version.length > 50),
    "leading-zeros-in-build-metadata-refused": refusing((version) => /\+0\d/.test(version)),
  },
  "identity/versions-with-leading-zeros-are-refused": {
    "leading-zero-in-major-accepted": correcting((version) => version.replace(/^0+(?=\d)/, "")),
    "leading-zero-in-minor-accepted": correcting((version) => version.replace(/^(\d+\.)0+(?=\d)/, "$1")),
    "leading-zero-in-patch-accepted": correcting((version) => version.replace(/^(\d+\.\d+\.)0+(?=\d)/, "$1")),
    "leading-zero-in-prerelease-accepted": correcting((version) => version.replace(/-0+(?=\d+$)/, "-")),
    "leading-zero-in-later-identifier-accepted": correcting((version) =>
      version.replace(/(-.*\.)0+(?=\d+(?:\+|$))/, "$1"),
    ),
  },
  "identity/versions-with-empty-identifiers-are-refused": {
    "empty-prerelease-accepted": correcting((version) => version.replace(/-$/, "")),
    "empty-build-accepted": correcting((version) => version.replace(/\+$/, "")),
    "two-dots-in-prerelease-accepted": correcting((version) => version.replace(/(-[^+]*)\.\./, "$1.")),
    "final-dot-in-prerelease-accepted": correcting((version) => version.replace(/(-[^+]+)\.$/, "$1")),
    "empty-prerelease-before-build-accepted": correcting((version) => version.replace("-+", "+")),
    "two-dots-in-build-metadata-accepted": correcting((version) => version.replace(/(\+.*)\.\./, "$1.")),
  },
  "identity/versions-without-three-numbers-are-refused": {
    "version-of-two-numbers-accepted": correcting((version) => version.replace(/^(\d+\.\d+)$/, "$1.0")),
    "version-of-four-numbers-accepted": correcting((version) =>
      version.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1"),
    ),
    "version-with-leading-v-accepted": correcting((version) => version.replace(/^v/, "")),
    "version-with-final-newline-accepted": correcting((version) => version.replace(/\n$/, "")),
    "spaces-around-version-accepted": correcting((version) => version.replaceAll(/^ +| +$/g, "")),
    "x-in-version-accepted": correcting((version) => version.replace(/\.x/, ".0")),
    "caret-before-version-accepted": correcting((version) => version.replace(/^\^/, "")),
    "equals-sign-before-version-accepted": correcting((version) => version.replace(/^=/, "")),
    "latest-as-version-accepted": correcting((version) => (version === "latest" ? "1.0.0" : version)),
    "empty-version-accepted": correcting((version) => version || "1.0.0"),
    "create-accepts-latest-as-version": versionReadAs((value) => (value === "latest" ? value : undefined)),
    "create-completes-versions-of-two-numbers": versionReadAs((value) =>
      value === "1.0" ? "1.0.0" : undefined,
    ),
  },
  "identity/versions-with-invalid-characters-are-refused": {
    "underscore-in-prerelease-accepted": correcting((version) => version.replace(/(-[^+]*)_/, "$1-")),
    "underscore-in-build-metadata-accepted": correcting((version) => version.replace(/(\+.*)_/, "$1-")),
    "second-plus-sign-accepted": correcting((version) => version.replace(/(\+.*)\+/, "$1.")),
    "prerelease-with-letters-beyond-ascii-accepted": correcting((version) =>
      version.replaceAll(/\p{L}/gu, "a"),
    ),
    "version-with-digits-beyond-ascii-accepted": correcting((version) => version.replaceAll(/\p{Nd}/gu, "1")),
  },
};
