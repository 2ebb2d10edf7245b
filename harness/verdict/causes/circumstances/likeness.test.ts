import { expect, test } from "vitest";
import { describeLikeness } from "./likeness.ts";

test.each([
  ["1.0.0-RC.1", "1.0.0-rc.1", "differs in letter case only"],
  ["1.0.0-RC.1", "1.0.0-RC-1", "has a hyphen for a dot"],
  ["1.0.0-RC-1", "1.0.0-RC.1", "has a dot for a hyphen"],
  ["1.0.0+a", "1.0.0+b", "differs in build metadata only"],
  ["1.1.0", "1.4294967297.0", "has the same numbers in 32 bits"],
  ["1.4.1", "1.4.10", "begins with it"],
  ["1.4.10", "1.4.1", "is the beginning of it"],
  ["1.4.1", "11.4.1", "ends with it"],
  ["11.4.1", "1.4.1", "is the end of it"],
  ["1.0.0-alpha.beta.gamma.1", "1.0.0-alpha.beta.gamma.2", "is the same in its first 23 characters"],
  ["1.0.0", "2.0.0", undefined],
  ["1.0.0", "1.0.0", undefined],
])("beside %s, the other one, %s, %s", (own, other, words) => {
  expect(describeLikeness(own, other)).toBe(words);
});
