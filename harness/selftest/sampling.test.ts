import { expect, test } from "vitest";
import { faults } from "../../reference-server/faults/index.ts";
import { hasWholeRun, runsOverSockets } from "./sampling.ts";

test("about one fault in eight has a whole run, and one in sixteen of the others runs over sockets too", () => {
  const names = faults.map(({ name }) => name);
  const whole = names.filter(hasWholeRun);
  const overSockets = names.filter(runsOverSockets);
  expect(whole.length / names.length).toBeCloseTo(1 / 8, 1);
  expect(overSockets.length / names.length).toBeCloseTo(1 / 16, 1);
  expect(overSockets.filter(hasWholeRun)).toEqual([]);
});
