import { expect, test } from "vitest";
import { learnInstructionSecrets, learnUrlSecrets } from "./instruction-secrets.ts";
import { createRedaction } from "./redaction.ts";
import type { WireRequest } from "../transport/transport.ts";

const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
const request: WireRequest = {
  method: "POST",
  url: "http://registry.test/api/v1/volumes/conf-a",
  headers: [["content-type", "application/json"]],
  body: Buffer.from(JSON.stringify({ mediaType: "application/gzip", declaredDigest: digest })),
  maxBytes: 1,
};

function afterIntent(headers: Readonly<Record<string, string>>): (text: string) => string {
  const redaction = createRedaction();
  const body = Buffer.from(JSON.stringify({ upload: { url: "/transfers/1", headers } }));
  learnInstructionSecrets(redaction, { body }, request);
  return redaction.text;
}

test("a credential in an upload instruction is a secret", () => {
  expect(afterIntent({ "x-upload-token": "k3J9-aq81-ZZ0p" })("k3J9-aq81-ZZ0p")).toBe(
    "~redacted.upload-x-upload-token~",
  );
});

test.each([
  ["what the suite has just sent", "X-Auth-Content-Type", "application/gzip"],
  ["a digest that the suite declared", "x-auth-digest", digest],
  ["a media type", "x-auth-accept", "text/plain; charset=utf-8"],
  ["words of the API", "x-auth-problem", "payload-too-large"],
  ["a purl", "x-auth-subject", "pkg:volume/conf-a@1.0.0"],
  ["a digest", "x-auth-tree", `sha256:${"fedcba9876543210".repeat(4)}`],
  ["a version", "x-auth-version", "1.0.0-rc.1+build"],
  ["a timestamp", "x-auth-expires", "2026-11-22T10:00:00.123Z"],
  ["a date of HTTP", "x-auth-date", "Sun, 22 Nov 2026 10:00:00 GMT"],
])("%s is no secret, whatever its header is called", (_name, header, value) => {
  expect(afterIntent({ [header]: value })(value)).toBe(value);
});

test("an id that the intent has as a member is no secret, and another value is", () => {
  const redaction = createRedaction();
  const headers = { "x-upload-token": "k3J9-aq81-ZZ0p", "x-auth-key": "Zz81-k3J9-aq0p" };
  const intent = { uploadId: "k3J9-aq81-ZZ0p", upload: { url: "/transfers/1", headers } };
  learnInstructionSecrets(redaction, { body: Buffer.from(JSON.stringify(intent)) }, request);
  expect(redaction.text("k3J9-aq81-ZZ0p")).toBe("k3J9-aq81-ZZ0p");
  expect(redaction.text("Zz81-k3J9-aq0p")).toBe("~redacted.upload-x-auth-key~");
});

test.each(["cn_PmzqXfzvHDfnUmzrercCgDTWNW", "IPmzqXfzvHDfnUmz-rercCgDTWNW", "abcdefghijklmnopqrstuvwxyz"])(
  "the signature %s without a digit is a secret",
  (value) => {
    expect(afterIntent({ "x-signature": value })(value)).toBe("~redacted.upload-x-signature~");
  },
);

const signature = "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7";

test.each([
  ["S3", `https://s3.test/b/k?X-Amz-Expires=60&X-Amz-Signature=${signature}`],
  ["Google Cloud Storage", `https://gcs.test/b/k?X-Goog-Signature=${signature}&X-Goog-Date=1`],
  ["Azure", `https://blob.test/c/b?sv=2021&sig=${encodeURIComponent("aB/9+aaaaaaaaaaaaaaaaa==")}`],
  ["CloudFront", `https://cf.test/k?Expires=1&Signature=${signature}&Key-Pair-Id=APKA1234567890`],
])("the signature of a signed URL of %s is a secret, in a body and in `Location`", (_name, url) => {
  const secret = /(?:signature|sig)=([^&]+)/i.exec(url)?.[1] ?? "";
  const bodies = [
    JSON.stringify({ dist: { url } }),
    JSON.stringify({ dist: { url } }).replaceAll("&", "\\u0026"),
  ];
  for (const body of bodies) {
    const redaction = createRedaction();
    learnUrlSecrets(redaction, { status: 200, headers: [], body: Buffer.from(body) }, request);
    expect(redaction.text(url)).not.toContain(secret);
    expect(redaction.text(body)).not.toContain(secret);
  }
  const redaction = createRedaction();
  learnUrlSecrets(redaction, { status: 302, headers: [["location", url]], body: Buffer.from("") }, request);
  expect(redaction.text(url)).not.toContain(secret);
});

test("other parameters are no secrets", () => {
  const redaction = createRedaction();
  const url = "/api/v1/search?limit=10&type=agent-skill-of-mine&page=2000000000";
  learnUrlSecrets(redaction, { status: 200, headers: [["location", url]], body: Buffer.from(url) }, request);
  expect(redaction.text(url)).toBe(url);
});

test("an intent with 200,000 members is read like any other", () => {
  const redaction = createRedaction();
  const extra = Array.from({ length: 200_000 }, () => ({}));
  const upload = { url: "/transfers/1", headers: { "x-upload-token": "k3J9-aq81-ZZ0p" } };
  learnInstructionSecrets(redaction, { body: Buffer.from(JSON.stringify({ extra, upload })) }, request);
  expect(redaction.text("k3J9-aq81-ZZ0p")).toBe("~redacted.upload-x-upload-token~");
});

test("a credential that the suite made up, and one that is made of tokens of the run, is no secret of the registry's own", () => {
  const redaction = createRedaction();
  redaction.add("vrt_k3J9-aq81-ZZ0p", "publisher");
  redaction.spare("unknown-4r8299r-check-1");
  redaction.spare("vrt_k3J9-aq81-ZZ0p");
  const headers = {
    "x-upload-token": "unknown-4r8299r-check-1",
    "x-auth-key": '"vrt_k3J9-aq81-ZZ0p", vrt_k3J9-aq81-ZZ0p',
  };
  const intent = { upload: { url: "/transfers/1?token=unknown-4r8299r-check-1", headers } };
  learnInstructionSecrets(redaction, { body: Buffer.from(JSON.stringify(intent)) }, request);
  expect(redaction.text("unknown-4r8299r-check-1")).toBe("unknown-4r8299r-check-1");
  expect(redaction.text(headers["x-auth-key"])).toBe('"~redacted.publisher~", ~redacted.publisher~');
});

test("a password in an address is a secret, also where JSON escapes its slashes", () => {
  const url = "https://u10:a732ff2ebbe1936f@store.test/put/1";
  for (const text of [JSON.stringify({ url }), JSON.stringify({ url }).replaceAll("/", String.raw`\/`)]) {
    const redaction = createRedaction();
    learnUrlSecrets(redaction, { status: 201, headers: [], body: Buffer.from(text) }, request);
    expect(redaction.text(url)).toBe("https://u10:~redacted.url-password~@store.test/put/1");
  }
});
