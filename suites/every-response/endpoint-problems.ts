import type { Invariant } from "../../harness/check.ts";
import { type Answer, slugOf } from "../../harness/registry/answer.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import * as wire from "../../schemas/compiled/wire.js";
import { isSlug, type Slug } from "../../schemas/problems.ts";
import { endpoints } from "../specification.ts";
import {
  type ApiOperation,
  apiOperationOf,
  apiOperations,
  hasCredential,
  isApiRefusal,
  toJudgement,
  uploadOperations,
} from "./subject.ts";

/** What Errors rule 3 groups under 400 and 409 on the endpoints that create and finalize. */
const groupedProblems: ReadonlySet<Slug> = new Set<Slug>([
  "validation-failed",
  "invalid-manifest",
  "invalid-archive",
  "digest-mismatch",
  "subject-binding-mismatch",
  "missing-uploaded-bytes",
  "permission-escalation",
  "version-conflict",
  "identity-mismatch",
  "idempotency-conflict",
  "invalid-upload-state",
  "inconsistent-registry-state",
]);

const tokenProblems: ReadonlySet<Slug> = new Set<Slug>(["authentication-required", "authorization-failed"]);

/** True where an operation may answer a problem, given what was asked. */
function mayAnswer(operation: ApiOperation, slug: Slug, answer: Answer): boolean {
  if (operation === "unpublishVersion" || endpoints[operation].problems.includes(slug)) return true;
  if (uploadOperations.includes(operation)) {
    return groupedProblems.has(slug) || (slug === "not-found" && namesNoVolume(answer));
  }
  return hasCredential(answer) && tokenProblems.has(slug);
}

/** True where the path of a create request is the path of no volume, so that it may lead nowhere. */
function namesNoVolume(answer: Answer): boolean {
  const name = /\/api\/v1\/volumes\/([^?]*)/.exec(answer.exchange.request.url)?.[1] ?? "";
  try {
    return !wire.volumeName(decodeURIComponent(name));
  } catch {
    return true;
  }
}

export const endpointsAnswerTheirOwnProblems: Invariant = {
  id: "every-response/endpoints-answer-their-own-problems",
  level: "must",
  rule: "An endpoint answers no other problems than those that the specification lists for it.",
  source: "Errors, rules 3 and 4; Endpoints, possible errors",
  reading:
    "Rule 3 groups problems under the statuses of the create and finalize endpoints, and so widens their lists. Unpublish lists none, so that any may come. What a bad token on a read is answered is open. A create request whose path is no volume's may lead nowhere.",
  operations: apiOperations,
  covers: [
    "rule:errors/3",
    "rule:errors/4",
    "question:2",
    ...Object.entries(endpoints).flatMap(([operation, { problems }]) =>
      problems.map((slug) => `answers:${operation}/${slug}`),
    ),
  ],
  judge(answer) {
    const operation = apiOperationOf(answer);
    const slug = slugOf(answer);
    if (operation === undefined || !isApiRefusal(answer) || !isSlug(slug)) return "not-applicable";
    return toJudgement(
      mayAnswer(operation, slug, answer),
      `a problem that ${endpoints[operation].place} lists`,
      slug,
    );
  },
};

export const endpointsNeverAnswerServerErrors: Invariant = {
  id: "every-response/endpoints-never-answer-server-errors",
  level: "must",
  rule: "No request to an endpoint is answered with a status in the 500s.",
  source: "Errors, table of slugs",
  reading:
    "Every error is one of the listed problems with the status of that problem, and none of these statuses is in the 500s.",
  operations: apiOperations,
  covers: ["question:1"],
  judge(answer) {
    if (apiOperationOf(answer) === undefined) return "not-applicable";
    return toJudgement(answer.status < 500, "a status below 500", () => describeAnswer(answer));
  },
};
