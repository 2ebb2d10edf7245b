/** Describes why a document is invalid, in words that a vendor can use. */
import type { SchemaError } from "./validate.ts";

const shownErrors = 3;
/** Enough to recognise a digest (71 characters) or a short URL, and no more of the registry's text. */
const shownCharacters = 80;

/** The text after "expected", by the keyword that failed. */
const expectations: Readonly<Record<string, (parameters: SchemaError["params"]) => string>> = {
  type: ({ type }) => (Array.isArray(type) ? type.join(" or ") : String(type)),
  required: () => "a value",
  additionalProperties: () => "no such member",
  "false schema": () => "no such member",
  const: ({ allowedValue }) => quote(allowedValue),
  enum: ({ allowedValues }) =>
    Array.isArray(allowedValues) ? `one of ${allowedValues.map(quote).join(", ")}` : "a listed value",
  minimum: ({ limit }) => `at least ${String(limit)}`,
  maximum: ({ limit }) => `at most ${String(limit)}`,
  minLength: ({ limit }) => `at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `at most ${String(limit)} characters`,
  minItems: ({ limit }) => `at least ${String(limit)} items`,
  maxItems: ({ limit }) => `at most ${String(limit)} items`,
  uniqueItems: () => "different items",
};

/**
 * Describes the first few errors of a compiled validator.
 * @param errors the validator's `errors`; null or an empty list gives an empty text
 * @param data the document that was validated, for the values to quote
 * @returns sentences such as `member "/dist/url": got 3, expected string`, joined by semicolons; text from the
 *   document is quoted, cut and without control characters
 */
export function describeErrors(errors: readonly SchemaError[] | null | undefined, data: unknown): string {
  const telling = (errors ?? []).filter((error, _, all) => isTelling(error, all));
  const shown = new Set<string>();
  let read = 0;
  while (shown.size < shownErrors && read < telling.length) {
    const error = telling[read++];
    if (error !== undefined) shown.add(toSentence(error, data));
  }
  const rest = telling.length - read;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}

/**
 * JSON Pointer of the member that the first error is about; empty for the whole document, also where it lacks several members: it is
 * then another document.
 */
export function memberOf(errors: readonly SchemaError[] | null | undefined): string {
  const missing = (errors ?? []).filter(
    ({ instancePath, params }) => instancePath === "" && params["missingProperty"] !== undefined,
  );
  if (missing.length > 1) return "";
  const first = (errors ?? []).find((error, _, all) => isTelling(error, all));
  return first === undefined ? "" : first.instancePath + toMember(first.params);
}

/** `if` only repeats its branch, and the branches of a union only repeat the union. */
function isTelling(error: SchemaError, all: readonly SchemaError[]): boolean {
  if (error.keyword === "if") return false;
  const branch = /^(.*\/(?:anyOf|oneOf))\/\d+\//.exec(error.schemaPath);
  return branch === null || !all.some(({ schemaPath }) => schemaPath === branch[1]);
}

function toSentence(error: SchemaError, data: unknown): string {
  const path = error.instancePath + toMember(error.params);
  const place = path === "" ? "document" : `member ${quote(path)}`;
  return `${place}: got ${toGot(error, path, data)}, expected ${toExpected(error)}`;
}

/** The member that an error of its object is about, as the last step of a pointer. */
function toMember(parameters: SchemaError["params"]): string {
  const member = parameters["missingProperty"] ?? parameters["additionalProperty"];
  return typeof member === "string" ? `/${member.replaceAll("~", "~0").replaceAll("/", "~1")}` : "";
}

function toGot(error: SchemaError, path: string, data: unknown): string {
  if (error.keyword === "required") return "nothing";
  const value = valueAt(data, path);
  if (error.keyword === "uniqueItems") {
    return `equal items ${String(error.params["i"])} and ${String(error.params["j"])}`;
  }
  if (error.keyword === "maxLength" && typeof value === "string")
    return `${quote(value)} (${value.length} characters)`;
  return quote(value);
}

function toExpected(error: SchemaError): string {
  const say = Object.hasOwn(expectations, error.keyword) ? expectations[error.keyword] : undefined;
  return say === undefined
    ? (error.message ?? error.keyword).replace(/^must (?:be )?/, "")
    : say(error.params);
}

/** Follows a JSON pointer (RFC 6901) through own members only. */
function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const step of path.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** A value in a few characters, safe to print: no control, bidirectional or invisible character passes unescaped. */
function quote(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) {
    const count = Object.keys(value).length;
    return `an object of ${count === 1 ? "one member" : `${count} members`}`;
  }
  if (typeof value !== "string") return String(value);
  const characters = value.slice(0, shownCharacters);
  const text = JSON.stringify(characters).replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return value.length > shownCharacters ? `${text.slice(0, -1)}…"` : text;
}
