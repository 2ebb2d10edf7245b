/** What the recorded text of an exchange contains: the values that were sent, and the volumes that are named. */
import type { Exchange } from "../../../schemas/report.ts";
import { fieldIn, textAt } from "../../exchange/answer.ts";
import { readJson } from "../../exchange/json-body.ts";
import { percentDecode } from "../../exchange/volume.ts";
import { holdsToken } from "../../recording/redaction.ts";

/** Shorter values are in too many requests by chance. */
const minLength = 8;

/** Everything that a request sends but its credentials: address, headers and body. */
export function sentText({ request }: Exchange): string {
  const headers = request.headers.map(([, value]) => value).join("\n");
  return `${request.url}\n${percentDecode(request.url)}\n${headers}\n${request.body?.text ?? ""}`;
}

/** The value of `Authorization`, with the labels of its tokens; undefined without one. */
export function authorizationOf({ request }: Exchange): string | undefined {
  return fieldIn(request.headers, "authorization");
}

/** Where a request without `Authorization` has tokens of the run all the same. */
export function placeOfToken({ request, about }: Exchange): "in the query" | "in other headers" | undefined {
  if (about?.credential !== undefined) return undefined;
  if (holdsToken(request.url)) return "in the query";
  return request.headers.some(([, value]) => holdsToken(value)) ? "in other headers" : undefined;
}

/** The values in the words of a finding: quoted texts, purls and addresses. */
export function quotedValues(words: string): readonly string[] {
  const found = [...words.matchAll(/"((?:[^"\\]|\\.)*)"|\b(?:pkg:|https?:\/\/|sha256:)[^\s",\]}]+/g)];
  return [...new Set(found.map(([whole, quoted]) => quoted ?? whole))].filter(
    (value) => value.length >= minLength,
  );
}

/** The last segment of the name of the volume that the request is about. */
export function volumeIn({ about }: Exchange): string | undefined {
  return about?.volume?.segment;
}

/** The last segments of the names of all volumes in the path and in the response. */
export function segmentsOf(exchange: Exchange): ReadonlySet<string> {
  const path = volumeIn(exchange);
  const named = (exchange.response?.body?.text ?? "").matchAll(/"(?:name|purl)"\s*:\s*"([^"]+)"/g);
  const names = [...named].map(([, name = ""]) => /([^/@]+)(?:@[^/]*)?$/.exec(name)?.[1]);
  return new Set([path, ...names].filter((name) => name !== undefined));
}

/** The JSON of a request, as far as its text is recorded. */
export function sentJson({ request }: Pick<Exchange, "request">): unknown {
  return readJson(Buffer.from(request.body?.text ?? ""));
}

/** The JSON of a response, as far as its text is recorded. */
export function shownJson({ response }: Exchange): unknown {
  return readJson(Buffer.from(response?.body?.text ?? ""));
}

/** True for metadata of another version than the one in the path. */
export function isOfAnotherVersion(exchange: Exchange): boolean {
  const { operation, about } = exchange;
  const asked = about?.version;
  const shown = textAt(shownJson(exchange), "version");
  return operation === "getRelease" && asked !== undefined && shown !== undefined && asked !== shown;
}

/** True for a read from an address that the registry gave. */
export function isDownload({ operation, request }: Pick<Exchange, "operation" | "request">): boolean {
  return operation === "transferBytes" && request.method === "GET";
}

/** True for the same address and body with the same idempotency key. */
export function isSameRequest({ request, about }: Exchange, other: Exchange): boolean {
  return (
    request.url === other.request.url &&
    request.body?.digest === other.request.body?.digest &&
    about?.key === other.about?.key
  );
}
