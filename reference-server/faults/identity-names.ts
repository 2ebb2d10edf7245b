import { type Change, onlyWhen, replaceRule } from "../rules/change.ts";
import type { Fault } from "./fault.ts";

/** Refuses names whose segment `isRefused`, however well-formed. */
function refusing(isRefused: (segment: string) => boolean): Change {
  return replaceRule(
    "identity",
    "isSegment",
    (before) => (text, call) => !isRefused(text) && before(text, call),
  );
}

/** Judges `mend(text)` in place of each segment, so that what is mended is accepted. */
function mendingSegments(mend: (segment: string) => string): Change {
  return replaceRule("identity", "isSegment", (before) => (text, call) => before(mend(text), call));
}

function permitting(pattern: RegExp): Change {
  return replaceRule("identity", "hasPermittedCharacters", () => (text) => pattern.test(text));
}

const acceptedNames = "identity/well-formed-names-are-accepted";
const doubleHyphens = "identity/names-with-two-hyphens-in-a-row-are-refused";
const edges = "identity/names-with-a-hyphen-at-an-edge-are-refused";
const characters = "identity/names-with-other-characters-are-refused";
const longNames = "identity/the-longest-names-are-accepted";
const longerNames = "identity/longer-names-are-refused";

/** Broken grammars of name segments. */
export const identityNameFaults: readonly Fault[] = [
  {
    name: "one-character-name-refused",
    breaks: acceptedNames,
    summary: "A name of one character is refused",
    change: refusing((segment) => segment.length === 1),
  },
  {
    name: "name-that-starts-with-digit-refused",
    breaks: acceptedNames,
    summary: "A name that starts with a digit is refused",
    change: refusing((segment) => /^\d/.test(segment)),
  },
  {
    name: "name-of-many-words-refused",
    breaks: acceptedNames,
    summary: "A name with six hyphens is refused when it has single letters between them",
    change: refusing((segment) => /(?:-[a-z]){6}/.test(segment)),
  },
  {
    name: "unscoped-name-that-ends-with-digit-and-word-refused",
    breaks: acceptedNames,
    summary: "An unscoped name with a digit before its last letters is refused",
    change: onlyWhen(
      ({ form }) => form === "unscoped",
      refusing((segment) => /\d[a-z]+$/.test(segment)),
    ),
  },
  {
    name: "name-limit-one-too-low",
    breaks: longNames,
    summary: "A name segment may have 127 characters",
    change: replaceRule("identity", "longestSegment", () => 127),
  },
  {
    name: "name-limit-of-a-label",
    breaks: longNames,
    summary: "A name segment may have 100 characters",
    change: replaceRule("identity", "longestSegment", () => 100),
  },
  {
    name: "unscoped-name-limit-counts-a-scope",
    breaks: longNames,
    summary: "An unscoped name may have 127 characters, a scoped one 128",
    change: onlyWhen(
      ({ form }) => form === "unscoped",
      replaceRule("identity", "longestSegment", () => 127),
    ),
  },
  {
    name: "name-limit-one-too-high",
    breaks: longerNames,
    summary: "A name segment may have 129 characters",
    change: replaceRule("identity", "longestSegment", () => 129),
  },
  {
    name: "unscoped-name-limit-of-whole-name",
    breaks: longerNames,
    summary: "An unscoped name may have 194 characters",
    change: onlyWhen(
      ({ form }) => form === "unscoped",
      replaceRule("identity", "longestSegment", () => 194),
    ),
  },
  {
    name: "scoped-name-limit-missing",
    breaks: longerNames,
    summary: "A scoped name segment may have any length",
    change: onlyWhen(
      ({ form }) => form === "scoped",
      replaceRule("identity", "longestSegment", () => Number.POSITIVE_INFINITY),
    ),
  },
  {
    name: "double-hyphen-accepted",
    breaks: doubleHyphens,
    summary: "A name with two consecutive hyphens is accepted",
    change: replaceRule("identity", "hasDoubleHyphen", () => () => false),
  },
  {
    name: "unscoped-double-hyphen-accepted",
    breaks: doubleHyphens,
    summary: "An unscoped name with two consecutive hyphens is accepted",
    change: onlyWhen(
      ({ form }) => form === "unscoped",
      replaceRule("identity", "hasDoubleHyphen", () => () => false),
    ),
  },
  {
    name: "triple-hyphen-accepted",
    breaks: doubleHyphens,
    summary: "Three consecutive hyphens are accepted, two are refused",
    change: mendingSegments((segment) => segment.replaceAll("---", "-")),
  },
  {
    name: "late-double-hyphen-accepted",
    breaks: doubleHyphens,
    summary: "Two consecutive hyphens are accepted after a name's thirtieth character",
    change: mendingSegments(
      (segment) => segment.slice(0, 30) + segment.slice(30).replaceAll("--", "-a").replace(/-$/, ""),
    ),
  },
  {
    name: "final-hyphen-accepted",
    breaks: edges,
    summary: "A name that ends with a hyphen is accepted",
    change: mendingSegments((segment) => segment.replace(/([^-])-$/, "$1")),
  },
  {
    name: "leading-hyphen-accepted",
    breaks: edges,
    summary: "A name that starts with a hyphen is accepted",
    change: mendingSegments((segment) => segment.replace(/^-(?=[^-])/, "")),
  },
  {
    name: "uppercase-name-accepted",
    breaks: characters,
    summary: "A name with an uppercase letter is accepted",
    change: permitting(/^[a-zA-Z0-9-]+$/),
  },
  {
    name: "underscore-in-name-accepted",
    breaks: characters,
    summary: "A name with an underscore is accepted",
    change: permitting(/^[a-z0-9_-]+$/),
  },
  {
    name: "dot-in-name-accepted",
    breaks: characters,
    summary: "A name with a dot is accepted",
    change: permitting(/^[a-z0-9.-]+$/),
  },
  {
    name: "letters-of-all-scripts-accepted",
    breaks: characters,
    summary: "A name with lowercase letters beyond ASCII is accepted",
    change: permitting(/^[\p{Ll}0-9-]+$/u),
  },
  {
    name: "digits-of-all-scripts-accepted",
    breaks: characters,
    summary: "A name with digits beyond ASCII is accepted",
    change: permitting(/^[a-z\p{Nd}-]+$/u),
  },
  {
    name: "name-before-newline-accepted",
    breaks: characters,
    summary: "A name with a newline at its end is accepted, as by a pattern whose end stands before it",
    change: mendingSegments((segment) => segment.replace(/\n$/, "")),
  },
  {
    name: "unreserved-characters-in-name-accepted",
    breaks: characters,
    summary: "A name may hold whatever a path may hold unencoded",
    change: permitting(/^[a-z0-9~+@!-]+$/),
  },
  {
    name: "space-in-name-accepted",
    breaks: characters,
    summary: "A name with a space inside is accepted",
    change: permitting(/^[a-z0-9 -]+$/),
  },
];
