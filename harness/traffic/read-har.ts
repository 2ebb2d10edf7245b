/** Reads an HTTP Archive (HAR 1.2), as browsers, proxies and this suite write it. */
import type { HeaderField } from "../../schemas/report.ts";
import { listAt, momentAt, numberAt, textAt, valueAt } from "../exchange/answer.ts";
import { maxJsonBytes } from "../exchange/json-body.ts";
import { type ObservedExchange, type ObservedRequest, tooLong } from "./observed.ts";

/** Why a response of an archive cannot be judged. */
const noBody = "the file does not have the whole body";
const noHeaders = "the file does not have the response headers";
const noResponse = "there was no response";

/**
 * The exchanges of an archive, the earliest first.
 * @returns undefined if the value is not an archive
 */
export function readHar(value: unknown): readonly ObservedExchange[] | undefined {
  if (!Array.isArray(valueAt(value, "log", "entries"))) return undefined;
  return listAt(value, "log", "entries")
    .flatMap((entry) => toExchange(entry) ?? [])
    .toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

function toExchange(entry: unknown): ObservedExchange | undefined {
  const method = textAt(entry, "request", "method");
  const url = textAt(entry, "request", "url");
  if (method === undefined || url === undefined) return undefined;
  const sent = textAt(entry, "request", "postData", "text");
  const request: ObservedRequest = {
    method: method.toUpperCase(),
    url,
    headers: toHeaders(listAt(entry, "request", "headers")),
    ...(sent === undefined ? {} : { body: Buffer.from(sent, "utf8") }),
  };
  return {
    request,
    response: toResponse(valueAt(entry, "response"), method.toUpperCase()),
    startedAtMs: momentAt(entry, "startedDateTime") ?? 0,
    durationMs: Math.max(0, numberAt(entry, "time") ?? 0),
  };
}

function toResponse(response: unknown, method: string): ObservedExchange["response"] {
  const status = numberAt(response, "status") ?? 0;
  if (!Number.isInteger(status) || status < 100 || status > 999) return { unusable: noResponse };
  const headers = toHeaders(listAt(response, "headers"));
  // every server sends a field or two: without them, a tool has removed them all
  if (headers.length === 0) return { unusable: noHeaders };
  const body = toBody(response, method, headers);
  if (body !== undefined && body.length > maxJsonBytes) return { unusable: tooLong };
  return body === undefined ? { unusable: noBody } : { status, headers, body };
}

/** The body, or undefined if the archive has only a part of it. Browsers often leave bodies out. */
function toBody(response: unknown, method: string, headers: readonly HeaderField[]): Uint8Array | undefined {
  const text = textAt(response, "content", "text");
  const size = numberAt(response, "content", "size") ?? 0;
  if (text === undefined) {
    const isBodyless = method === "HEAD" || numberAt(response, "status") === 204;
    const isEmpty = isBodyless || numberAt(response, "bodySize") === 0 || saysEmpty(headers);
    return isEmpty && size <= 0 ? new Uint8Array() : undefined;
  }
  const encoding = textAt(response, "content", "encoding");
  const body = Buffer.from(text, encoding === "base64" ? "base64" : "utf8");
  return body.length < size ? undefined : body;
}

function saysEmpty(headers: readonly HeaderField[]): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === "content-length" && value.trim() === "0");
}

function toHeaders(fields: readonly unknown[]): readonly HeaderField[] {
  return fields.flatMap((field) => {
    const name = textAt(field, "name");
    const value = textAt(field, "value");
    // HTTP/2 has the parts of the request line as fields whose names begin with a colon
    return name === undefined || value === undefined || name.startsWith(":") ? [] : [[name, value] as const];
  });
}
