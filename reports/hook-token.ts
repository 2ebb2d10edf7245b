/** What the token of a request is for, where the states hook gave it. */
import { describeTokenOf } from "../schemas/hook-token.ts";
import type { Exchange } from "../schemas/report.ts";
import { labelOfToken } from "./sender.ts";

/** What the token of a request is for. Undefined for any other token, and for one that may do everything. */
export function describeHookToken(exchange: Exchange, exchanges: Iterable<Exchange>): string | undefined {
  return describeTokenOf(labelOfToken(exchange), exchange, exchanges);
}
