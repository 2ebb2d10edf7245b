import {
  correctingText,
  lower,
  refusingText,
  versionReadAs,
  withoutBuild,
  withTargetText,
} from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in which versions are accepted. */
export const versions: FaultFile = {
  "identity/well-formed-versions-are-accepted": {
    "intent-target-version-in-lowercase": withTargetText("version", lower),
    "intent-target-version-lacks-build-metadata": withTargetText("version", withoutBuild),
    "zero-version-refused": refusingText("isVersion", (version) => version === "0.0.0"),
    "prerelease-refused": refusingText("isVersion", (version) => version.includes("-")),
    "uppercase-prerelease-refused": refusingText("isVersion", (version) => /[A-Z]/.test(version)),
    "build-metadata-refused": refusingText("isVersion", (version) => version.includes("+")),
    "prerelease-with-zeros-before-letters-refused": refusingText("isVersion", (version) =>
      /[-.]0\d*[A-Za-z]/.test(version.replace(/\+.*/, "")),
    ),
    "prerelease-of-hyphens-refused": refusingText("isVersion", (version) => /[-.]-+(?:[.+]|$)/.test(version)),
    "version-numbers-beyond-31-bits-refused": refusingText("isVersion", (version) =>
      (/^[\d.]*/.exec(version)?.[0] ?? "").split(".").some((number) => Number(number) > 2 ** 31 - 1),
    ),
    "prerelease-numbers-beyond-32-bits-refused": refusingText(
      "isVersion",
      (version) => Number(/-(\d+)$/.exec(version)?.[1] ?? 0) > 2 ** 32 - 1,
    ),
    "versions-over-50-characters-refused": refusingText("isVersion", (version) => version.length > 50),
    "leading-zeros-in-build-metadata-refused": refusingText("isVersion", (version) => /\+0\d/.test(version)),
  },
  "identity/versions-with-leading-zeros-are-refused": {
    "leading-zero-in-major-accepted": correctingText("isVersion", (version) =>
      version.replace(/^0+(?=\d)/, ""),
    ),
    "leading-zero-in-minor-accepted": correctingText("isVersion", (version) =>
      version.replace(/^(\d+\.)0+(?=\d)/, "$1"),
    ),
    "leading-zero-in-patch-accepted": correctingText("isVersion", (version) =>
      version.replace(/^(\d+\.\d+\.)0+(?=\d)/, "$1"),
    ),
    "leading-zero-in-prerelease-accepted": correctingText("isVersion", (version) =>
      version.replace(/-0+(?=\d+$)/, "-"),
    ),
    "leading-zero-in-later-identifier-accepted": correctingText("isVersion", (version) =>
      version.replace(/(-.*\.)0+(?=\d+(?:\+|$))/, "$1"),
    ),
  },
  "identity/versions-with-empty-identifiers-are-refused": {
    "empty-prerelease-accepted": correctingText("isVersion", (version) => version.replace(/-$/, "")),
    "empty-build-accepted": correctingText("isVersion", (version) => version.replace(/\+$/, "")),
    "two-dots-in-prerelease-accepted": correctingText("isVersion", (version) =>
      version.replace(/(-[^+]*)\.\./, "$1."),
    ),
    "final-dot-in-prerelease-accepted": correctingText("isVersion", (version) =>
      version.replace(/(-[^+]+)\.$/, "$1"),
    ),
    "empty-prerelease-before-build-accepted": correctingText("isVersion", (version) =>
      version.replace("-+", "+"),
    ),
    "two-dots-in-build-metadata-accepted": correctingText("isVersion", (version) =>
      version.replace(/(\+.*)\.\./, "$1."),
    ),
  },
  "identity/versions-without-three-numbers-are-refused": {
    "version-of-two-numbers-accepted": correctingText("isVersion", (version) =>
      version.replace(/^(\d+\.\d+)$/, "$1.0"),
    ),
    "version-of-four-numbers-accepted": correctingText("isVersion", (version) =>
      version.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1"),
    ),
    "version-with-leading-v-accepted": correctingText("isVersion", (version) => version.replace(/^v/, "")),
    "version-with-final-newline-accepted": correctingText("isVersion", (version) =>
      version.replace(/\n$/, ""),
    ),
    "spaces-around-version-accepted": correctingText("isVersion", (version) =>
      version.replaceAll(/^ +| +$/g, ""),
    ),
    "x-in-version-accepted": correctingText("isVersion", (version) => version.replace(/\.x/, ".0")),
    "caret-before-version-accepted": correctingText("isVersion", (version) => version.replace(/^\^/, "")),
    "equals-sign-before-version-accepted": correctingText("isVersion", (version) =>
      version.replace(/^=/, ""),
    ),
    "latest-as-version-accepted": correctingText("isVersion", (version) =>
      version === "latest" ? "1.0.0" : version,
    ),
    "empty-version-accepted": correctingText("isVersion", (version) => version || "1.0.0"),
    "create-accepts-latest-as-version": versionReadAs((value) => (value === "latest" ? value : undefined)),
    "create-completes-versions-of-two-numbers": versionReadAs((value) =>
      value === "1.0" ? "1.0.0" : undefined,
    ),
  },
  "identity/versions-with-invalid-characters-are-refused": {
    "underscore-in-prerelease-accepted": correctingText("isVersion", (version) =>
      version.replace(/(-[^+]*)_/, "$1-"),
    ),
    "underscore-in-build-metadata-accepted": correctingText("isVersion", (version) =>
      version.replace(/(\+.*)_/, "$1-"),
    ),
    "second-plus-sign-accepted": correctingText("isVersion", (version) => version.replace(/(\+.*)\+/, "$1.")),
    "prerelease-with-letters-beyond-ascii-accepted": correctingText("isVersion", (version) =>
      version.replaceAll(/\p{L}/gu, "a"),
    ),
    "version-with-digits-beyond-ascii-accepted": correctingText("isVersion", (version) =>
      version.replaceAll(/\p{Nd}/gu, "1"),
    ),
  },
};
