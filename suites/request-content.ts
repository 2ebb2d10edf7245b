/** What a request had besides its path, as far as it is recorded. */
import { type Answer, fieldIn } from "../harness/exchange/answer.ts";
import { hasCredential } from "./responses.ts";
import { placeholderPattern } from "../harness/recording/redaction.ts";

/** The request's body as text; undefined if it is not UTF-8, or has a redacted secret. */
export function sentText(sent: Uint8Array | undefined): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(sent);
    return sent === undefined || placeholderPattern.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The JSON that was sent; undefined if it is not JSON, or has a redacted secret. */
export function sentJson(sent: Uint8Array | undefined): unknown {
  const text = sentText(sent);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a header field of the request. */
export function headerIn({ exchange }: Pick<Answer, "exchange">, name: string): string | undefined {
  return fieldIn(exchange.request.headers, name);
}

/** True for a `GET` without a query or an escape in its path. */
export function isPlainGet({ exchange: { request } }: Pick<Answer, "exchange">): boolean {
  return request.method === "GET" && !/[?#%]/.test(pathOf(request.url) ?? request.url);
}

/** True for a `GET` without a token, a query or an escape in its path: the read that any client sends. */
export function isPlainRead(answer: Pick<Answer, "exchange">): boolean {
  return isPlainGet(answer) && !hasCredential(answer);
}

/** The part of a URL below the base URL, which may end in such a path too. Undefined if it is no path of the API. */
export function pathOf(url: string): string | undefined {
  // an escape in the path of the base address was not chosen by the run
  return /^.*(\/api\/v1\/.*)$/.exec(url)?.[1];
}
