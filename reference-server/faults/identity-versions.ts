import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Refuses versions that `isRefused`, however well-formed. */
function refusing(isRefused: (version: string) => boolean): Change {
  return replaceRule(
    "identity",
    "isVersion",
    (before) => (text, call) => !isRefused(text) && before(text, call),
  );
}

/** Judges `mend(text)` in place of each version, so that what is mended is accepted. */
function mending(mend: (version: string) => string): Change {
  return replaceRule("identity", "isVersion", (before) => (text, call) => before(mend(text), call));
}

const accepted = "identity/well-formed-versions-are-accepted";

const refusals: readonly Fault[] = [
  {
    name: "zero-version-refused",
    breaks: accepted,
    summary: "The version 0.0.0 is refused",
    change: refusing((version) => version === "0.0.0"),
  },
  {
    name: "prerelease-refused",
    breaks: accepted,
    summary: "Versions with a prerelease are refused",
    change: refusing((version) => version.includes("-")),
  },
  {
    name: "uppercase-prerelease-refused",
    breaks: accepted,
    summary: "Versions with uppercase letters are refused",
    change: refusing((version) => /[A-Z]/.test(version)),
  },
  {
    name: "build-metadata-refused",
    breaks: accepted,
    summary: "Versions with build metadata are refused",
    change: refusing((version) => version.includes("+")),
  },
  {
    name: "zeros-before-letters-refused",
    breaks: accepted,
    summary: "A prerelease identifier with letters after leading zeros is refused",
    change: refusing((version) => /[-.]0\d*[A-Za-z]/.test(version.replace(/\+.*/, ""))),
  },
  {
    name: "hyphen-as-identifier-refused",
    breaks: accepted,
    summary: "A prerelease identifier of hyphens only is refused",
    change: refusing((version) => /[-.]-+(?:[.+]|$)/.test(version)),
  },
  {
    name: "large-numbers-refused",
    breaks: accepted,
    summary: "Numbers beyond 31 bits are refused in major, minor and patch",
    change: refusing((version) =>
      (/^[\d.]*/.exec(version)?.[0] ?? "").split(".").some((number) => Number(number) > 2 ** 31 - 1),
    ),
  },
  {
    name: "large-prerelease-numbers-refused",
    breaks: accepted,
    summary: "Numbers beyond 32 bits are refused in a prerelease",
    change: refusing((version) => Number(/-(\d+)$/.exec(version)?.[1] ?? 0) > 2 ** 32 - 1),
  },
  {
    name: "long-version-refused",
    breaks: accepted,
    summary: "Versions of more than 50 characters are refused",
    change: refusing((version) => version.length > 50),
  },
  {
    name: "zeros-in-build-refused",
    breaks: accepted,
    summary: "Build identifiers with leading zeros are refused",
    change: refusing((version) => /\+0\d/.test(version)),
  },
];

const zeros = "identity/versions-with-leading-zeros-are-refused";
const empty = "identity/versions-with-empty-identifiers-are-refused";
const shape = "identity/versions-without-three-numbers-are-refused";
const characters = "identity/versions-with-other-characters-are-refused";

const acceptances: readonly Fault[] = [
  {
    name: "leading-zero-in-major-accepted",
    breaks: zeros,
    summary: "A major number with a leading zero is accepted",
    change: mending((version) => version.replace(/^0+(?=\d)/, "")),
  },
  {
    name: "leading-zero-in-minor-accepted",
    breaks: zeros,
    summary: "A minor number with a leading zero is accepted",
    change: mending((version) => version.replace(/^(\d+\.)0+(?=\d)/, "$1")),
  },
  {
    name: "leading-zero-in-patch-accepted",
    breaks: zeros,
    summary: "A patch number with a leading zero is accepted",
    change: mending((version) => version.replace(/^(\d+\.\d+\.)0+(?=\d)/, "$1")),
  },
  {
    name: "leading-zero-in-prerelease-accepted",
    breaks: zeros,
    summary: "A numeric prerelease with a leading zero is accepted",
    change: mending((version) => version.replace(/-0+(?=\d+$)/, "-")),
  },
  {
    name: "leading-zero-in-later-identifier-accepted",
    breaks: zeros,
    summary: "A later numeric prerelease identifier with a leading zero is accepted",
    change: mending((version) => version.replace(/(-.*\.)0+(?=\d+(?:\+|$))/, "$1")),
  },
  {
    name: "empty-prerelease-accepted",
    breaks: empty,
    summary: "A hyphen without a prerelease after it is accepted",
    change: mending((version) => version.replace(/-$/, "")),
  },
  {
    name: "empty-build-accepted",
    breaks: empty,
    summary: "A plus sign without build metadata after it is accepted",
    change: mending((version) => version.replace(/\+$/, "")),
  },
  {
    name: "empty-identifier-inside-accepted",
    breaks: empty,
    summary: "Two dots in a row are accepted in a prerelease",
    change: mending((version) => version.replace(/(-[^+]*)\.\./, "$1.")),
  },
  {
    name: "empty-identifier-at-end-accepted",
    breaks: empty,
    summary: "A dot at the end of a prerelease is accepted",
    change: mending((version) => version.replace(/(-[^+]+)\.$/, "$1")),
  },
  {
    name: "empty-prerelease-before-build-accepted",
    breaks: empty,
    summary: "An empty prerelease before build metadata is accepted",
    change: mending((version) => version.replace("-+", "+")),
  },
  {
    name: "empty-build-identifier-accepted",
    breaks: empty,
    summary: "Two dots in a row are accepted in build metadata",
    change: mending((version) => version.replace(/(\+.*)\.\./, "$1.")),
  },
  {
    name: "two-numbers-accepted",
    breaks: shape,
    summary: "A version of two numbers is accepted",
    change: mending((version) => version.replace(/^(\d+\.\d+)$/, "$1.0")),
  },
  {
    name: "four-numbers-accepted",
    breaks: shape,
    summary: "A version of four numbers is accepted",
    change: mending((version) => version.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1")),
  },
  {
    name: "version-with-a-v-accepted",
    breaks: shape,
    summary: "A version with a v in front is accepted",
    change: mending((version) => version.replace(/^v/, "")),
  },
  {
    name: "version-before-newline-accepted",
    breaks: shape,
    summary: "A version with a newline at its end is accepted, as by a pattern whose end stands before it",
    change: mending((version) => version.replace(/\n$/, "")),
  },
  {
    name: "spaces-around-version-accepted",
    breaks: shape,
    summary: "Spaces around a version are accepted",
    change: mending((version) => version.replaceAll(/^ +| +$/g, "")),
  },
  {
    name: "wildcard-in-version-accepted",
    breaks: shape,
    summary: "An x for a number is accepted",
    change: mending((version) => version.replace(/\.x/, ".0")),
  },
  {
    name: "caret-before-version-accepted",
    breaks: shape,
    summary: "A caret before a version is accepted",
    change: mending((version) => version.replace(/^\^/, "")),
  },
  {
    name: "equals-sign-before-version-accepted",
    breaks: shape,
    summary: "An equals sign before a version is accepted",
    change: mending((version) => version.replace(/^=/, "")),
  },
  {
    name: "tag-as-version-accepted",
    breaks: shape,
    summary: "The tag latest is accepted for a version",
    change: mending((version) => (version === "latest" ? "1.0.0" : version)),
  },
  {
    name: "empty-version-accepted",
    breaks: shape,
    summary: "An empty version is accepted",
    change: mending((version) => version || "1.0.0"),
  },
  {
    name: "underscore-in-version-accepted",
    breaks: characters,
    summary: "An underscore in a prerelease is accepted",
    change: mending((version) => version.replace(/(-[^+]*)_/, "$1-")),
  },
  {
    name: "underscore-in-build-accepted",
    breaks: characters,
    summary: "An underscore in build metadata is accepted",
    change: mending((version) => version.replace(/(\+.*)_/, "$1-")),
  },
  {
    name: "second-plus-accepted",
    breaks: characters,
    summary: "A second plus sign is accepted",
    change: mending((version) => version.replace(/(\+.*)\+/, "$1.")),
  },
  {
    name: "prerelease-of-all-scripts-accepted",
    breaks: characters,
    summary: "Letters beyond ASCII are accepted in a prerelease",
    change: mending((version) => version.replaceAll(/\p{L}/gu, "a")),
  },
  {
    name: "numbers-of-all-scripts-accepted",
    breaks: characters,
    summary: "Digits beyond ASCII are accepted",
    change: mending((version) => version.replaceAll(/\p{Nd}/gu, "1")),
  },
];

/** Broken grammars of versions. */
export const identityVersionFaults: readonly Fault[] = [...refusals, ...acceptances];
