import * as wire from "../../schemas/compiled/wire.js";
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, slugOf } from "../../harness/exchange/answer.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { type Slug, isSlug } from "../../schemas/problems.ts";
import { endpoints } from "../specification.ts";
import {
  type ApiOperation,
  apiOperationOf,
  apiOperations,
  hasCredential,
  isApiRefusal,
  toJudgement,
  uploadOperations,
} from "../responses.ts";

/** The problems that Errors, rule 3 groups under 400 and 409 for create and finalize endpoints. */
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

/** True if the operation may answer this problem to the given request. */
function mayAnswer(operation: ApiOperation, slug: Slug, answer: Answer): boolean {
  if (operation === "unpublishVersion" || endpoints[operation].problems.includes(slug)) return true;
  if (uploadOperations.includes(operation)) {
    return groupedProblems.has(slug) || (slug === "not-found" && hasInvalidVolumeName(answer));
  }
  return hasCredential(answer) && tokenProblems.has(slug);
}

/** True if the path of a create request has no valid volume name, so that the router may not match it. */
function hasInvalidVolumeName(answer: Answer): boolean {
  const { volume } = answer.exchange.about ?? {};
  return volume === undefined || !wire.volumeName(toFullName(volume));
}

export const endpointProblems: CheckFile = {
  source: "Errors, rules 3 and 4; Endpoints, possible errors",
  operations: apiOperations,
  invariants: [
    {
      id: "every-response/endpoints-answer-their-own-problems",
      ownsResponse: true,
      restsOn: ["release-metadata/unknown-releases-are-not-found"],
      rule: "An endpoint answers only problems that the specification lists for it. Create and finalize endpoints may also answer the problems that Errors, rule 3 groups.",
      reading:
        "The text leaves open problems for `DELETE`, for bad tokens on reads, and for paths that the router does not match. We accept every slug for `DELETE`, 401 and 403 for reads with a token, and 404 for creates with an invalid name.",
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
          `a problem listed under ${endpoints[operation].place}`,
          slug,
          { wanted: { answer: "listed problem" } },
        );
      },
    },
    {
      id: "every-response/endpoints-never-answer-server-errors",
      ownsResponse: true,
      rule: "No request to an endpoint answers 5xx.",
      source: "Errors, table of slugs",
      reading:
        "The text does not mention 5xx responses. Every error is a listed problem with the status of that problem, and no listed status is 5xx.",
      covers: ["question:1"],
      judge(answer) {
        if (apiOperationOf(answer) === undefined) return "not-applicable";
        return toJudgement(answer.status < 500, "a status below 500", () => describeAnswer(answer), {
          wanted: { otherStatus: true },
        });
      },
    },
  ],
};
