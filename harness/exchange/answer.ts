/** One exchange, as a check sees it. */
import { readHttpDate, readTimestamp } from "./moments.ts";
import type { Exchange, HeaderField } from "../../schemas/report.ts";

/** A response, read. Headers are looked up without regard to case. */
export interface Answer {
  readonly exchange: Exchange;
  readonly status: number;
  /** The absolute URL of the request. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** The body as JSON, or undefined if it is empty or not valid JSON. */
  readonly body: unknown;
  readonly isJson: boolean;
  /** Milliseconds from the run's start to the end of the exchange. */
  readonly endedAtMs: number;
  /** True if it came from a gateway and the request was sent again: it says nothing about the registry. */
  readonly isSetAside?: boolean;
}

/** The value of a header field, or undefined; repeated fields are joined as RFC 9110 section 5.3 says. */
export function headerOf(answer: Answer, name: string): string | undefined {
  const values = (answer.exchange.response?.headers ?? [])
    .filter(([field]) => field.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

/** The first value of a header field. @param name in lower case */
export function fieldIn(headers: readonly HeaderField[], name: string): string | undefined {
  return headers.find(([field]) => field.toLowerCase() === name)?.[1];
}

/** The media type without parameters, in lower case; undefined where none was sent. */
export function mediaTypeOf(answer: Answer): string | undefined {
  return headerOf(answer, "content-type")?.split(";")[0]?.trim().toLowerCase();
}

/** The media type that the first field gives, without parameters, in lower case; undefined where none was sent. */
export function mediaTypeIn(headers: readonly HeaderField[]): string | undefined {
  return fieldIn(headers, "content-type")?.split(";")[0]?.trim().toLowerCase();
}

/** True for a web page, such as the login page of a gateway: it is no answer of a registry, whatever its status. */
export function isPage(headers: readonly HeaderField[]): boolean {
  return mediaTypeIn(headers) === "text/html";
}

/** True for a status in the 200s. */
export function isSuccess(answer: Pick<Answer, "status">): boolean {
  return answer.status >= 200 && answer.status <= 299;
}

/**
 * The value at a path of member names and indexes, or undefined if there is no value. Only own members count.
 * @param value any JSON value
 */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return undefined;
    current = Reflect.get(current, step);
  }
  return current;
}

/** The string at a path, or undefined if there is no string. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : undefined;
}

/** The number at a path, or undefined if there is no number. */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === "number" ? found : undefined;
}

/** The timestamp at a path in milliseconds since 1970, or undefined if there is no valid one, or one without an offset. */
export function momentAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  return readTimestamp(textAt(value, ...path));
}

/** The moment in the answer's `Date` header in milliseconds since 1970, whole seconds; undefined where none can be read. */
export function sentAt(answer: Answer): number | undefined {
  return dateIn(answer, "date");
}

/** The moment in a header field in milliseconds since 1970, whole seconds; undefined where none can be read. */
export function dateIn(answer: Answer, name: "date" | "last-modified"): number | undefined {
  return readHttpDate(headerOf(answer, name));
}

/** The array at a path, or an empty one. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The last path segment of a problem's `type`: its slug, in any namespace. */
export function slugOf(answer: Answer): string | undefined {
  const type = textAt(answer.body, "type");
  return type === undefined ? undefined : /\/([^/]+)$/.exec(type)?.[1];
}

/** True if a registry refused bytes for their number alone: at their transfer (413), or at the finalize of their upload. */
export function isTooLarge({
  transfer,
  answer,
}: {
  readonly transfer: Answer;
  readonly answer: Answer;
}): boolean {
  return transfer.status === 413 || slugOf(answer) === "payload-too-large";
}
