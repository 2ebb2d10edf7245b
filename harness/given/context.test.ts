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
