/** Who sent a request, and with which key: what tells two requests apart that are equal otherwise. */
import type { Exchange } from "../schemas/report.ts";
import { headerValue } from "./exchange-summary.ts";
import { parseBody } from "./positive-twin.ts";

/** A token of the run, by its label: the recording has no other. */
const bearer = /^Bearer ~redacted\.(?<label>[^~\s]+)~$/u;

/** The label of the token of a request; undefined without a token, and where `Authorization` has anything else. */
export function labelOfToken({ request }: Exchange): string | undefined {
  return bearer.exec(headerValue(request.headers, "authorization") ?? "")?.groups?.["label"];
}

/** The keys of a request: in the header, and in the body. */
export function keysOf(exchange: Exchange): { readonly header?: string; readonly body?: string } {
  const header = exchange.about?.key ?? headerValue(exchange.request.headers, "idempotency-key");
  const { idempotencyKey: body } = parseBody(exchange);
  return {
    ...(header === undefined ? {} : { header }),
    ...(typeof body === "string" ? { body } : {}),
  };
}

/** Both keys of a request, if they differ. */
export function unequalKeysOf(
  exchange: Exchange,
): { readonly header: string; readonly body: string } | undefined {
  const { header, body } = keysOf(exchange);
  return header === undefined || body === undefined || header === body ? undefined : { header, body };
}

/** The one key that counts: undefined without a key, and with two different ones. */
export function keyOf(exchange: Exchange): string | undefined {
  const { header, body } = keysOf(exchange);
  return header === undefined || body === undefined || header === body ? (header ?? body) : undefined;
}

/**
 * `with the token "outsider" and the key "k1"`: only what another request of the same check has differently, because only that tells
 * them apart.
 * @param told what the reader knows already: a token or a key in it is not said again
 */
export function describeSender(
  exchange: Exchange,
  others: readonly Exchange[],
  told = "",
): string | undefined {
  const [token, key] = [labelOfToken(exchange), keyOf(exchange)];
  const alike = others.filter(({ operation }) => operation === exchange.operation);
  const named = [
    ...(token !== undefined && others.some((one) => labelOfToken(one) !== token)
      ? [`the token ${JSON.stringify(token)}`]
      : []),
    ...(key !== undefined && alike.some((one) => (keyOf(one) ?? key) !== key)
      ? [`the key ${JSON.stringify(key)}`]
      : []),
  ];
  const parts = named.filter((part) => !told.includes(part));
  return parts.length === 0 ? undefined : `with ${parts.join(" and ")}`;
}
