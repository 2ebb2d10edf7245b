/** The request that a redirect led on from: it was sent to the registry, and the response that is told came from elsewhere. */
import type { Exchange } from "../../../schemas/report.ts";
import { fieldIn } from "../../exchange/answer.ts";
import { resolveReference, withoutQuery } from "../../exchange/references.ts";

export interface Redirect {
  /** The first request. */
  readonly from: Exchange;
  /** The status that led to the address of the last one. */
  readonly status: number;
}

/** Undefined for a request that no redirect led to. A query is left out: it may hold a signature, which is redacted. */
export function findRedirect(shown: Exchange, exchanges: readonly Exchange[]): Redirect | undefined {
  const address = withoutQuery(shown.request.url);
  const last = exchanges.findLast(
    (one) =>
      one.actor === shown.actor &&
      one.startedAtMs < shown.startedAtMs &&
      isRedirect(one) &&
      targetOf(one) === address,
  );
  if (last === undefined) return undefined;
  const { from } = findRedirect(last, exchanges) ?? { from: last };
  return { from, status: last.response?.status ?? 0 };
}

function isRedirect({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 300 && response.status < 400;
}

function targetOf({ request, response }: Exchange): string | undefined {
  const location = fieldIn(response?.headers ?? [], "location");
  const url = location === undefined ? undefined : resolveReference(location, request.url);
  return url === undefined ? undefined : withoutQuery(url);
}
