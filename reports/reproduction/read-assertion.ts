import type { Exchange, Finding } from "../../schemas/report.ts";
import { parseJson } from "../json-text.ts";
import type { AcceptedStatus, JsonPath } from "./reproduction.ts";

/** An assertion as a finding has it, with recorded values. */
export type RecordedAssertion =
  | { readonly kind: "status" | "other-status"; readonly anyOf: readonly AcceptedStatus[] }
  | { readonly kind: "present"; readonly path: JsonPath }
  | { readonly kind: "equal" | "different"; readonly path: JsonPath; readonly value: unknown }
  | { readonly kind: "contains"; readonly value: string }
  | { readonly kind: "object" }
  | { readonly kind: "matches"; readonly path: JsonPath; readonly pattern: string }
  | { readonly kind: "media-type"; readonly mediaType: string };

/**
 * What one response must be, from the words of a finding. Undefined if one response does not show it, for example because several
 * are compared.
 */
export function readAssertion(
  finding: Finding,
  exchange: Exchange,
  runId: string,
): RecordedAssertion | undefined {
  const anyOf = readStatuses(finding.expected);
  if (anyOf !== undefined) return { kind: "status", anyOf };
  if (/^[a-z]+\/[\w.+-]+$/u.test(finding.expected) && /^[a-z]+\/[\w.+-]+/u.test(finding.got))
    return { kind: "media-type", mediaType: finding.expected };
  const item = listedItem.exec(finding.expected)?.[1];
  if (item !== undefined) return { kind: "contains", value: String(JSON.parse(item)) };
  if (finding.expected === "a JSON object") return { kind: "object" };
  if (finding.member !== undefined) return readMember(finding, exchange, runId);
  const named = readNamedMember(finding, exchange) ?? readState(finding);
  if (named !== undefined) return named;
  return finding.wanted?.member === undefined ? readRefusal(finding, exchange) : undefined;
}

const listedItem = /^an item with the id ("(?:[^"\\]|\\.)*")$/u;

/** A refusal that should not have come: the status and the problem that the finding has, if the response has them. */
function readRefusal({ got }: Finding, { response }: Exchange): RecordedAssertion | undefined {
  if (response === undefined) return undefined;
  const { type } = (parseJson(response.body?.text) ?? {}) as { readonly type?: unknown };
  const slug = /^`?([a-z]+(?:-[a-z]+)*)`?$/u.exec(got)?.[1];
  if (slug !== undefined && typeof type === "string" && type.endsWith(`/${slug}`))
    return { kind: "other-status", anyOf: [{ from: response.status, to: response.status, slug }] };
  const refused = readStatuses(got.replace(/ (?:with|for|where) .*$/su, ""));
  const isItsStatus = refused?.[0]?.from === response.status && refused.length === 1;
  return refused !== undefined && isItsStatus ? { kind: "other-status", anyOf: refused } : undefined;
}

const classes: Readonly<Record<string, AcceptedStatus>> = {
  "a success (2xx)": { from: 200, to: 299 },
  "a client error (4xx)": { from: 400, to: 499 },
};

/** `404 not-found or 409 inconsistent-registry-state`, `status 201`, `a success (2xx)`. */
function readStatuses(expected: string): readonly AcceptedStatus[] | undefined {
  const parts = expected.split(" or ").map((part): AcceptedStatus | undefined => {
    const known = classes[part];
    if (known !== undefined) return known;
    const [, status, slug] = /^(?:status )?(\d{3})(?: ([a-z][a-z-]*))?$/u.exec(part) ?? [];
    if (status === undefined) return undefined;
    return { from: Number(status), to: Number(status), ...(slug === undefined ? {} : { slug }) };
  });
  const read = parts.filter((part) => part !== undefined);
  return read.length === parts.length ? read : undefined;
}

const dateTime = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}";
const hasTime = /\d\d:\d\d/u;

/** An expected JSON value at the end of the words. */
const toBe = /(?: to be|^the [\w.]+) ("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)(?:, if present)?$/u;

/** An expected text without quotes: `the purl pkg:volume/x@1.0.0`. */
const isText = /^the [\w.]+ ([^\s"]+)$/u;

function readMember(
  { expected, got, member = "" }: Finding,
  exchange: Exchange,
  runId: string,
): RecordedAssertion | undefined {
  const document = parseJson(exchange.response?.body?.text);
  if (document === undefined) return undefined;
  const path = toJsonPath(document, member);
  const found = valueAt(document, path);
  if (found === undefined) return { kind: "present", path };
  const wanted = toBe.exec(expected)?.[1];
  if (wanted !== undefined) return { kind: "equal", path, value: JSON.parse(wanted) as unknown };
  const text = isText.exec(expected)?.[1];
  if (text !== undefined && got === found) return { kind: "equal", path, value: text };
  if (/ to be a date-time\b/u.test(expected)) return { kind: "matches", path, pattern: dateTime };
  // it is another one each time, right or wrong
  if (typeof found === "string" && hasTime.test(found)) return undefined;
  const isScalar = found === null || typeof found !== "object";
  // a digest or an id that the registry makes is different each time, right or wrong
  return isScalar && !looksMade(found, runId) ? { kind: "different", path, value: found } : undefined;
}

/** A member that the finding names, where it also has the whole value that came and the one that was expected. */
function readNamedMember({ expected, got }: Finding, { response }: Exchange): RecordedAssertion | undefined {
  const [, name, wanted] = /^`([\w.]+)`.* to be (\S.*)$/su.exec(expected) ?? [];
  if (name === undefined || wanted === undefined) return undefined;
  const path = name.split(".");
  const value = parseJson(wanted);
  const found = valueAt(parseJson(response?.body?.text), path);
  return value !== undefined && found !== undefined && JSON.stringify(found) === got
    ? { kind: "equal", path, value }
    : undefined;
}

/** `200, yanked, with dist` where another state is expected. */
function readState({ expected, got }: Finding): RecordedAssertion | undefined {
  const [wanted, found] = [expected, got].map((text) => /(?:^|: )\d{3}, ([a-z]+), with/u.exec(text)?.[1]);
  return wanted === undefined || found === undefined || wanted === found
    ? undefined
    : { kind: "different", path: ["status", "state"], value: found };
}

/**
 * The first value that two responses to one request do not share.
 * @returns undefined if they share all, or one of them is not JSON
 */
export function readDifference(first: Exchange, second: Exchange): RecordedAssertion | undefined {
  const [one, other] = [first, second].map(({ response }) => parseJson(response?.body?.text));
  if (one === undefined || other === undefined) return undefined;
  const path = findDifference(one, other);
  const value = path && valueAt(one, path);
  return path === undefined || value === undefined ? undefined : { kind: "equal", path, value };
}

function findDifference(one: unknown, other: unknown, path: JsonPath = []): JsonPath | undefined {
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined;
  if (one === null || typeof one !== "object" || other === null || typeof other !== "object") return path;
  for (const name of Object.keys(one)) {
    const key = Array.isArray(one) ? Number(name) : name;
    const inside = findDifference(valueAt(one, [key]), valueAt(other, [key]), [...path, key]);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** True for a value that may be made from random bytes or from a digest. The names of the run are known. */
export function looksMade(value: unknown, runId: string): boolean {
  if (typeof value !== "string") return false;
  return value
    .split(/[^\w-]+/u)
    .some(
      (word) =>
        word.length >= 16 && !word.includes(runId) && new Set(word).size > 4 && /\d|[a-z].*[A-Z]/u.test(word),
    );
}

/** A JSON pointer as a path, with numbers where the document has lists. */
export function toJsonPath(document: unknown, pointer: string): JsonPath {
  const path: (string | number)[] = [];
  let value = document;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const key = Array.isArray(value) ? Number(name) : name;
    path.push(key);
    value = valueAt(value, [key]);
  }
  return path;
}

function valueAt(document: unknown, path: JsonPath): unknown {
  let value = document;
  for (const key of path)
    value = value !== null && typeof value === "object" ? (Reflect.get(value, key) as unknown) : undefined;
  return value;
}
