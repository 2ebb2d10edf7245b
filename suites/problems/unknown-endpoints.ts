import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, mediaTypeOf, slugOf, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { isSlug } from "../../schemas/problems.ts";
import { readUnknownRelease } from "./unknown-resources.ts";
import { isObject } from "../responses.ts";

/** The namespace of problem types: from the target file, or from the 404 for an unknown release. */
async function namespaceOf({ given, target }: Tools): Promise<string | undefined> {
  if (target.problemBase !== undefined) return target.problemBase;
  const answer = await readUnknownRelease(given);
  const slug = slugOf(answer);
  return isSlug(slug) ? textAt(answer.body, "type")?.slice(0, -slug.length - 1) : undefined;
}

/** The response to a path below the prefix that is not an endpoint. */
const requestUnknownPath: Situation<Answer> = situation("problems/stray-path", ({ registry }) =>
  registry.request({ method: "GET", path: "/api/v1/no-such-endpoint" }),
);

/** The response to a method that the endpoint does not support. */
const requestUnknownMethod: Situation<Answer> = situation("problems/stray-method", ({ registry }) =>
  registry.request({ method: "PATCH", path: "/api/v1/capabilities" }),
);

/** Judges the response to a request outside the API, if its media type says that it is a problem. */
function expectClosedProblem({ expect }: Tools, answer: Answer, base: string | undefined): void {
  const isProblem = answer.status >= 400 && mediaTypeOf(answer) === "application/problem+json";
  expect.that(!isProblem || isObject(answer.body), {
    expected: "a JSON object",
    wanted: { member: "document" },
    got: describeAnswer(answer),
    answer,
  });
  if (!isProblem) return;
  const status = valueAt(answer.body, "status") ?? answer.status;
  expect.equal(status, answer.status, {
    what: "`status` of the problem",
    wanted: { member: "status" },
    answer,
  });
  const type = textAt(answer.body, "type") ?? "about:blank";
  const isUnlisted =
    base !== undefined && type.startsWith(`${base}/`) && !isSlug(type.slice(base.length + 1));
  expect.that(!isUnlisted, { expected: "a listed type, or one outside the namespace", got: type, answer });
}

function describe(what: string, answer: Answer): string {
  const type = answer.status >= 400 ? `, media type ${mediaTypeOf(answer) ?? "missing"}` : "";
  return `${what}: ${describeAnswer(answer)}${type}`;
}

export const unknownEndpoints: CheckFile = {
  source: "Errors; Versioning, rule 3",
  reading:
    "The text leaves open how such a request is answered, and `about:blank` is allowed. A response labelled `application/problem+json` is still a problem, and the set of types is closed for the whole registry.",
  operations: ["getRelease"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "problems/unknown-paths-never-add-problem-types",
      of: "problems/unknown-requests-add-no-problem-types",
      rule: "`GET` of an unknown path never answers an unlisted problem type in the namespace. A problem is a JSON object whose `status`, if present, equals the HTTP status.",
      covers: ["question:1", "rule:versioning/3"],
      from: "quick",
      async run(tools) {
        const base = await namespaceOf(tools);

        const answer = await requestUnknownPath(tools.given);

        expectClosedProblem(tools, answer, base);
      },
    },
    {
      id: "problems/unknown-methods-never-add-problem-types",
      of: "problems/unknown-requests-add-no-problem-types",
      rule: "`PATCH /capabilities` never answers an unlisted problem type in the namespace. A problem is a JSON object whose `status`, if present, equals the HTTP status.",
      covers: ["question:1", "rule:versioning/3"],
      async run(tools) {
        const base = await namespaceOf(tools);

        const answer = await requestUnknownMethod(tools.given);

        expectClosedProblem(tools, answer, base);
      },
    },
  ],
  observations: [
    {
      id: "problems/unknown-paths",
      question: "How does the registry answer a path that is not an endpoint?",
      source: "Errors; Versioning, rule 1",
      operations: ["getCapabilities"],
      covers: ["question:1", "rule:versioning/1"],
      async observe({ given, registry }) {
        const belowPrefix = await requestUnknownPath(given);
        const otherPrefix = await registry.request({ method: "GET", path: "/api/v2/capabilities" });
        return `${describe("Unknown path below the prefix", belowPrefix)}; ${describe("prefix of another version", otherPrefix)}`;
      },
    },
    {
      id: "problems/unknown-methods",
      question: "How does the registry answer a method that the endpoint does not support?",
      source: "Errors",
      operations: ["getCapabilities"],
      covers: ["question:1"],
      async observe({ given }) {
        return describe("`PATCH /capabilities`", await requestUnknownMethod(given));
      },
    },
    {
      id: "problems/namespace",
      question: "What is the problem-type namespace?",
      source: "Errors",
      covers: ["convention:problem-types"],
      async observe({ given }) {
        const answer = await readUnknownRelease(given);
        const type = textAt(answer.body, "type");
        const slug = slugOf(answer);
        if (type === undefined || !isSlug(slug)) return "The response has no known problem type";
        return `Problem types begin with ${type.slice(0, -slug.length)}`;
      },
    },
  ],
};
