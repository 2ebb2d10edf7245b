/** What a request had besides its path, as far as it is recorded. */
import type { Answer } from "../harness/registry/answer.ts";
import { placeholderPattern } from "../harness/registry/redaction.ts";

/** The JSON that was sent; undefined if it is not whole, not JSON, or has a redacted secret. */
export function sentJson({ exchange }: Pick<Answer, "exchange">): unknown {
  const { body } = exchange.request;
  if (body?.text === undefined || body.cutAt !== undefined || placeholderPattern.test(body.text))
    return undefined;
  try {
    return JSON.parse(body.text);
  } catch {
    return undefined;
  }
}

/** The value of a header field of the request. */
export function headerIn({ exchange }: Pick<Answer, "exchange">, name: string): string | undefined {
  return exchange.request.headers.find(([field]) => field.toLowerCase() === name)?.[1];
}

/** True for a `GET` without a token, a query or an escape in its path: the read that any client sends. */
export function isPlainRead(answer: Pick<Answer, "exchange">): boolean {
  const { method, url } = answer.exchange.request;
  return method === "GET" && !/[?#%]/.test(url) && headerIn(answer, "authorization") === undefined;
}
