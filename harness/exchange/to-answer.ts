/** An exchange and the body of its response, as a check sees them. */
import type { Exchange } from "../../schemas/report.ts";
import type { Answer } from "./answer.ts";
import { parseJson } from "./json-body.ts";

/**
 * @param exchange without a response, its answer has the status 0
 * @param bytes the whole body
 * @param url the absolute URL of the request as it was sent; what is recorded has no secrets
 * @throws Blocked if the body has too many values or levels
 */
export function toAnswer(exchange: Exchange, bytes: Uint8Array, url: string = exchange.request.url): Answer {
  const parsed = parseJson(bytes, exchange);
  return {
    exchange,
    status: exchange.response?.status ?? 0,
    url,
    bytes,
    body: parsed?.value,
    isJson: parsed !== undefined,
    endedAtMs: exchange.startedAtMs + exchange.durationMs,
  };
}
