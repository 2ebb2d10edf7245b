/** What the kind of a deviation says of its story: whether what was sent before can bear on it. */
import { opensUpload } from "../../../exchange/creates.ts";
import type { Exchange } from "../../../../schemas/report.ts";
import { type Sighting, slugIn } from "../deviation.ts";
import { isDownload } from "../exchange-text.ts";
import { isAcceptedOfNobody, ofTokens, type Wrong } from "../wrong.ts";

/** What one response shows, however the run came to it. */
const ofResponse: ReadonlySet<Wrong["kind"]> = new Set([
  "header",
  "success status",
  "type",
  "problem member",
  "no problem",
  "unknown problem",
  "foreign response",
]);

/** Problems that depend on what was sent before. */
const ofState: ReadonlySet<string> = new Set([
  "version-conflict",
  "idempotency-conflict",
  "invalid-upload-state",
  "upload-expired",
  "not-found",
  "inconsistent-registry-state",
]);

/** True where two keys, or two requests with one key, should have been refused: what was done with others does not bear on it. */
export function isOfKeys({ wanted }: Sighting): boolean {
  return wanted?.problems?.[0] === "idempotency-conflict";
}

/** True for a registry that broke: what it refused before changed nothing that it could break of. */
export function isOfBreak({ deviation: { wrong } }: Sighting): boolean {
  return wrong.kind === "server error" || wrong.kind === "foreign response";
}

/** True if the request alone decides, or the response alone shows, what is wrong. */
export function isOfItself({ deviation: { wrong, exchange }, wanted }: Sighting): boolean {
  if (exchange === undefined) return true;
  if (isDownload(exchange)) return false;
  if (isAcceptedOfNobody(wrong, exchange)) return true;
  if (ofResponse.has(wrong.kind)) return true;
  const slugs = slugsOf(exchange, wanted);
  if (slugs.some((slug) => ofTokens.includes(slug))) return true;
  if (wrong.kind === "accepted" && wrong.operation === "protected") return true;
  return opensUpload(exchange.operation) && !isOfState(slugs);
}

/** The problem that was answered, and those that were expected. */
export function slugsOf(exchange: Exchange, wanted: Sighting["wanted"]): readonly string[] {
  return [slugIn(exchange), ...(wanted?.problems ?? [])].filter((slug) => slug !== undefined);
}

/** True for a request that was refused for what was sent before it. */
export function isRefusedForState(exchange: Exchange): boolean {
  return isOfState(slugsOf(exchange, undefined));
}

export function isOfState(slugs: readonly string[]): boolean {
  return slugs.some((slug) => ofState.has(slug));
}
