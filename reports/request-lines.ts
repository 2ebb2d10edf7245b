/** What each report says of the request that a cause shows, where the method and the address do not say it. */
import type { Cause, Exchange, RequestLine } from "../schemas/report.ts";
import type { ReportIndex } from "./evidence-list.ts";
import { describeHookToken } from "./hook-token.ts";
import { derivedHeaders, drawnHeaders } from "./request-headers.ts";
import { keysOf } from "./sender.ts";
import { toShortText } from "./visible-text.ts";
import { describeAcceptedRequest } from "./wrong-acceptance.ts";

/** What each line is called in a report for people. */
export const requestWords: Readonly<Record<RequestLine["label"], string>> = {
  input: "Input",
  wrong: "Wrong",
  refused: "Refused",
  rule: "Rule",
  sent: "Sent",
  token: "Token",
  header: "Header",
};

const maxHeaders = 3;
/** So many requests may have their headers by design; those of more are drawn. */
const maxWithHeaders = 3;
const maxHeaderCharacters = 100;

/** Headers that other lines speak of, or that most requests have. */
const toldElsewhere: ReadonlySet<string> = new Set(["authorization", "idempotency-key"]);
const plainTypes = /^application\/(?:json|gzip|vnd\.)/u;

function isTelling(
  [name, value]: Exchange["request"]["headers"][number],
  { request: { method } }: Pick<Exchange, "request">,
): boolean {
  const field = name.toLowerCase();
  if (derivedHeaders.has(field) || drawnHeaders.has(field) || toldElsewhere.has(field)) return false;
  return field !== "content-type" || method === "GET" || !plainTypes.test(value);
}

/** The token, if the states hook gave it, and the headers that few requests have. Both may be the reason for any answer. */
function describeTellingParts(
  {
    exchange: id = "",
    count = 1,
    when = [],
  }: Pick<Cause, "exchange" | "when"> & Partial<Pick<Cause, "count">>,
  index: ReportIndex,
): readonly RequestLine[] {
  const exchange = index.exchanges.get(id);
  if (exchange === undefined || exchange.operation === "state") return [];
  const token = describeHookToken(exchange, index.exchanges.values());
  // where many requests show the cause, those of one of them are told where all have them
  const isShown = (name: string): boolean =>
    count <= maxWithHeaders || when.some((line) => line.toLowerCase().includes(name.toLowerCase()));
  return [
    ...(token === undefined ? [] : [{ label: "token", text: token } as const]),
    ...exchange.request.headers
      .filter((field) => isTelling(field, exchange) && isShown(field[0]))
      .slice(0, maxHeaders)
      .map(([name, value]): RequestLine => ({
        label: "header",
        text: toShortText(`${name}: ${value}`, maxHeaderCharacters),
      })),
  ];
}

/** The key of a request that conflicts with another one: what was wrong may be how the two keys differ. */
function describeConflict(
  { exchange: id = "" }: Pick<Cause, "exchange">,
  index: ReportIndex,
): readonly RequestLine[] {
  const exchange = index.exchanges.get(id);
  const { header, body } = exchange === undefined ? {} : keysOf(exchange);
  const isConflict = /\/idempotency-conflict"/u.test(exchange?.response?.body?.text ?? "");
  const key = header ?? body;
  if (key === undefined || !isConflict) return [];
  return [{ label: "sent", text: `with the key ${JSON.stringify(toShortText(key, maxHeaderCharacters))}` }];
}

/**
 * All lines about the request of a cause: what is wrong with it if the registry accepted it wrongly, then its token and its unusual
 * headers.
 * @param room characters of a body
 */
export function describeRequest(
  cause: Pick<Cause, "breaks" | "exchange" | "sentence" | "when"> & Partial<Pick<Cause, "count">>,
  index: ReportIndex,
  room?: number,
): readonly RequestLine[] {
  const accepted = describeAcceptedRequest(cause, index, room);
  const told = accepted.map(({ text }) => text.toLowerCase()).join("\n");
  const more = describeTellingParts(cause, index).filter(
    ({ label, text }) =>
      label !== "header" || !told.includes(`the header ${text.slice(0, text.indexOf(":")).toLowerCase()} is`),
  );
  return [...accepted, ...(accepted.length === 0 ? describeConflict(cause, index) : []), ...more];
}
