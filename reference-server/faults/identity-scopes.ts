import { type Change, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Judges `mend(text)` in place of each scope, so that what is mended is accepted. */
function mendingScopes(mend: (scope: string) => string): Change {
  return replaceRule("identity", "isScope", (before) => (text, call) => before(mend(text), call));
}

const acceptedScopes = "identity/well-formed-scopes-are-accepted";
const longScopes = "identity/the-longest-scopes-are-accepted";
const longerScopes = "identity/longer-scopes-are-refused";
const scopeCharacters = "identity/scopes-with-other-characters-are-refused";
const scopeEdges = "identity/scopes-with-a-hyphen-at-an-edge-are-refused";
const wholeNames = "identity/the-longest-volume-names-are-accepted";

function refusingScopes(isRefused: (scope: string) => boolean): Change {
  return replaceRule(
    "identity",
    "isScope",
    (before) => (text, call) => !isRefused(text) && before(text, call),
  );
}

/** Broken grammars of scopes, and of the name as a whole. */
export const identityScopeFaults: readonly Fault[] = [
  {
    name: "hyphen-in-scope-refused",
    breaks: acceptedScopes,
    summary: "A scope with a hyphen inside is refused",
    change: refusingScopes((scope) => scope.includes("-")),
  },
  {
    name: "scope-that-starts-with-digit-refused",
    breaks: acceptedScopes,
    summary: "A scope that starts with a digit is refused",
    change: refusingScopes((scope) => /^\d/.test(scope)),
  },
  {
    name: "digit-in-scope-refused",
    breaks: acceptedScopes,
    summary: "A scope with a digit anywhere is refused",
    change: refusingScopes((scope) => /\d/.test(scope)),
  },
  {
    name: "scope-limit-one-too-low",
    breaks: longScopes,
    summary: "A scope may have 63 characters",
    change: replaceRule("identity", "longestScope", () => 63),
  },
  {
    name: "scope-limit-of-a-forge",
    breaks: longScopes,
    summary: "A scope may have 39 characters",
    change: replaceRule("identity", "longestScope", () => 39),
  },
  {
    name: "scope-limit-one-too-high",
    breaks: longerScopes,
    summary: "A scope may have 65 characters",
    change: replaceRule("identity", "longestScope", () => 65),
  },
  {
    name: "scope-limit-missing",
    breaks: longerScopes,
    summary: "A scope may have any length",
    change: replaceRule("identity", "longestScope", () => Number.POSITIVE_INFINITY),
  },
  {
    name: "double-hyphen-in-scope-accepted",
    breaks: "identity/scopes-with-two-hyphens-in-a-row-are-refused",
    summary: "A scope with two consecutive hyphens is accepted",
    change: mendingScopes((scope) => scope.replaceAll("--", "-")),
  },
  {
    name: "triple-hyphen-in-scope-accepted",
    breaks: "identity/scopes-with-two-hyphens-in-a-row-are-refused",
    summary: "A scope with three consecutive hyphens is accepted",
    change: mendingScopes((scope) => scope.replaceAll("---", "-")),
  },
  {
    name: "final-hyphen-in-scope-accepted",
    breaks: scopeEdges,
    summary: "A scope that ends with a hyphen is accepted",
    change: mendingScopes((scope) => scope.replace(/-$/, "")),
  },
  {
    name: "leading-hyphen-in-scope-accepted",
    breaks: scopeEdges,
    summary: "A scope that starts with a hyphen is accepted",
    change: mendingScopes((scope) => scope.replace(/^-/, "")),
  },
  {
    name: "uppercase-scope-accepted",
    breaks: scopeCharacters,
    summary: "A scope with uppercase letters is accepted",
    change: mendingScopes((scope) => scope.toLowerCase()),
  },
  {
    name: "underscore-in-scope-accepted",
    breaks: scopeCharacters,
    summary: "A scope with an underscore is accepted",
    change: mendingScopes((scope) => scope.replaceAll("_", "-")),
  },
  {
    name: "dot-in-scope-accepted",
    breaks: scopeCharacters,
    summary: "A scope with a dot is accepted",
    change: mendingScopes((scope) => scope.replaceAll(".", "-")),
  },
  {
    name: "scope-of-all-scripts-accepted",
    breaks: scopeCharacters,
    summary: "A scope with letters beyond ASCII is accepted",
    change: mendingScopes((scope) => scope.replaceAll(/\p{Ll}/gu, "a")),
  },
  {
    name: "scope-before-newline-accepted",
    breaks: scopeCharacters,
    summary: "A scope with a newline at its end is accepted",
    change: mendingScopes((scope) => scope.replace(/\n$/, "")),
  },
  {
    name: "longest-names-have-no-index",
    breaks: wholeNames,
    summary: "The index of a volume whose name has more than 190 characters is not found",
    change: replaceRule(
      "visibility",
      "inIndex",
      (before) => (release, call) => release.name.length <= 190 && before(release, call),
    ),
  },
  {
    name: "longest-names-have-no-trust",
    breaks: wholeNames,
    summary: "The trust of a release whose volume's name has more than 190 characters is not found",
    change: replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) => release.name.length <= 190 && before(release, call),
    ),
  },
  {
    name: "whole-name-limit-one-too-low",
    breaks: wholeNames,
    summary: "A volume name may have 193 characters",
    change: replaceRule("identity", "longestName", () => 193),
  },
  {
    name: "whole-name-limit-forgets-punctuation",
    breaks: wholeNames,
    summary: "A volume name may have 192 characters, as if @ and slash did not count",
    change: replaceRule("identity", "longestName", () => 192),
  },
];
