import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { readEvents } from "./release-events.ts";
import { tellRightBytes } from "./right-bytes.ts";

/** An upload of so many bytes, and its finalize. */
function upload(actor: string, name: string, bytes: number): readonly Exchange[] {
  const id = `u-${bytes}`;
  const url = `https://registry.test/api/v1/bytes/${id}`;
  const all = [
    exchange("create", {
      operation: "createReleaseUpload",
      method: "POST",
      path: `volumes/${name}`,
      sent: { version: "1.0.0", declaredSize: bytes },
      status: 201,
      body: { uploadId: id, upload: { url } },
    }),
    exchange("put", {
      operation: "transferBytes",
      method: "PUT",
      path: `bytes/${id}`,
      sent: "x".repeat(bytes),
    }),
    exchange("finalize", {
      operation: "finalizeReleaseUpload",
      method: "POST",
      path: `volumes/${name}/uploads/${id}/finalize`,
      status: 400,
    }),
  ];
  return all.map((one) => ({ ...one, actor }));
}

function tell(wrong: readonly Exchange[], right: readonly Exchange[]): readonly string[] {
  const [those, others] = [wrong, right].map((all) => all.slice(-1).map((one) => ({ exchange: one })));
  const compared = { operations: new Set<never>(), beyond: [], isBreak: false };
  return tellRightBytes(
    { ...compared, those: those ?? [], others: others ?? [], whole: [], asWanted: others ?? [] },
    readEvents([...wrong, ...right]),
  );
}

test("bytes that the same check saw refused are told with their form of names", () => {
  const wrong = upload("given/mismatch.scoped", "@s/v1", 90_000);

  expect(tell(wrong, upload("given/mismatch.unscoped", "v1", 100))).toEqual([
    "a similar upload with 100 bytes and unscoped names was rightly refused",
  ]);
  expect(tell(wrong, upload("given/other.unscoped", "v1", 100))).toEqual([]);
});
