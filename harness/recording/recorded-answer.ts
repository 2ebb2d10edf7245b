/** Recorded exchanges, as a check sees one. */
import type { Exchange } from "../../schemas/report.ts";
import type { Answer } from "../exchange/answer.ts";
import { parseJson } from "../exchange/json-body.ts";
import { Blocked } from "../outcome.ts";

/**
 * The answer that an exchange is.
 * @param bytes the whole body of the response
 * @returns undefined if the body has too many values or levels
 */
export function toRecordedAnswer(exchange: Exchange, bytes: Uint8Array): Answer | undefined {
  try {
    const parsed = parseJson(bytes, exchange);
    return {
      exchange,
      status: exchange.response?.status ?? 0,
      url: exchange.request.url,
      bytes,
      body: parsed?.value,
      isJson: parsed !== undefined,
      endedAtMs: exchange.startedAtMs + exchange.durationMs,
    };
  } catch (error) {
    if (error instanceof Blocked) return undefined;
    throw error;
  }
}
