import { expect, test } from "vitest";
import { StreamReset } from "./connection-errors.ts";
import { describeNetworkError } from "./network-error.ts";

test("a failed handshake is told without the source of OpenSSL", () => {
  const message =
    "write EPROTO 00A8F0F6:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/openssl/ssl/record/ssl3_record.c:355:\n";
  expect(describeNetworkError(Object.assign(new Error(message), { code: "EPROTO" }))).toBe(
    "the TLS handshake failed: wrong version number; what listens there may speak plain http, not https",
  );
  const other = message.replace("wrong version number", "tlsv1 alert protocol version");
  expect(describeNetworkError(new Error(other))).toBe(
    "the TLS handshake failed: tlsv1 alert protocol version",
  );
});

test.each([
  [
    "UND_ERR_HEADERS_OVERFLOW",
    "the response has more than 16 KiB of header fields (UND_ERR_HEADERS_OVERFLOW)",
  ],
  [
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "the issuer of the certificate is unknown; the server may not send its intermediate certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE); if the registry has an authority of its own, give --ca FILE",
  ],
])("%s is told in plain words", (code, words) => {
  expect(describeNetworkError(Object.assign(new Error("as the library says it"), { code }))).toBe(words);
});

test("an interim response that no request asked for is told in plain words", () => {
  const error = Object.assign(new Error("bad response"), { code: "UND_ERR_SOCKET" });
  expect(describeNetworkError(error)).toMatch(/is not a response to a request.*UND_ERR_SOCKET/u);
});

test("a stream that is reset because it needs HTTP/1.1 names the option", () => {
  expect(describeNetworkError(new StreamReset("HTTP_1_1_REQUIRED"))).toBe(
    "the HTTP/2 stream was reset with HTTP_1_1_REQUIRED; the option --http1 speaks HTTP/1.1 to it",
  );
  expect(describeNetworkError(new StreamReset("CANCEL"))).toBe("the HTTP/2 stream was reset with CANCEL");
});
