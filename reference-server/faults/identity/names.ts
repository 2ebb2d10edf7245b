import { type Change, onlyWhen, replaceRule } from "../../rules/change.ts";
import { correctingText, refusingText, withTargetText } from "../changes/identity.ts";
import type { FaultFile } from "../fault.ts";

function permitting(pattern: RegExp): Change {
  return replaceRule("identity", "hasPermittedCharacters", () => (text) => pattern.test(text));
}

/** Faults in which volume names are accepted. */
export const names: FaultFile = {
  "identity/well-formed-names-are-accepted": {
    "target-name-loses-digits": {
      summary: "The target of an intent lacks a digit at the start of the name's last segment",
      change: withTargetText("name", (name) => name.replace(/(^|\/)\d/, "$1")),
    },
    "one-character-name-refused": refusingText("isSegment", (segment) => segment.length === 1),
    "name-that-starts-with-digit-refused": refusingText("isSegment", (segment) => /^\d/.test(segment)),
    "words-of-the-paths-refused-as-names": refusingText("isSegment", (segment) =>
      ["uploads", "trust", "index", "search"].includes(segment),
    ),
    "name-of-many-words-refused": {
      summary: "A name with six hyphens between single letters is rejected",
      change: refusingText("isSegment", (segment) => /(?:-[a-z]){6}/.test(segment)),
    },
    "unscoped-name-that-ends-with-digit-and-word-refused": {
      summary: "An unscoped name with a digit before its last letters is rejected",
      change: onlyWhen(
        ({ form }) => form === "unscoped",
        refusingText("isSegment", (segment) => /\d[a-z]+$/.test(segment)),
      ),
    },
  },
  "identity/the-longest-names-are-accepted": {
    "segment-limit-is-127-characters": replaceRule("identity", "maxSegmentLength", () => 127),
    "segment-limit-is-100-characters": replaceRule("identity", "maxSegmentLength", () => 100),
    "unscoped-name-limit-is-127-characters": onlyWhen(
      ({ form }) => form === "unscoped",
      replaceRule("identity", "maxSegmentLength", () => 127),
    ),
  },
  "identity/longer-names-are-refused": {
    "segment-limit-is-129-characters": replaceRule("identity", "maxSegmentLength", () => 129),
    "unscoped-name-limit-is-194-characters": onlyWhen(
      ({ form }) => form === "unscoped",
      replaceRule("identity", "maxSegmentLength", () => 194),
    ),
    "scoped-segment-has-no-limit": onlyWhen(
      ({ form }) => form === "scoped",
      replaceRule("identity", "maxSegmentLength", () => Number.POSITIVE_INFINITY),
    ),
  },
  "identity/names-with-two-hyphens-in-a-row-are-refused": {
    "double-hyphen-accepted": replaceRule("identity", "hasDoubleHyphen", () => () => false),
    "unscoped-double-hyphen-accepted": onlyWhen(
      ({ form }) => form === "unscoped",
      replaceRule("identity", "hasDoubleHyphen", () => () => false),
    ),
    "triple-hyphen-accepted": {
      summary: "Three consecutive hyphens are accepted, two are rejected",
      change: correctingText("isSegment", (segment) => segment.replaceAll("---", "-")),
    },
    "double-hyphen-accepted-after-thirty-characters": correctingText(
      "isSegment",
      (segment) => segment.slice(0, 30) + segment.slice(30).replaceAll("--", "-a").replace(/-$/, ""),
    ),
  },
  "identity/names-with-a-hyphen-at-an-edge-are-refused": {
    "final-hyphen-accepted": correctingText("isSegment", (segment) => segment.replace(/([^-])-$/, "$1")),
    "leading-hyphen-accepted": correctingText("isSegment", (segment) => segment.replace(/^-(?=[^-])/, "")),
  },
  "identity/names-with-invalid-characters-are-refused": {
    "uppercase-name-accepted": permitting(/^[a-zA-Z0-9-]+$/),
    "underscore-in-name-accepted": permitting(/^[a-z0-9_-]+$/),
    "dot-in-name-accepted": permitting(/^[a-z0-9.-]+$/),
    "lowercase-letters-beyond-ascii-accepted": permitting(/^[\p{Ll}0-9-]+$/u),
    "digits-beyond-ascii-accepted": permitting(/^[a-z\p{Nd}-]+$/u),
    "names-in-compatible-letters-accepted": correctingText("isSegment", (segment) =>
      segment.normalize("NFKC"),
    ),
    "name-with-final-dot-accepted": correctingText("isSegment", (segment) => segment.replace(/\.$/, "")),
    "name-with-final-newline-accepted": correctingText("isSegment", (segment) => segment.replace(/\n$/, "")),
    "unreserved-characters-in-name-accepted": {
      summary: "Every character that a path may contain unencoded is accepted in a name",
      change: permitting(/^[a-z0-9~+@!-]+$/),
    },
    "space-in-name-accepted": permitting(/^[a-z0-9 -]+$/),
  },
};
