import { expect, it } from "vitest";
import type { ObservationResult } from "../schemas/report.ts";
import { toLimit } from "./limits.ts";

function observation(id: string, answer: string, observed = true): ObservationResult {
  return { id, question: "How large?", section: "Limits", answer, observed, exchanges: [] };
}

it("tells what was taken from what was refused", () => {
  const answer = "Largest taken: 65,536 bytes; 1,048,576 bytes refused with 413 payload-too-large";

  expect(toLimit(observation("audit/largest-bodies", answer))).toEqual({
    id: "audit/largest-bodies",
    name: "JSON body",
    taken: "65,536 bytes",
    refused: "1,048,576 bytes refused with 413 payload-too-large",
  });
});

it("has no row for another question, and none for what was not seen", () => {
  expect(toLimit(observation("audit/validators", "metadata: none; index: none"))).toBeUndefined();
  expect(toLimit(observation("audit/largest-bodies", "not run; blocked", false))).toBeUndefined();
});
