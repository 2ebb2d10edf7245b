import { isSlug, statusOfSlug } from "../../schemas/problems.ts";
import type { Exchange, Finding, PlacedValue, Wanted } from "../../schemas/report.ts";
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

/** What one response must be, by a finding. Undefined if one response does not show it, for example because several are compared. */
export function readAssertion(
  { wanted = {}, member }: Finding,
  { response }: Exchange,
  runId: string,
): RecordedAssertion | undefined {
  if (response === undefined) return undefined;
  const anyOf = toStatuses(wanted);
  if (anyOf !== undefined) return { kind: "status", anyOf };
  if (wanted.mediaType !== undefined) return { kind: "media-type", mediaType: wanted.mediaType };
  const document = parseJson(response.body?.text);
  if (wanted.item !== undefined && document !== undefined) return { kind: "contains", value: wanted.item };
  if (wanted.member === "document") return { kind: "object" };
  if (wanted.value !== undefined && document !== undefined) return readValue(wanted.value, document);
  if (wanted.otherStatus === true || wanted.answer === "listed problem")
    return { kind: "other-status", anyOf: [toStatus(response.status, document)] };
  return member === undefined ? undefined : readMember({ wanted, member }, document, runId);
}

/** The statuses that are right; undefined if others may be, too. */
function toStatuses({ problems, status, answer, orElse }: Wanted): readonly AcceptedStatus[] | undefined {
  if (orElse === true) return undefined;
  if (problems !== undefined)
    return problems.flatMap((slug) =>
      isSlug(slug) ? [{ from: statusOfSlug[slug], to: statusOfSlug[slug], slug }] : [],
    );
  if (status !== undefined) return [{ from: status, to: status }];
  if (answer === "success") return [{ from: 200, to: 299 }];
  return answer === "refusal" ? [{ from: 400, to: 499 }] : undefined;
}

/** The status of a refusal, with its problem. */
function toStatus(status: number, document: unknown): AcceptedStatus {
  const type = valueAt(document, ["type"]);
  const slug = typeof type === "string" ? /([a-z]+(?:-[a-z]+)*)$/u.exec(type)?.[1] : undefined;
  return { from: status, to: status, ...(slug === undefined ? {} : { slug }) };
}

const dateTime = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}";
const hasTime = /\d\d:\d\d/u;

function readValue({ at, is }: PlacedValue, document: unknown): RecordedAssertion {
  const path = toJsonPath(document, at);
  return valueAt(document, path) === undefined
    ? { kind: "present", path }
    : { kind: "equal", path, value: is };
}

function readMember(
  { wanted, member }: { readonly wanted: Wanted; readonly member: string },
  document: unknown,
  runId: string,
): RecordedAssertion | undefined {
  if (document === undefined) return undefined;
  const path = toJsonPath(document, member);
  const found = valueAt(document, path);
  if (found === undefined) return { kind: "present", path };
  if (wanted.format === "date-time") return { kind: "matches", path, pattern: dateTime };
  // it is another one each time, right or wrong
  if (typeof found === "string" && hasTime.test(found)) return undefined;
  const isScalar = found === null || typeof found !== "object";
  // a digest or an id that the registry makes is different each time, right or wrong
  return isScalar && !looksMade(found, runId) ? { kind: "different", path, value: found } : undefined;
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
