import type { Invariant } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { slugOf } from "../../harness/registry/answer.ts";
import { isSlug, statusOfSlug } from "../../schemas/problems.ts";
import { apiOperations, isApiRefusal, toJudgement } from "../every-response/subject.ts";

export const slugsHaveTheirStatuses: Invariant = {
  id: "problems/slugs-have-their-statuses",
  level: "must",
  rule: "Each problem comes with the HTTP status that the table gives its slug.",
  source: "Errors, table of slugs",
  operations: apiOperations,
  covers: [...Object.keys(statusOfSlug).map((slug) => `slug:${slug}`), "rule:errors/3"],
  judge(answer) {
    const slug = slugOf(answer);
    if (!isApiRefusal(answer) || !isSlug(slug)) return "not-applicable";
    return toJudgement(answer.status === statusOfSlug[slug], `status ${statusOfSlug[slug]}`, () =>
      describeAnswer(answer),
    );
  },
};

/** The slugs that a status may come with. */
function slugsOf(status: number): readonly string[] {
  return Object.entries(statusOfSlug).flatMap(([slug, own]) => (own === status ? [slug] : []));
}

export const statusesCarryTheirProblems: Invariant = {
  id: "problems/statuses-carry-their-problems",
  level: "must",
  rule: "Each status in the 400s comes with a problem that the table gives that status.",
  source: "Errors, table of slugs",
  reading:
    "A status that the table does not have, such as 422, can come with no problem of the closed set, and so an endpoint of the API never answers it.",
  operations: apiOperations,
  covers: ["question:1"],
  judge(answer) {
    if (!isApiRefusal(answer)) return "not-applicable";
    const slugs = slugsOf(answer.status);
    const expected =
      slugs.length === 0 ? "a status of the table of slugs" : `a problem of ${slugs.join(", ")}`;
    return toJudgement(slugs.includes(slugOf(answer) ?? ""), expected, () => describeAnswer(answer));
  },
};
