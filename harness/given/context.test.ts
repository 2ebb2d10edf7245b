import { expect, test } from "vitest";
import { untriedVersion } from "./context.ts";

test.each([
  [0, "1.2.0", "1.2.0"],
  [1, "1.2.0", "1.2.1"],
  [2, "2.0.0-rc.1", "2.0.0-rc.3"],
  [1, "1.9.0-Beta.9", "1.9.0-Beta.10"],
])("after %d starts over, %s becomes %s", (restarts, version, other) => {
  expect(untriedVersion({ actor: { restarts } }, version)).toBe(other);
});

test("set-ups for restarts of different actors use different versions of a volume", () => {
  const versions = ["a 1", "a 2", "b 1"].map((restart) =>
    untriedVersion({ actor: { restarts: 0 }, restart }, "1.0.0"),
  );
  expect(new Set([...versions, "1.0.0"]).size).toBe(4);
});
