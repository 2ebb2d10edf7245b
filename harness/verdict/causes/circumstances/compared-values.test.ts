import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { differsFromCreate } from "./compared-values.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { readEvents } from "./release-events.ts";

const path = "volumes/v1/1.0.0/trust/uploads";

const create = exchange("create", {
  operation: "createTrustUpload",
  method: "POST",
  path,
  sent: { declaredSize: 173 },
  status: 201,
  body: { uploadId: "u1" },
});

function finalize(artifactSize: number): Exchange {
  return exchange(`finalize ${artifactSize}`, {
    operation: "finalizeTrustUpload",
    method: "POST",
    path: `${path}/u1/finalize`,
    status: 201,
    body: { artifactSize },
  });
}

test("a trust finalize that returns another size than its create declared is wrong, if nobody looked at it too", () => {
  const [right, wrong] = [finalize(173), finalize(174)];
  const events = readEvents([create, right, wrong]);
  expect(differsFromCreate(right, "artifactSize", events)).toBe(false);
  expect(differsFromCreate(wrong, "artifactSize", events)).toBe(true);
  expect(differsFromCreate(wrong, "attachmentId", events)).toBe(false);
});
