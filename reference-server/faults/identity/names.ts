import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import { withTargetText } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

/** Refuses names whose segment `isRefused`, however well-formed. */
function refusing(isRefused: (segment: string) => boolean): Change {
  return replaceRule(
    "identity",
    "isSegment",
    (before) => (text, call) => !isRefused(text) && before(text, call),
  );
}

/** Judges `mend(text)` in place of each segment, so that what is mended is accepted. */
function correctingSegments(mend: (segment: string) => string): Change {
  return replaceRule("identity", "isSegment", (before) => (text, call) => before(mend(text), call));
}

function permitting(pattern: RegExp): Change {
  return replaceRule("identity", "hasPermittedCharacters", () => (text) => pattern.test(text));
}

/** TODO */
export const names: FaultFile = {
  "identity/well-formed-names-are-accepted": {
    "target-name-loses-digits": {
      summary: "An intent names its volume without a digit at the start of its last part",
      change: withTargetText("name", (name) => name.replace(/(^|\/)\d/, "$1")),
    },
    "one-character-name-refused": {
      summary: "A name of one character is refused",
      change: refusing((segment) => segment.length === 1),
    },
    "name-that-starts-with-digit-refused": {
      summary: "A name that starts with a digit is refused",
      change: refusing((segment) => /^\d/.test(segment)),
    },
    "name-of-many-words-refused": {
      summary: "A name with six hyphens is refused when it has single letters between them",
      change: refusing((segment) => /(?:-[a-z]){6}/.test(segment)),
    },
    "unscoped-name-that-ends-with-digit-and-word-refused": {
      summary: "An unscoped name with a digit before its last letters is refused",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        refusing((segment) => /\d[a-z]+$/.test(segment)),
      ),
    },
  },
  "identity/the-longest-names-are-accepted": {
    "name-limit-one-too-low": {
      summary: "A name segment may have 127 characters",
      change: replaceRule("identity", "longestSegment", () => 127),
    },
    "name-limit-of-a-label": {
      summary: "A name segment may have 100 characters",
      change: replaceRule("identity", "longestSegment", () => 100),
    },
    "unscoped-name-limit-counts-a-scope": {
      summary: "An unscoped name may have 127 characters, a scoped one 128",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        replaceRule("identity", "longestSegment", () => 127),
      ),
    },
  },
  "identity/longer-names-are-refused": {
    "name-limit-one-too-high": {
      summary: "A name segment may have 129 characters",
      change: replaceRule("identity", "longestSegment", () => 129),
    },
    "unscoped-name-limit-of-whole-name": {
      summary: "An unscoped name may have 194 characters",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        replaceRule("identity", "longestSegment", () => 194),
      ),
    },
    "scoped-name-limit-missing": {
      summary: "A scoped name segment may have any length",
      change: onlyWhen(
        ({ form }) => form === "scoped",
        replaceRule("identity", "longestSegment", () => Number.POSITIVE_INFINITY),
      ),
    },
  },
  "identity/names-with-two-hyphens-in-a-row-are-refused": {
    "double-hyphen-accepted": {
      summary: "A name with two consecutive hyphens is accepted",
      change: replaceRule("identity", "hasDoubleHyphen", () => () => false),
    },
    "unscoped-double-hyphen-accepted": {
      summary: "An unscoped name with two consecutive hyphens is accepted",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        replaceRule("identity", "hasDoubleHyphen", () => () => false),
      ),
    },
    "triple-hyphen-accepted": {
      summary: "Three consecutive hyphens are accepted, two are refused",
      change: correctingSegments((segment) => segment.replaceAll("---", "-")),
    },
    "late-double-hyphen-accepted": {
      summary: "Two consecutive hyphens are accepted after a name's thirtieth character",
      change: correctingSegments(
        (segment) => segment.slice(0, 30) + segment.slice(30).replaceAll("--", "-a").replace(/-$/, ""),
      ),
    },
  },
  "identity/names-with-a-hyphen-at-an-edge-are-refused": {
    "final-hyphen-accepted": {
      summary: "A name that ends with a hyphen is accepted",
      change: correctingSegments((segment) => segment.replace(/([^-])-$/, "$1")),
    },
    "leading-hyphen-accepted": {
      summary: "A name that starts with a hyphen is accepted",
      change: correctingSegments((segment) => segment.replace(/^-(?=[^-])/, "")),
    },
  },
  "identity/names-with-other-characters-are-refused": {
    "uppercase-name-accepted": {
      summary: "A name with an uppercase letter is accepted",
      change: permitting(/^[a-zA-Z0-9-]+$/),
    },
    "underscore-in-name-accepted": {
      summary: "A name with an underscore is accepted",
      change: permitting(/^[a-z0-9_-]+$/),
    },
    "dot-in-name-accepted": { summary: "A name with a dot is accepted", change: permitting(/^[a-z0-9.-]+$/) },
    "letters-of-all-scripts-accepted": {
      summary: "A name with lowercase letters beyond ASCII is accepted",
      change: permitting(/^[\p{Ll}0-9-]+$/u),
    },
    "digits-of-all-scripts-accepted": {
      summary: "A name with digits beyond ASCII is accepted",
      change: permitting(/^[a-z\p{Nd}-]+$/u),
    },
    "name-before-newline-accepted": {
      summary: "A name with a newline at its end is accepted, as by a pattern whose end stands before it",
      change: correctingSegments((segment) => segment.replace(/\n$/, "")),
    },
    "unreserved-characters-in-name-accepted": {
      summary: "A name may hold whatever a path may hold unencoded",
      change: permitting(/^[a-z0-9~+@!-]+$/),
    },
    "space-in-name-accepted": {
      summary: "A name with a space inside is accepted",
      change: permitting(/^[a-z0-9 -]+$/),
    },
  },
};
