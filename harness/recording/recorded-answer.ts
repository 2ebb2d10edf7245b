/** Recorded exchanges, as a check sees one. */
import type { Exchange } from "../../schemas/report.ts";
import type { Answer } from "../exchange/answer.ts";
import { toAnswer } from "../exchange/to-answer.ts";
import { Blocked } from "../outcome.ts";

/**
 * The answer that an exchange is.
 * @param bytes the whole body of the response
 * @returns undefined if the body has too many values or levels
 */
export function toRecordedAnswer(exchange: Exchange, bytes: Uint8Array): Answer | undefined {
  try {
    return toAnswer(exchange, bytes);
  } catch (error) {
    if (error instanceof Blocked) return undefined;
    throw error;
  }
}
