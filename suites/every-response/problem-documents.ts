import type { Invariant } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { headerOf, mediaTypeOf, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import * as wire from "../../schemas/compiled/wire.js";
import { isSlug } from "../../schemas/problems.ts";
import { apiOperations, isApiRefusal, isObject, toJudgement } from "./subject.ts";

/** What is the same for all rules about problem documents. */
const about = { level: "must", operations: apiOperations } as const satisfies Partial<Invariant>;

export const errorsAreProblemJson: Invariant = {
  ...about,
  id: "every-response/errors-are-problem-json",
  rule: "An error answer has the media type application/problem+json.",
  source: "What the service does, rule 2; Errors",
  reading:
    "The type is compared without regard to case, and parameters such as charset are fine, as RFC 9110 has it.",
  covers: ["rule:service/2"],
  judge(answer) {
    if (!isApiRefusal(answer)) return "not-applicable";
    const got = headerOf(answer, "content-type") ?? "no content type";
    return toJudgement(mediaTypeOf(answer) === "application/problem+json", "application/problem+json", got);
  },
};

export const errorBodiesAreJsonObjects: Invariant = {
  ...about,
  id: "every-response/error-bodies-are-json-objects",
  rule: "The body of an error answer is a JSON object: a problem document.",
  source: "What the service does, rule 2; Errors",
  judge(answer) {
    if (!isApiRefusal(answer)) return "not-applicable";
    return toJudgement(isObject(answer.body), "a JSON object", () => describeAnswer(answer));
  },
};

/** The rule for one member of problem documents. */
function toMemberRule(
  member: string,
  says: Pick<Invariant, "id" | "rule">,
  holds: (value: unknown) => boolean,
): Invariant {
  return {
    ...about,
    ...says,
    source: `Errors, table of members, ${member}`,
    covers: [`member:problem.${member}`],
    judge(answer) {
      if (!isApiRefusal(answer) || !isObject(answer.body)) return "not-applicable";
      const value = valueAt(answer.body, member);
      return toJudgement(holds(value), says.rule, () => quote(value));
    },
  };
}

export const problemTypesAreUris: Invariant = toMemberRule(
  "type",
  { id: "every-response/problem-types-are-uris", rule: "A problem has a type, which is a URI." },
  (type) => wire.uri(type),
);

export const problemTitlesAreNotEmpty: Invariant = toMemberRule(
  "title",
  {
    id: "every-response/problem-titles-are-not-empty",
    rule: "A problem has a title of at least one character.",
  },
  (title) => typeof title === "string" && title !== "",
);

export const problemStatusesAreNumbers: Invariant = toMemberRule(
  "status",
  {
    id: "every-response/problem-statuses-are-numbers",
    rule: "A problem has a status, which is an integer from 100 to 599.",
  },
  (status) => Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599,
);

export const problemDetailsAreText: Invariant = toMemberRule(
  "detail",
  {
    id: "every-response/problem-details-are-text",
    rule: "The detail of a problem, where there is one, is a string.",
  },
  (detail) => detail === undefined || typeof detail === "string",
);

export const problemInstancesAreReferences: Invariant = toMemberRule(
  "instance",
  {
    id: "every-response/problem-instances-are-references",
    rule: "The instance of a problem, where there is one, is a URI reference.",
  },
  (instance) => instance === undefined || wire.uriReference(instance),
);

export const problemStatusRepeatsTheHttpStatus: Invariant = {
  ...about,
  id: "every-response/problem-status-repeats-the-http-status",
  rule: "The status of a problem repeats the HTTP status.",
  source: "Errors, table of members, status",
  covers: ["member:problem.status"],
  judge(answer) {
    const status = valueAt(answer.body, "status");
    if (!isApiRefusal(answer) || typeof status !== "number") return "not-applicable";
    return toJudgement(status === answer.status, `status ${answer.status}`, `status ${status}`);
  },
};

export const problemTypesAreOfTheClosedSet: Invariant = {
  ...about,
  id: "every-response/problem-types-are-of-the-closed-set",
  rule: "The last path segment of a problem's type is one of the nineteen slugs.",
  source: "Errors; Versioning, rule 3",
  reading:
    "Every type is the namespace, a slash and a slug, so that about:blank and vendors' own types are none for an endpoint of the API.",
  covers: ["rule:versioning/3"],
  judge(answer) {
    if (!isApiRefusal(answer) || !isObject(answer.body)) return "not-applicable";
    return toJudgement(isSlug(slugOf(answer)), "a type that ends with one of the listed slugs", () =>
      quote(valueAt(answer.body, "type")),
    );
  },
};

export const problemTypesShareOneNamespace: Invariant = {
  ...about,
  id: "every-response/problem-types-share-one-namespace",
  rule: "Every problem's type is in the same namespace.",
  source: "Errors",
  reading:
    "The namespace may be any URI. It is the one in the target file, or else that of the first problem with a known slug; from then on every type is exactly that, a slash and the slug.",
  judge(answer, { problemBase }) {
    const slug = slugOf(answer);
    if (!isApiRefusal(answer) || problemBase === undefined || !isSlug(slug)) return "not-applicable";
    const type = textAt(answer.body, "type");
    return toJudgement(type === `${problemBase}/${slug}`, `${problemBase}/${slug}`, () => quote(type));
  },
};
