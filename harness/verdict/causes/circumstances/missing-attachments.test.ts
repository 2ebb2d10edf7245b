import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../../schemas/report.ts";
import { toDeviation, type Sighting } from "../deviation.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { tellLargest } from "./missing-attachments.ts";
import { openRecordedRun } from "./recorded-run.ts";

/** An artifact of this size, attached to the release. */
function attached(id: string, size: number): readonly Exchange[] {
  const path = "volumes/v1/1.0.0/trust/uploads";
  return [
    exchange(`create ${id}`, {
      operation: "createTrustUpload",
      method: "POST",
      path,
      sent: { declaredSize: size },
      status: 201,
      body: { uploadId: `u-${id}` },
    }),
    exchange(`finalize ${id}`, {
      operation: "finalizeTrustUpload",
      method: "POST",
      path: `${path}/u-${id}/finalize`,
      body: { attachmentId: id },
    }),
  ];
}

function tell(sizes: readonly number[], missing: readonly string[]): string | undefined {
  const detail = exchange("detail", { operation: "getTrustDetail", path: "volumes/v1/1.0.0/trust/detail" });
  const all = [...sizes.flatMap((size, place) => attached(`a${place}`, size)), detail];
  const group = missing.map((item): Sighting => {
    const about = { expected: "", got: "", wanted: { item } };
    return {
      requirement: {} as CaseResult,
      deviation: toDeviation("a/one", detail, about),
      exchanges: [],
      ...about,
    };
  });
  return tellLargest(group, openRecordedRun(all, group)());
}

test("a missing attachment that is larger than each other one is told by its size", () => {
  expect(tell([193, 194, 200, 0, 195, 131_073], ["a5"])).toBe(
    "the missing attachment has 131073 bytes, each other one of its release at most 200",
  );
  expect(tell([193, 70_000, 200, 0, 195, 196, 131_073], ["a1", "a6"])).toBe(
    "the missing attachments have at least 70000 bytes, each other one of their release at most 200",
  );
});

test("nothing where another one is as large, or few are known", () => {
  expect(tell([193, 194, 200, 0, 195, 131_073], ["a5", "a0"])).toBeUndefined();
  expect(tell([193, 131_073], ["a1"])).toBeUndefined();
  expect(tell([193, 194, 200, 0, 195, 131_073], ["unknown"])).toBeUndefined();
});
