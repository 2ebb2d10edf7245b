import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { slugOf } from "../../harness/exchange/answer.ts";
import { isSlug, statusOfSlug } from "../../schemas/problems.ts";
import { apiOperations, isApiRefusal, toJudgement } from "../responses.ts";

/** More slugs are not listed in a finding. */
const maxNamed = 3;

/** The slugs that the table lists for a status. */
function slugsOf(status: number): readonly string[] {
  return Object.entries(statusOfSlug).flatMap(([slug, own]) => (own === status ? [slug] : []));
}

export const slugs: CheckFile = {
  source: "Errors, table of slugs",
  operations: apiOperations,
  invariants: [
    {
      id: "problems/slugs-have-their-statuses",
      of: "problems/slugs-and-statuses-belong-together",
      ownsResponse: true,
      rule: "A problem with a known slug has the HTTP status that the table lists for that slug.",
      covers: [...Object.keys(statusOfSlug).map((slug) => `slug:${slug}`), "rule:errors/3"],
      judge(answer) {
        const slug = slugOf(answer);
        if (!isApiRefusal(answer) || !isSlug(slug)) return "not-applicable";
        return toJudgement(
          answer.status === statusOfSlug[slug],
          `status ${statusOfSlug[slug]}`,
          () => describeAnswer(answer),
          { wanted: { status: statusOfSlug[slug] } },
        );
      },
    },
    {
      id: "problems/statuses-carry-their-problems",
      of: "problems/slugs-and-statuses-belong-together",
      ownsResponse: true,
      rule: "A 4xx response has a problem whose slug the table lists for that status.",
      reading:
        "A status that is not in the table, such as 422, has no slug. So no endpoint of the API answers it.",
      covers: ["question:1"],
      judge(answer) {
        const slugs = slugsOf(answer.status);
        // a page in place of a problem, and a problem without a listed slug, break other rules
        const isKnown = isSlug(slugOf(answer)) || slugs.length === 0;
        if (!isApiRefusal(answer) || !isKnown) return "not-applicable";
        const expected =
          slugs.length === 0
            ? "a status from the table of slugs"
            : `a slug of ${answer.status}${slugs.length > maxNamed ? "" : ` (${slugs.join(", ")})`}`;
        const judgement = toJudgement(slugs.includes(slugOf(answer) ?? ""), expected, () =>
          describeAnswer(answer),
        );
        return typeof judgement === "string" || slugs.length === 0
          ? judgement
          : { ...judgement, member: "/type" };
      },
    },
  ],
};
