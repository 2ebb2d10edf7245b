/** Network errors in words that a report can show. */
import { NetworkFailure } from "./connection-errors.ts";

/** What begins the failure of a request that never left: no fault of the network's, and not to be tried again. */
export const notSent = "not sent: ";

/** The beginning of the failure for a response that was received but not used, because the run cannot hold or record it. */
export const notTaken = "not used: ";

/** What begins the failure of a request for which no connection could be opened: nothing has applied it. */
export const notConnected = "cannot connect: ";

/** Why a check has no end when the run was interrupted, the same whether it had begun or not, so that it reads as one cause. */
export const interruption = "the run was interrupted before the end of this check";

const untrusted: ReadonlySet<string> = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

/** By code, or by message: where the words of the library do not say what is wrong, or what to do. */
const plainWords: ReadonlyMap<string, string> = new Map([
  [
    "bad response",
    "the server sent something that is not a response to a request; this HTTP client cannot read on",
  ],
  ["ERR_ASSERTION", "the server sent a status that HTTP does not have"],
  ["UND_ERR_HEADERS_OVERFLOW", "the response has more than 16 KiB of header fields"],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "the issuer of the certificate is unknown; the server may not send its intermediate certificate",
  ],
]);

/** A message is our report's, however long the registry made it. */
const maxCharacters = 300;

/** The code and message of the innermost cause, without a stack; for a certificate we do not trust, what to do about it. */
export function describeNetworkError(error: unknown): string {
  const innermost = toInnermost(error);
  if (!(innermost instanceof Error)) return String(innermost).slice(0, maxCharacters);
  if (innermost instanceof NetworkFailure) return innermost.message.slice(0, maxCharacters);
  const code = "code" in innermost && typeof innermost.code === "string" ? innermost.code : innermost.name;
  const message =
    plainWords.get(innermost.message) ?? plainWords.get(code) ?? innermost.message.slice(0, maxCharacters);
  const handshake = /:error:[\dA-F]{8}:[^:]*:[^:]*:([^:]+):/u.exec(innermost.message)?.[1];
  if (handshake !== undefined) return toHandshakeFailure(handshake);
  if (innermost instanceof RangeError || innermost instanceof TypeError) return message;
  const words = message === "" ? code : message.includes(code) ? message : `${message} (${code})`;
  return untrusted.has(code)
    ? `${words}; if the registry has an authority of its own, give --ca FILE`
    : words;
}

/** @param reason what OpenSSL says, without where in its source it says so */
function toHandshakeFailure(reason: string): string {
  const words = `the TLS handshake failed: ${reason}`;
  return reason === "wrong version number"
    ? `${words}; what listens there may speak plain http, not https`
    : words;
}

function toInnermost(error: unknown): unknown {
  let current = error;
  // our own words say it better than the cause of theirs
  while (isWrapper(current) && current.cause instanceof Error) current = current.cause;
  if (current instanceof AggregateError && current.errors[0] instanceof Error) return current.errors[0];
  return current;
}

function isWrapper(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof NetworkFailure) &&
    !(error instanceof RangeError) &&
    (!(error instanceof TypeError) || error.message === "fetch failed")
  );
}
