/** The exchanges of the report: what `exchanges.ndjson` has, cut so that the reports of a whole run stay small. */
import type { Exchange, RecordedBody } from "../../schemas/report.ts";
import { cutBody, shownBodyBytes, toBytes, toShownBody } from "./recorded-body.ts";

/** A body that takes up to this many bytes in a report is always shown. */
const maxFreeBytes = 1_024;

/** Bytes of all longer bodies in one report. Each format has them again. */
const maxShownBytes = 2 * 1024 * 1024;

/** The beginning of a body that is shown when all of these bytes are used. */
const minShownBytes = 256;

/** Characters that take more room in JSON or HTML than in the body, and how much more. */
const inflated = /[^ !#-%'-;=?-[\]-~]/g;
const inflation = 5;

/** The exchange with the beginning of its response body. */
export function toShownExchange(exchange: Exchange): Exchange {
  const body = exchange.response?.body;
  if (exchange.response === undefined || body === undefined) return exchange;
  if (body.gzip === undefined && body.size <= shownBodyBytes) return exchange;
  return {
    ...exchange,
    response: { ...exchange.response, body: toShownBody(toBytes(body), shownBodyBytes) },
  };
}

/** Cuts the shown exchanges of one run, in the order of their recording, to what a report can hold. */
export function createExchangeCutter(): (exchange: Exchange) => Exchange {
  let used = 0;

  function cut(body: RecordedBody): RecordedBody {
    const cost = costOf(body);
    if (cost <= maxFreeBytes) return body;
    if (used + cost > maxShownBytes) return cutBody(body, minShownBytes);
    used += cost;
    return body;
  }

  return (exchange) => {
    const { request, response } = exchange;
    const before = [request.body, response?.body];
    const [sent, received] = before.map((body) => (body === undefined ? undefined : cut(body)));
    if (sent === before[0] && received === before[1]) return exchange;
    return {
      ...exchange,
      request: sent === undefined ? request : { ...request, body: sent },
      ...(response === undefined || received === undefined
        ? {}
        : { response: { ...response, body: received } }),
    };
  };
}

function costOf({ text, base64 = "" }: RecordedBody): number {
  return text === undefined ? base64.length : text.length + inflation * (text.match(inflated)?.length ?? 0);
}
