import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { sha256 } from "../../../seed.ts";
import { tellArtifact } from "./artifact-facts.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";

const url = "https://registry.test/artifacts/a1";
const digest = `sha256:${"a1".repeat(32)}`;

function detail(...urls: readonly string[]): Exchange {
  return exchange("detail", {
    operation: "getTrustDetail",
    path: "volumes/v1/1.0.0/trust/detail",
    body: { attachments: urls.map((one) => ({ locator: { url: `${one}?signature=x` } })) },
  });
}

/** A trust upload whose bytes are sent. */
function upload(bytes: string, declaredDigest: string): readonly Exchange[] {
  const to = "https://registry.test/api/v1/bytes/u1";
  return [
    exchange("create", {
      operation: "createTrustUpload",
      method: "POST",
      path: "volumes/v1/1.0.0/trust/uploads",
      sent: { declaredDigest },
      status: 201,
      body: { uploadId: "u1", upload: { url: to } },
    }),
    exchange("put", { operation: "transferBytes", method: "PUT", path: "bytes/u1", sent: bytes }),
  ];
}

function tell(all: readonly Exchange[], bytes = "bytes"): string | undefined {
  const giver = all.find(({ operation }) => operation === "getTrustDetail");
  const given = { giver: giver ?? detail(), member: "attachments.locator.url", url };
  return tellArtifact(sha256(Buffer.from(bytes)), given, openRecordedRun(all, [])()).line;
}

test("an address that a later detail has for several attachments is told as such", () => {
  expect(tell([detail(url), detail(url, url)])).toBe("the detail has this address for 2 attachments");
});

test("bytes of an upload that declared others, and those of another upload, are told apart", () => {
  expect(tell([...upload("bytes", digest), detail(url)])).toBe(
    "these bytes were sent in an upload that declared another digest",
  );
  expect(tell([...upload("bytes", sha256(Buffer.from("bytes"))), detail(url)])).toBe(
    "these bytes were sent in another upload for this release",
  );
});
