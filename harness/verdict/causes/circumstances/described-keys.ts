/** Idempotency keys of requests, and how one differs from another, in words. */
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt } from "../../../exchange/answer.ts";
import { sentJson } from "../exchange-text.ts";

/** The key of a request: in its header, or else in its body. */
export function keyOf({ about, request }: Exchange): string | undefined {
  return about?.key ?? textAt(sentJson({ request }), "idempotencyKey");
}

function toLettersAndDigits(key: string): string {
  return key.replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** True for two keys that each have the same characters beside letters and digits, at the same places. */
export function areOfOneKind(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [one, other].map((key) => key?.replaceAll(/[\p{L}\p{N}]/gu, "x"));
  return a === b;
}

const toKinds: readonly (readonly [words: string, fold: (key: string) => string])[] = [
  ["in white space", (key) => key.replaceAll(/\s+/gu, "")],
  ["in letter case", (key) => key.toLowerCase()],
  ["in its Unicode form", (key) => key.normalize("NFC")],
  ["in its punctuation", toLettersAndDigits],
  [
    "in white space, letter case and Unicode form",
    (key) => key.replaceAll(/\s+/gu, "").toLowerCase().normalize("NFC"),
  ],
];

/** `a key that differs only in letter case`, of two keys that are not equal. */
export function describeKeys(one: string, other: string): string {
  const kind = toKinds.find(([, fold]) => fold(one) === fold(other))?.[0];
  if (kind !== undefined) return `a key that differs only ${kind}`;
  const [a, b] = [Array.from(one), Array.from(other)];
  const first = a.findIndex((character, place) => character !== b[place]);
  if (first === -1) return `a key of its first ${a.length} characters`;
  if (first === b.length) return `the key and ${a.length - b.length} more characters`;
  return first === 0 ? "another key" : `a key that differs from character ${first + 1} on`;
}

/** Keys that are equal, or that a careless comparison takes for equal. */
export function areSimilarKeys(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [a, b] = [one, other].map((key) => key.normalize("NFC").trim().toLowerCase());
  return (
    a === b ||
    toLettersAndDigits(a ?? "") === toLettersAndDigits(b ?? "") ||
    a?.slice(0, 16) === b?.slice(0, 16) ||
    a?.slice(-16) === b?.slice(-16)
  );
}
