/** Requests that are equal but for the names, versions, ids and digests in them: what the two are answered is not up to what they say. */
import { gunzipSync } from "node:zlib";
import type { Exchange, RecordedBody } from "../../../../schemas/report.ts";
import { fieldIn, valueAt } from "../../../exchange/answer.ts";
import { queryIn, withoutQuery } from "../../../exchange/references.ts";
import { encodeSegment, toVolume, toVolumePath } from "../../../exchange/volume.ts";
import { isSemver, isWellFormed } from "../../../exchange/well-formed.ts";
import { toBytes } from "../../../recording/recorded-body.ts";
import { sentJson } from "../exchange-text.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { Place, ReleaseEvents } from "./release-events.ts";

/**
 * True if no value that both requests have differs. A member or a parameter that only one of them has is a difference that has words of
 * its own, unlike the value of one. Of a finalize, the uploads are compared too: what was declared, and the bytes. Where the state of an
 * upload is the reason, they say nothing.
 */
export function areAlike(
  one: Exchange,
  other: Exchange,
  events: ReleaseEvents,
  { isOfState = false }: { readonly isOfState?: boolean } = {},
): boolean {
  const [a, b] = [one, other].map((exchange) => ({
    exchange,
    place: events.placeOf(exchange) ?? events.placeOfUpload(exchange),
  }));
  if (a === undefined || b === undefined) return false;
  if (!isSameAddress(a, b, events) || !isSameBody(a, b)) return false;
  const [coding, otherCoding] = [one, other].map(({ request }) =>
    fieldIn(request.headers, "content-encoding"),
  );
  if (coding !== otherCoding) return false;
  if (isOfState) return true;
  const [create, created] = [one, other].map((exchange) => events.uploads.createOf(exchange));
  const [bytes, sent] = [one, other].map((exchange) => findBytes(exchange, events));
  return (
    isSameBody({ ...a, exchange: create }, { ...b, exchange: created }) &&
    isSameBody({ ...a, exchange: bytes }, { ...b, exchange: sent })
  );
}

interface Named {
  readonly exchange: Exchange | undefined;
  readonly place: Place | undefined;
}

/** The last bytes that were sent for the upload of a finalize. */
export function findBytes(exchange: Exchange, { sorted, uploads }: ReleaseEvents): Exchange | undefined {
  const id = uploads.ofRequest(exchange);
  return id === undefined || exchange.operation === "transferBytes"
    ? undefined
    : sorted.findLast(
        (one) =>
          one.operation === "transferBytes" &&
          isWrite(one) &&
          endOf(one) <= exchange.startedAtMs &&
          uploads.ofRequest(one) === id,
      );
}

/** The registry gave the addresses of transfers. */
function isSameAddress(a: Named, b: Named, events: ReleaseEvents): boolean {
  const [one = "", other = ""] = [a, b].map(({ exchange }) => exchange?.request.url);
  if (a.exchange?.operation === "transferBytes") return true;
  const [path, otherPath] = [a, b].map((named) => foldPath(named, events));
  if (path !== otherPath) return false;
  const query = queryIn(one);
  const otherQuery = queryIn(other);
  const names = [...query.keys()].filter((name) => otherQuery.has(name));
  return names.every((name) => String(query.getAll(name)) === String(otherQuery.getAll(name)));
}

/**
 * The path of a request below its server, with its own names and ids replaced by what they are. A name or a version that is malformed, and
 * an id that the registry did not give, may be what is wrong: it is compared as it is.
 */
function foldPath({ exchange, place }: Named, { uploads }: ReleaseEvents): string {
  const { volume = "", version } = place ?? {};
  const { request, about } = exchange ?? {};
  const path = withoutQuery(request?.url ?? "").replace(/^.*?\/api\/v1(?=\/)/u, "");
  return [
    [isWellFormed(toVolume(volume)) ? toVolumePath(toVolume(volume)) : "", "{name}"],
    [version !== undefined && isSemver(version) ? encodeSegment(version) : "", "{version}"],
    [exchange && uploads.createOf(exchange) ? encodeSegment(about?.uploadId ?? "") : "", "{id}"],
  ].reduce(
    (folded, [name = "", word = ""]) => (name === "" ? folded : folded.replaceAll(`/${name}`, `/${word}`)),
    path,
  );
}

function isSameBody(a: Named, b: Named): boolean {
  const [one, other] = [a, b].map(({ exchange }) => exchange?.request.body);
  if (one === undefined || other === undefined || one.digest === other.digest) return true;
  const [json, otherJson] = [a, b].map(({ exchange }) => exchange && sentJson(exchange));
  if (isObject(json) && isObject(otherJson)) return isSameObject([json, a], [otherJson, b]);
  const [text, otherText] = [fold(readText(one), a), fold(readText(other), b)];
  return text !== undefined && text === otherText;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSameObject([json, a]: readonly [object, Named], [other, b]: readonly [object, Named]): boolean {
  return Object.keys(json)
    .filter((name) => name in other)
    .every((name) => {
      const [value, otherValue] = [valueAt(json, name), valueAt(other, name)];
      if (isObject(value) && isObject(otherValue)) return isSameObject([value, a], [otherValue, b]);
      return (
        fold(JSON.stringify(value), a) === fold(JSON.stringify(otherValue), b) ||
        (name === "declaredSize" && isOfOneSize(value, otherValue))
      );
    });
}

/** The sizes of two archives differ with the names in them. */
function isOfOneSize(one: unknown, other: unknown): boolean {
  const [a = 0, b = 0] = [one, other].map((size) => (Number.isSafeInteger(size) ? Number(size) : 0));
  return a > 0 && b > 0 && Math.max(a, b) <= maxRatioOfSizes * Math.min(a, b);
}

const maxRatioOfSizes = 1.5;

/** A larger archive is not unpacked. */
const maxUnpacked = 1024 * 1024;

/** The text of a body; of an archive, the names and the texts of its files. Undefined where the recording does not have it. */
function readText(body: RecordedBody): string | undefined {
  if (body.cutAt !== undefined) return undefined;
  if (body.text !== undefined) return body.text;
  const bytes = toBytes(body);
  return unpack(bytes)
    .toString("latin1")
    .split("\0")
    .filter((part) => part !== "" && !ofTarHeader.test(part))
    .join("\n");
}

/** Sizes, times and checksums: they follow from the contents. */
const ofTarHeader = /^[0-7]{6,11} ?$/u;

function unpack(packed: Uint8Array): Buffer {
  const bytes = Buffer.from(packed);
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpacked });
  } catch {
    return bytes;
  }
}

const ofEachUpload: readonly (readonly [RegExp, string])[] = [
  [/sha256:[0-9a-f]{64}/gu, "sha256:{digest}"],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/giu, "{id}"],
];

/** A text with its own names, digests and ids replaced by what they are. */
function fold(text: string | undefined, { place }: Named): string | undefined {
  if (text === undefined) return undefined;
  const { volume = "", version } = place ?? {};
  const { scope, segment } = toVolume(volume);
  const names: readonly (readonly [string | undefined, string])[] = [
    [scope === undefined ? undefined : `%40${scope}/${segment}`, "{name}"],
    [volume, "{name}"],
    [scope === undefined ? undefined : segment, "{segment}"],
    ...(version !== undefined && isSemver(version)
      ? ([
          [version.replaceAll("+", "%2B"), "{version}"],
          [version, "{version}"],
        ] as const)
      : []),
  ];
  const named = names.reduce(
    (folded, [name, word]) => (name === undefined || name === "" ? folded : folded.replaceAll(name, word)),
    text,
  );
  return ofEachUpload.reduce((folded, [pattern, word]) => folded.replaceAll(pattern, word), named);
}
