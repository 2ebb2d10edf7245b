/** Searches with an invalid `limit` or `offset`. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { acceptedFilter } from "./type-searches.ts";
import { searchOnce } from "./paging.ts";

/**
 * Each value answers 400 `validation-failed`, after the valid value 1 was accepted. The first value has nothing beside it, and the second
 * one a filter and the other parameter of the page, by turns, because the bounds do not depend on them. A deep run tries each value in
 * both ways.
 */
async function expectRefused(
  tools: Tools,
  name: "limit" | "offset",
  values: readonly string[],
): Promise<void> {
  const { registry, expect, given } = tools;
  const control = await searchOnce(tools.given, { [name]: 1 });
  if (!isSuccess(control))
    throw given.blocked(`GET search with ${name}=1 answered ${control.status}`, control);

  const others = [...(await acceptedFilter(tools)), [name === "limit" ? "offset" : "limit", "1"] as const];
  await tools.each(values, async (value, place) => {
    const inTurn = place % 2 === 0 ? [] : others;
    for (const beside of tools.depth === "deep" ? [[], others] : [inTurn]) {
      const answer = await registry.searchVolumes([...beside, [name, value]]);

      expect.problem(answer, "validation-failed");
    }
  });
}

export const invalidPages: CheckFile = {
  source: "Endpoints, Search; Limits, search limit and offset; Errors, validation-failed",
  operations: ["searchVolumes"],
  forms: "none",
  checks: [
    {
      id: "search/limits-out-of-bounds-are-refused",
      of: "search/limit-and-offset-have-bounds",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` search with a `limit` below 1 or above 100 answers 400 `validation-failed`.",
      reading:
        "The text does not say whether a registry may reduce a `limit` above 100. We read the bounds as those of the parameter, so it may not.",
      covers: ["limit:search-limit", "answers:searchVolumes/validation-failed"],
      async run(tools) {
        const values = ["0", "101", "-1"];
        // larger than any numeric type
        const huge = `1${"0".repeat(310)}`;
        // 0 again, at the turn of a filter
        const more = ["0", "1000000", huge];
        await expectRefused(tools, "limit", tools.depth === "quick" ? values : [...values, ...more]);
      },
    },
    {
      id: "search/limits-that-are-not-integers-are-refused",
      of: "search/limit-and-offset-have-bounds",
      rule: "`GET` search with a `limit` that is not an integer answers 400 `validation-failed`.",
      covers: ["limit:search-limit", "answers:searchVolumes/validation-failed"],
      async run(tools) {
        const quick = ["ten", "1.5"];
        const standard = [...quick, "10x", "0x10"];
        // some parsers skip what is no digit, or know other digits
        const values = { quick, standard, deep: [...standard, "1_0", "1０"] };
        await expectRefused(tools, "limit", values[tools.depth]);
      },
    },
    {
      id: "search/negative-offsets-are-refused",
      of: "search/limit-and-offset-have-bounds",
      rule: "`GET` search with a negative `offset` answers 400 `validation-failed`.",
      covers: ["limit:search-offset", "answers:searchVolumes/validation-failed"],
      async run(tools) {
        await expectRefused(tools, "offset", ["-1"]);
      },
    },
    {
      id: "search/offsets-that-are-not-integers-are-refused",
      of: "search/limit-and-offset-have-bounds",
      rule: "`GET` search with an `offset` that is not an integer answers 400 `validation-failed`.",
      covers: ["limit:search-offset", "answers:searchVolumes/validation-failed"],
      async run(tools) {
        await expectRefused(tools, "offset", ["one", "1.5"]);
      },
    },
  ],
};
