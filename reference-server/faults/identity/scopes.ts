import { replaceRule } from "../../rules/change.ts";
import { withText } from "../changes/documents.ts";
import { correctingText, refusingText, withTargetText } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in which scopes are accepted. */
export const scopes: FaultFile = {
  "identity/well-formed-scopes-are-accepted": {
    "intent-target-lacks-scope": withTargetText("name", (name) => name.replace(/^@[^/]*\//, "")),
    "hyphen-in-scope-refused": refusingText("isScope", (scope) => scope.includes("-")),
    "scope-that-starts-with-digit-refused": refusingText("isScope", (scope) => /^\d/.test(scope)),
    "digit-in-scope-refused": refusingText("isScope", (scope) => /\d/.test(scope)),
  },
  "identity/the-longest-scopes-are-accepted": {
    "scope-limit-is-63-characters": replaceRule("identity", "maxScopeLength", () => 63),
    "scope-limit-is-39-characters": replaceRule("identity", "maxScopeLength", () => 39),
  },
  "identity/longer-scopes-are-refused": {
    "scope-limit-is-65-characters": replaceRule("identity", "maxScopeLength", () => 65),
    "scope-has-no-limit": replaceRule("identity", "maxScopeLength", () => Number.POSITIVE_INFINITY),
  },
  "identity/scopes-with-two-hyphens-in-a-row-are-refused": {
    "double-hyphen-in-scope-accepted": correctingText("isScope", (scope) => scope.replaceAll("--", "-")),
    "triple-hyphen-in-scope-accepted": correctingText("isScope", (scope) => scope.replaceAll("---", "-")),
  },
  "identity/scopes-with-a-hyphen-at-an-edge-are-refused": {
    "final-hyphen-in-scope-accepted": correctingText("isScope", (scope) => scope.replace(/-$/, "")),
    "leading-hyphen-in-scope-accepted": correctingText("isScope", (scope) => scope.replace(/^-/, "")),
  },
  "identity/scopes-with-invalid-characters-are-refused": {
    "uppercase-scope-accepted": correctingText("isScope", (scope) => scope.toLowerCase()),
    "underscore-in-scope-accepted": correctingText("isScope", (scope) => scope.replaceAll("_", "-")),
    "dot-in-scope-accepted": correctingText("isScope", (scope) => scope.replaceAll(".", "-")),
    "scope-with-letters-beyond-ascii-accepted": correctingText("isScope", (scope) =>
      scope.replaceAll(/\p{Ll}/gu, "a"),
    ),
    "scope-with-final-newline-accepted": correctingText("isScope", (scope) => scope.replace(/\n$/, "")),
  },
  "identity/the-longest-volume-names-are-accepted": {
    "names-cut-at-192-characters-in-metadata": withText("getRelease", "name", (name) => name.slice(0, 192)),
    "volumes-with-names-over-190-characters-have-no-index": replaceRule(
      "visibility",
      "inIndex",
      (before) => (release, call) => release.name.length <= 190 && before(release, call),
    ),
    "volumes-with-names-over-190-characters-have-no-trust": replaceRule(
      "visibility",
      "inTrust",
      (before) => (release, call) => release.name.length <= 190 && before(release, call),
    ),
    "volume-name-limit-is-193-characters": replaceRule("identity", "maxNameLength", () => 193),
    "volume-name-limit-is-192-characters": replaceRule("identity", "maxNameLength", () => 192),
  },
};
