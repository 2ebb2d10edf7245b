import { expect, it } from "vitest";
import { describeNotOffered } from "./conclusion.ts";

it("says why requirements were not tried without a loss for the verdict", () => {
  const skipped = (reason: string) => ({ verdict: "skipped" as const, notOffered: true, reason });
  expect(
    describeNotOffered([
      skipped('optional: set "tokens.foreign" in the target file to test this'),
      skipped('a/b and 1 more of 2 cases: optional: set "k" in the target file to test this'),
      skipped("nothing to judge: no response of this run shows it"),
      skipped('the target declares "features.trust" as not offered'),
      { verdict: "skipped", reason: 'needs "tokens.outsider" in the target file' },
      { verdict: "passed" },
    ]),
  ).toEqual(["1 not offered", "1 with nothing to judge", "2 optional, not configured"]);
});
