import { type Change, replaceRule } from "../../rules/change.ts";
import { withText } from "../changes/documents.ts";
import { withTargetText } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Judges `mend(text)` in place of each scope, so that what is mended is accepted. */
function correctingScopes(mend: (scope: string) => string): Change {
  return replaceRule("identity", "isScope", (before) => (text, call) => before(mend(text), call));
}

function refusingScopes(isRefused: (scope: string) => boolean): Change {
  return replaceRule(
    "identity",
    "isScope",
    (before) => (text, call) => !isRefused(text) && before(text, call),
  );
}

/** TODO */
export const scopes: FaultFile = {
  "identity/well-formed-scopes-are-accepted": {
    "target-name-loses-scope": {
      summary: "An intent names its volume without the scope",
      change: withTargetText("name", (name) => name.replace(/^@[^/]*\//, "")),
    },
    "hyphen-in-scope-refused": {
      summary: "A scope with a hyphen inside is refused",
      change: refusingScopes((scope) => scope.includes("-")),
    },
    "scope-that-starts-with-digit-refused": {
      summary: "A scope that starts with a digit is refused",
      change: refusingScopes((scope) => /^\d/.test(scope)),
    },
    "digit-in-scope-refused": {
      summary: "A scope with a digit anywhere is refused",
      change: refusingScopes((scope) => /\d/.test(scope)),
    },
  },
  "identity/the-longest-scopes-are-accepted": {
    "scope-limit-one-too-low": {
      summary: "A scope may have 63 characters",
      change: replaceRule("identity", "longestScope", () => 63),
    },
    "scope-limit-of-a-forge": {
      summary: "A scope may have 39 characters",
      change: replaceRule("identity", "longestScope", () => 39),
    },
  },
  "identity/longer-scopes-are-refused": {
    "scope-limit-one-too-high": {
      summary: "A scope may have 65 characters",
      change: replaceRule("identity", "longestScope", () => 65),
    },
    "scope-limit-missing": {
      summary: "A scope may have any length",
      change: replaceRule("identity", "longestScope", () => Number.POSITIVE_INFINITY),
    },
  },
  "identity/scopes-with-two-hyphens-in-a-row-are-refused": {
    "double-hyphen-in-scope-accepted": {
      summary: "A scope with two consecutive hyphens is accepted",
      change: correctingScopes((scope) => scope.replaceAll("--", "-")),
    },
    "triple-hyphen-in-scope-accepted": {
      summary: "A scope with three consecutive hyphens is accepted",
      change: correctingScopes((scope) => scope.replaceAll("---", "-")),
    },
  },
  "identity/scopes-with-a-hyphen-at-an-edge-are-refused": {
    "final-hyphen-in-scope-accepted": {
      summary: "A scope that ends with a hyphen is accepted",
      change: correctingScopes((scope) => scope.replace(/-$/, "")),
    },
    "leading-hyphen-in-scope-accepted": {
      summary: "A scope that starts with a hyphen is accepted",
      change: correctingScopes((scope) => scope.replace(/^-/, "")),
    },
  },
  "identity/scopes-with-other-characters-are-refused": {
    "uppercase-scope-accepted": {
      summary: "A scope with uppercase letters is accepted",
      change: correctingScopes((scope) => scope.toLowerCase()),
    },
    "underscore-in-scope-accepted": {
      summary: "A scope with an underscore is accepted",
      change: correctingScopes((scope) => scope.replaceAll("_", "-")),
    },
    "dot-in-scope-accepted": {
      summary: "A scope with a dot is accepted",
      change: correctingScopes((scope) => scope.replaceAll(".", "-")),
    },
    "scope-of-all-scripts-accepted": {
      summary: "A scope with letters beyond ASCII is accepted",
      change: correctingScopes((scope) => scope.replaceAll(/\p{Ll}/gu, "a")),
    },
    "scope-before-newline-accepted": {
      summary: "A scope with a newline at its end is accepted",
      change: correctingScopes((scope) => scope.replace(/\n$/, "")),
    },
  },
  "identity/the-longest-volume-names-are-accepted": {
    "whole-name-cut-in-metadata": {
      summary: "Release metadata cuts names after 192 characters",
      change: withText("getRelease", "name", (name) => name.slice(0, 192)),
    },
    "longest-names-have-no-index": {
      summary: "The index of a volume whose name has more than 190 characters is not found",
      change: replaceRule(
        "visibility",
        "inIndex",
        (before) => (release, call) => release.name.length <= 190 && before(release, call),
      ),
    },
    "longest-names-have-no-trust": {
      summary: "The trust of a release whose volume's name has more than 190 characters is not found",
      change: replaceRule(
        "visibility",
        "inTrust",
        (before) => (release, call) => release.name.length <= 190 && before(release, call),
      ),
    },
    "whole-name-limit-one-too-low": {
      summary: "A volume name may have 193 characters",
      change: replaceRule("identity", "longestName", () => 193),
    },
    "whole-name-limit-forgets-punctuation": {
      summary: "A volume name may have 192 characters, as if @ and slash did not count",
      change: replaceRule("identity", "longestName", () => 192),
    },
  },
};
