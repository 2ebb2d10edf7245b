/** Pages that cannot be asked for. */
import type { Check, Tools } from "../../harness/check.ts";
import { isSuccess } from "../../harness/registry/answer.ts";
import { searchOnce } from "./paging.ts";

const source = "Endpoints, Search; Limits, search limit and offset; Errors, validation-failed";

/** Each value must be refused; the good value beside them has to be taken first. */
async function expectRefused(
  tools: Tools,
  name: "limit" | "offset",
  values: readonly string[],
): Promise<void> {
  const { registry, expect, given } = tools;
  const control = await searchOnce(tools.given, { [name]: 1 });
  if (!isSuccess(control)) throw given.blocked(`a search with ${name}=1 answered ${control.status}`, control);

  for (const value of values) {
    const answer = await registry.searchVolumes([[name, value]]);

    expect.problem(answer, "validation-failed");
  }
}

export const limitsOutOfBoundsAreRefused: Check = {
  id: "search/limits-out-of-bounds-are-refused",
  level: "must",
  rule: "A limit below 1 or above 100 answers 400 validation-failed.",
  source,
  reading:
    "The bounds are stated for the parameter itself, so a registry may use smaller pages but not take a wrong number.",
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-limit", "answers:searchVolumes/validation-failed"],
  async run(tools) {
    const values = ["0", "101", "-1"];
    // a number that no machine has a type for
    const huge = `1${"0".repeat(310)}`;
    await expectRefused(tools, "limit", tools.depth === "quick" ? values : [...values, "1000000", huge]);
  },
};

export const limitsThatAreNoIntegersAreRefused: Check = {
  id: "search/limits-that-are-no-integers-are-refused",
  level: "must",
  rule: "A limit that is no integer answers 400 validation-failed.",
  source,
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-limit", "answers:searchVolumes/validation-failed"],
  async run(tools) {
    const values = ["ten", "1.5"];
    await expectRefused(tools, "limit", tools.depth === "quick" ? values : [...values, "10x"]);
  },
};

export const negativeOffsetsAreRefused: Check = {
  id: "search/negative-offsets-are-refused",
  level: "must",
  rule: "An offset below 0 answers 400 validation-failed.",
  source,
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-offset", "answers:searchVolumes/validation-failed"],
  async run(tools) {
    await expectRefused(tools, "offset", ["-1"]);
  },
};

export const offsetsThatAreNoIntegersAreRefused: Check = {
  id: "search/offsets-that-are-no-integers-are-refused",
  level: "must",
  rule: "An offset that is no integer answers 400 validation-failed.",
  source,
  operations: ["searchVolumes"],
  forms: "none",
  covers: ["limit:search-offset", "answers:searchVolumes/validation-failed"],
  async run(tools) {
    await expectRefused(tools, "offset", ["one", "1.5"]);
  },
};
