import { expect, test } from "vitest";
import { describeYield } from "./budget.ts";
import { noAnswer } from "./matrix.ts";
import { planDefaults, toPlan } from "./plan.ts";

const fault = "leading-zero-in-major-accepted";

test("the yield is counted by the requests of a run against the plain server", () => {
  const plan = toPlan({ ...planDefaults, only: [fault, "none"] });
  const answers = [noAnswer, { ...noAnswer, requests: 2_000 }];
  expect(describeYield(plan, answers, 1)).toEqual([
    "Faults noticed per 1,000 requests: 1 (1 fault, 2,000 requests in one run)",
  ]);
});

test("without a run against the plain server there is no yield", () => {
  const plan = toPlan({ ...planDefaults, only: [fault] });
  expect(describeYield(plan, [noAnswer], 1)).toEqual([]);
});
