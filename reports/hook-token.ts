/** What the token of a request is for, where the states hook gave it. */
import { describeTokenParts, readHookTokens } from "../schemas/hook-token.ts";
import type { Exchange } from "../schemas/report.ts";
import { labelOfToken } from "./sender.ts";

/** The token that a request was sent with, in these words. Undefined for any other token, and for one that may do everything. */
export function describeHookToken(exchange: Exchange, exchanges: Iterable<Exchange>): string | undefined {
  const label = labelOfToken(exchange);
  const question = label === undefined ? undefined : readHookTokens(exchanges).get(label);
  const parts = question === undefined ? [] : describeTokenParts(question, exchange.about);
  return parts.length === 0 ? undefined : parts.join(", ");
}
