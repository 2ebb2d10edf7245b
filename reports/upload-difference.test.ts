import { expect, test } from "vitest";
import type { Exchange, RecordedBody } from "../schemas/report.ts";
import { indexReport } from "./evidence-list.ts";
import { failingReport } from "./lab/examples/example-report.ts";
import { compareUploads } from "./upload-difference.ts";

const report = failingReport();
const { baseUrl } = report.target;
const digest = (digits: string): string => `sha256:${digits.padStart(64, "0")}`;
const json = (value: unknown): RecordedBody => {
  const text = JSON.stringify(value);
  return { size: text.length, digest: text, text };
};

/** The three requests of an upload. */
function upload(uploadId: string, declared: object, sent: Pick<RecordedBody, "size" | "digest">): Exchange[] {
  const url = `${baseUrl}/bytes/${uploadId}`;
  const common = { actor: "a", startedAtMs: 0, durationMs: 1 };
  const answer = { status: 201, headers: [], body: json({ uploadId, upload: { url } }) };
  const post = { method: "POST", headers: [["idempotency-key", uploadId] as const] };
  return [
    {
      ...common,
      id: `${uploadId}#0`,
      operation: "createReleaseUpload",
      request: { ...post, url: `${baseUrl}/${uploadId}`, body: json(declared) },
      response: answer,
    },
    {
      ...common,
      id: `${uploadId}#1`,
      operation: "transferBytes",
      request: { method: "PUT", url, headers: [], body: { ...sent, base64: "" } },
    },
    {
      ...common,
      id: `${uploadId}#2`,
      operation: "finalizeReleaseUpload",
      about: { uploadId },
      request: { ...post, url: `${baseUrl}/${uploadId}/finalize` },
    },
  ];
}

function difference(one: readonly Exchange[], other: readonly Exchange[]): unknown {
  const [own, twin] = [one, other].map((exchanges) => exchanges.at(-1));
  if (own === undefined || twin === undefined) throw new Error("an upload has no requests");
  return compareUploads(own, twin, indexReport({ ...report, exchanges: [...one, ...other] }));
}

const right = upload(
  "right",
  { version: "1.0.0", declaredSize: 20, declaredDigest: digest("b") },
  { size: 20, digest: digest("b") },
);

test("is what was declared, and how the bytes differ from that", () => {
  const wrong = upload(
    "wrong",
    { version: "1.0.0-", declaredSize: 10, declaredDigest: digest("a") },
    { size: 10, digest: digest("b") },
  );
  expect(difference(wrong, right)).toEqual([
    { place: "create body /version", own: '"1.0.0-"', twin: '"1.0.0"' },
    {
      place: "bytes",
      own: "10 bytes (whose digest is the declared one but for digit 64 of 64)",
      twin: "20 bytes",
    },
  ]);
});

test("is missing bytes, and nothing where both are as declared", () => {
  const declared = { version: "1.0.0", declaredSize: 10, declaredDigest: digest("a") };
  const [create, , finalize] = upload("none", declared, { size: 10, digest: digest("a") });
  if (create === undefined || finalize === undefined) throw new Error("an upload has no requests");
  expect(difference([create, finalize], right)).toEqual([
    { place: "bytes", own: undefined, twin: "20 bytes" },
  ]);
  expect(difference(upload("other", declared, { size: 10, digest: digest("a") }), right)).toEqual([]);
  expect(difference([finalize], right)).toEqual([]);
});
