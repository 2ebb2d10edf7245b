/** What is measured of each exchange: sizes that the registry took or refused, validators, and the bases of addresses. */
import { createLedger, type Ledger, type Noted } from "../../harness/ledger.ts";
import { type Answer, headerOf, isSuccess, numberAt, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { sentJson, sentText } from "../request-content.ts";
import { isApiSuccess, protectedOperations } from "../responses.ts";

/** What can be too large. */
export type Sized = "body" | "key" | "text" | "bytes" | "declared" | "offset";

/** A size in a request, and what the request was answered. */
export interface Size {
  readonly kind: "size";
  readonly of: Sized;
  /** Bytes of a body and of an upload, characters of a key and of a text, items of an offset. */
  readonly amount: number;
  /** Undefined if the request was taken. */
  readonly refusal: string | undefined;
}

/** A document that a `GET` answered. */
export interface Document {
  readonly kind: "document";
  readonly operation: Answer["exchange"]["operation"];
  readonly status: number;
  /** The header fields that validate it. */
  readonly validators: readonly string[];
  readonly cacheControl: string;
}

/** An address in a response. */
interface Address {
  readonly kind: "address";
  readonly member: string;
  /** How it relates to the address that was requested. */
  readonly base: string;
}

type Measure = Size | Document | Address;

/** The measures of the whole run. */
export const measures: Ledger<Measure> = createLedger((answer, sent) => [
  ...sizesIn(answer, sent),
  ...documentsIn(answer),
  ...addressesIn(answer),
]);

/** Measures of one kind. */
export function isMeasure<Kind extends Measure["kind"]>(
  kind: Kind,
): (one: Measure & Noted) => one is Extract<Measure, { kind: Kind }> & Noted {
  return (one): one is Extract<Measure, { kind: Kind }> & Noted => one.kind === kind;
}

/** Refusals for size alone: another one may be about anything that a body says. */
const refusalsForSize: ReadonlySet<number> = new Set([413, 414, 431]);

/** Refusals of a value of which only the size is unusual. */
const refusalsOfValues: ReadonlySet<number> = new Set([400, 422, ...refusalsForSize]);

function sizesIn(answer: Answer, sent: Uint8Array | undefined): readonly Size[] {
  const { operation, key } = answer.exchange.about ?? {};
  if (operation === "searchVolumes") return toSize(answer, "offset", offsetIn(answer.exchange.request.url));
  if (answer.exchange.operation === "transferBytes" && answer.exchange.request.method !== "GET")
    return toSize(answer, "bytes", sent?.length, refusalsForSize);
  if (!protectedOperations.some((one) => one === operation)) return [];
  const body = sentJson(sent);
  return [
    ...toSize(answer, "body", sentText(sent) === undefined ? undefined : sent?.length, refusalsForSize),
    ...toSize(answer, "key", (key ?? textAt(body, "idempotencyKey"))?.length),
    ...toSize(answer, "text", lengthOfText(body), refusalsForSize),
    ...toSize(answer, "declared", numberAt(body, "declaredSize"), refusalsForSize),
  ];
}

function toSize(
  answer: Answer,
  of: Sized,
  amount: number | undefined,
  refusals: ReadonlySet<number> = refusalsOfValues,
): readonly Size[] {
  if (amount === undefined || (!isSuccess(answer) && !refusals.has(answer.status))) return [];
  const refusal = isSuccess(answer) ? undefined : [answer.status, slugOf(answer) ?? []].flat().join(" ");
  return [{ kind: "size", of, amount, refusal }];
}

/** The offset of a search that has no other parameter than a usual limit. */
function offsetIn(url: string): number | undefined {
  return Number(/\?(?:limit=\d{1,2}&)?offset=(\d+)$/.exec(url)?.[1] ?? Number.NaN) || undefined;
}

/** The most characters that a string in a JSON value has, keys left out; undefined if there is none. */
function lengthOfText(value: unknown): number | undefined {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return undefined;
  const lengths = Object.entries(value).flatMap(([name, member]) =>
    name === "idempotencyKey" ? [] : (lengthOfText(member) ?? []),
  );
  return lengths.length === 0 ? undefined : Math.max(...lengths);
}

function documentsIn(answer: Answer): readonly Document[] {
  const { operation, request } = answer.exchange;
  const isDocument = isApiSuccess(answer) || answer.status === 304 || answer.status === 404;
  if (request.method !== "GET" || !isDocument) return [];
  const validators = ["ETag", "Last-Modified"].filter((name) => headerOf(answer, name) !== undefined);
  const cacheControl = headerOf(answer, "cache-control") ?? "not sent";
  return [{ kind: "document", operation, status: answer.status, validators, cacheControl }];
}

/** The members of success responses that are addresses. */
const addressMembers: readonly (readonly string[])[] = [
  ["upload", "url"],
  ["detailUrl"],
  ["release", "dist", "url"],
  ["dist", "url"],
];

function addressesIn(answer: Answer): readonly Address[] {
  if (!isApiSuccess(answer)) return [];
  return addressMembers.flatMap((path) => {
    const reference = textAt(answer.body, ...path);
    const member = path.slice(-2).join(".");
    return reference === undefined ? [] : [{ kind: "address", member, base: baseOf(reference, answer.url) }];
  });
}

/** How the base of a reference differs from that of the requested address. */
function baseOf(reference: string, requested: string): string {
  if (!URL.canParse(reference)) return "relative";
  const [one, other] = [new URL(reference), new URL(requested)];
  const different = [
    one.protocol === other.protocol ? [] : "scheme",
    one.hostname === other.hostname ? [] : "host",
    one.port === other.port ? [] : "port",
  ].flat();
  return different.length === 0 ? "the requested base" : `another ${different.join(" and ")}`;
}
