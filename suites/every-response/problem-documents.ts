import * as wire from "../../schemas/compiled/wire.js";
import type { CheckFile, InvariantEntry } from "../../harness/check-file.ts";
import type { Invariant } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import {
  type Answer,
  headerOf,
  isSuccess,
  mediaTypeOf,
  slugOf,
  textAt,
  valueAt,
} from "../../harness/exchange/answer.ts";
import { isSlug } from "../../schemas/problems.ts";
import {
  apiOperationOf,
  apiOperations,
  isApiRefusal,
  isApiResponse,
  isObject,
  toJudgement,
} from "../responses.ts";

/** The rule for one member of problem documents. */
function toMemberRule(
  member: string,
  texts: Pick<Invariant, "id" | "of" | "rule" | "ownsResponse">,
  holds: (value: unknown) => boolean,
): InvariantEntry {
  return {
    ...texts,
    source: `Errors, table of members, ${member}`,
    covers: [`member:problem.${member}`],
    judge(answer) {
      if (!isApiRefusal(answer) || !isObject(answer.body) || isAnotherFormat(answer)) return "not-applicable";
      const value = valueAt(answer.body, member);
      return holds(value) ? "held" : { expected: texts.rule, got: quote(value), member: `/${member}` };
    },
  };
}

/**
 * True if the body is neither a problem nor labelled as one: the page of a gateway, plain text, nothing, or JSON of the framework's own.
 * JSON that is no object is judged as what it should have been.
 */
function isAnotherFormat(answer: Answer): boolean {
  const mediaType = mediaTypeOf(answer) ?? "";
  if (!isObject(answer.body)) return !/[/+]json$/.test(mediaType);
  return mediaType !== "application/problem+json" && valueAt(answer.body, "type") === undefined;
}

export const problemDocuments: CheckFile = {
  source: "What the service does, rule 2; Errors",
  operations: apiOperations,
  invariants: [
    {
      id: "every-response/errors-are-problem-json",
      // with another label alone, a problem can still be used
      ownsResponse: isAnotherFormat,
      rule: "A 4xx or 5xx response has the media type `application/problem+json`.",
      reading:
        "The text does not mention case or parameters of the media type. As in RFC 9110, case is ignored and parameters such as `charset` are fine. The page of a gateway counts if it stays after retries.",
      covers: ["rule:service/2", "convention:problem-media-type"],
      judge(answer) {
        const isServerError = apiOperationOf(answer) !== undefined && answer.status >= 500;
        if (!isServerError && !isApiRefusal(answer)) return "not-applicable";
        const got = headerOf(answer, "content-type") ?? "no `Content-Type`";
        return toJudgement(
          mediaTypeOf(answer) === "application/problem+json",
          "application/problem+json",
          got,
          { aspect: "header", wanted: { mediaType: "application/problem+json" } },
        );
      },
    },
    {
      id: "every-response/error-bodies-are-json-objects",
      covers: ["rule:service/2"],
      ownsResponse: true,
      rule: "A 4xx response with a JSON media type has a JSON object as its body.",
      reading:
        "The text names one format for all errors. A body in another format breaks the rule for the media type, so we judge it only there.",
      judge(answer) {
        if (!isApiRefusal(answer) || isAnotherFormat(answer)) return "not-applicable";
        return toJudgement(isObject(answer.body), "a JSON object", () => describeAnswer(answer), {
          wanted: { member: "document" },
        });
      },
    },
    toMemberRule(
      "type",
      {
        id: "every-response/problem-types-are-uris",
        of: "problems/members-have-their-types",
        ownsResponse: true,
        rule: "A problem has a `type` that is a URI.",
      },
      (type) => wire.uri(type),
    ),
    toMemberRule(
      "title",
      {
        id: "every-response/problem-titles-are-not-empty",
        of: "problems/members-have-their-types",
        rule: "A problem has a `title` with at least one character.",
      },
      (title) => typeof title === "string" && title !== "",
    ),
    toMemberRule(
      "status",
      {
        id: "every-response/problem-statuses-are-numbers",
        of: "problems/members-have-their-types",
        rule: "A problem has a `status` that is an integer from 100 to 599.",
      },
      (status) => Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599,
    ),
    toMemberRule(
      "detail",
      {
        id: "every-response/problem-details-are-strings",
        of: "problems/members-have-their-types",
        rule: "The `detail` of a problem, if present, is a string.",
      },
      (detail) => detail === undefined || typeof detail === "string",
    ),
    toMemberRule(
      "instance",
      {
        id: "every-response/problem-instances-are-uri-references",
        of: "problems/members-have-their-types",
        rule: "The `instance` of a problem, if present, is a URI reference.",
      },
      (instance) => instance === undefined || wire.uriReference(instance),
    ),
    {
      id: "every-response/problem-status-repeats-the-http-status",
      rule: "A numeric `status` of a problem equals the HTTP status.",
      source: "Errors, table of members, status",
      covers: ["member:problem.status"],
      judge(answer) {
        const status = valueAt(answer.body, "status");
        if (!isApiRefusal(answer) || typeof status !== "number") return "not-applicable";
        return toJudgement(status === answer.status, `\`status\` ${answer.status}`, `\`status\` ${status}`, {
          wanted: { member: "status" },
        });
      },
    },
    {
      id: "every-response/problems-are-never-successes",
      covers: ["convention:problem-media-type"],
      ownsResponse: true,
      rule: "A 2xx response has no problem as its body.",
      source: "Errors; Errors, table of slugs",
      reading: "A problem is an object whose `type` ends with a listed slug.",
      judge(answer) {
        const slug = slugOf(answer);
        if (!isApiResponse(answer) || !isSuccess(answer)) return "not-applicable";
        return toJudgement(
          !isSlug(slug),
          "a problem with an error status",
          () => `${answer.status} ${slug}`,
          {
            wanted: { otherStatus: true },
          },
        );
      },
    },
    {
      id: "every-response/problem-types-are-of-the-closed-set",
      ownsResponse: true,
      rule: "The last path segment of the `type` of a problem is one of the nineteen listed slugs.",
      source: "Errors; Versioning, rule 3",
      reading:
        "The text does not mention `about:blank` or types of vendors. Every `type` is the namespace, a slash and a listed slug, so an endpoint never answers them.",
      covers: ["rule:versioning/3", "convention:problem-types"],
      judge(answer) {
        const type = textAt(answer.body, "type");
        // a problem whose type is not a URI breaks another rule
        if (!isApiRefusal(answer) || !wire.uri(type)) return "not-applicable";
        if (isSlug(slugOf(answer))) return "held";
        return {
          expected: "a `type` that ends with one of the listed slugs",
          wanted: { member: "type" },
          got: quote(type),
          member: "/type",
        };
      },
    },
    {
      id: "every-response/problem-types-share-one-namespace",
      rule: "The `type` of every problem with a known slug is `{problem_base}/<slug>`, with one `problem_base` for the whole registry.",
      source: "Errors",
      reading:
        "The text leaves the namespace open: it may be any URI. We use the one in the target file, or else that of the first problem with a known slug.",
      covers: ["convention:problem-types"],
      judge(answer, { problemBase }) {
        const slug = slugOf(answer);
        if (!isApiRefusal(answer) || problemBase === undefined || !isSlug(slug)) return "not-applicable";
        const type = textAt(answer.body, "type");
        return toJudgement(type === `${problemBase}/${slug}`, `${problemBase}/${slug}`, () => quote(type), {
          aspect: "body",
        });
      },
    },
  ],
};
