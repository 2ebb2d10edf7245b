import type { Check, Observation, Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, mediaTypeOf, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import { isSlug } from "../../schemas/problems.ts";
import type { Given } from "../../harness/given/given.ts";
import { readUnknownRelease } from "./unknown-resources.ts";
import { isObject } from "../every-response/subject.ts";

/** The namespace of problem types: the target's, or that of a problem that every registry has. */
async function namespaceOf({ given, target }: Tools): Promise<string | undefined> {
  if (target.problemBase !== undefined) return target.problemBase;
  const answer = await readUnknownRelease(given);
  const slug = slugOf(answer);
  return isSlug(slug) ? textAt(answer.body, "type")?.slice(0, -slug.length - 1) : undefined;
}

/** What a path below the prefix that is no endpoint's is answered. */
function askStrayPath(given: Given): Promise<Answer> {
  return given.shared("problems/stray-path", (_own, registry) =>
    registry.request({ method: "GET", path: "/api/v1/no-such-endpoint" }),
  );
}

/** What a method that an endpoint does not have is answered. */
function askStrayMethod(given: Given): Promise<Answer> {
  return given.shared("problems/stray-method", (_own, registry) =>
    registry.request({ method: "PATCH", path: "/api/v1/capabilities" }),
  );
}

const reading =
  "What such a request is answered is open, about:blank included. But what says that it is a problem is one, and the set of types in the namespace is closed for the whole registry.";

/** Judges what a request outside the API is answered, where it says that it is a problem. */
function expectStray({ expect }: Tools, answer: Answer, base: string | undefined): void {
  const isProblem = answer.status >= 400 && mediaTypeOf(answer) === "application/problem+json";
  expect.that(!isProblem || isObject(answer.body), {
    expected: "a JSON object",
    got: describeAnswer(answer),
    answer,
  });
  if (!isProblem) return;
  const status = valueAt(answer.body, "status") ?? answer.status;
  expect.equal(status, answer.status, { what: "the problem's status", answer });
  const type = textAt(answer.body, "type") ?? "about:blank";
  const isNew = base !== undefined && type.startsWith(`${base}/`) && !isSlug(type.slice(base.length + 1));
  expect.that(!isNew, { expected: "no further type in the namespace", got: type, answer });
}

export const strayPathsAddNoProblem: Check = {
  id: "problems/stray-paths-add-no-problem",
  level: "must",
  rule: "What a path outside the API is answered, where it is labelled a problem, is a JSON object that repeats its status and adds no type to the namespace.",
  source: "Errors; Versioning, rule 3",
  reading,
  operations: ["getRelease"],
  forms: "none",
  covers: ["question:1", "rule:versioning/3"],
  async run(tools) {
    const base = await namespaceOf(tools);

    const answer = await askStrayPath(tools.given);

    expectStray(tools, answer, base);
  },
};

export const strayMethodsAddNoProblem: Check = {
  id: "problems/stray-methods-add-no-problem",
  level: "must",
  rule: "What a method that an endpoint does not have is answered, where it is labelled a problem, is a JSON object that repeats its status and adds no type to the namespace.",
  source: "Errors; Versioning, rule 3",
  reading,
  operations: ["getRelease"],
  forms: "none",
  from: "standard",
  covers: ["question:1", "rule:versioning/3"],
  async run(tools) {
    const base = await namespaceOf(tools);

    const answer = await askStrayMethod(tools.given);

    expectStray(tools, answer, base);
  },
};

function describe(what: string, answer: Answer): string {
  const type = answer.status >= 400 ? `, labelled ${mediaTypeOf(answer) ?? "nothing"}` : "";
  return `${what} is answered ${describeAnswer(answer)}${type}`;
}

export const unknownPaths: Observation = {
  id: "problems/unknown-paths",
  question: "What is a path that is no endpoint's answered?",
  source: "Errors; Versioning, rule 1",
  operations: ["getCapabilities"],
  forms: "none",
  from: "standard",
  covers: ["question:1", "rule:versioning/1"],
  async observe({ given, registry }) {
    const below = await askStrayPath(given);
    const beside = await registry.request({ method: "GET", path: "/api/v2/capabilities" });
    return `${describe("A path below the prefix", below)}; ${describe("the prefix of another version", beside)}`;
  },
};

export const unknownMethods: Observation = {
  id: "problems/unknown-methods",
  question: "What is a method that an endpoint does not have answered?",
  source: "Errors",
  operations: ["getCapabilities"],
  forms: "none",
  from: "standard",
  covers: ["question:1"],
  async observe({ given }) {
    return describe("PATCH on capability metadata", await askStrayMethod(given));
  },
};

export const namespace: Observation = {
  id: "problems/namespace",
  question: "What is the problem-type namespace?",
  source: "Errors",
  operations: ["getRelease"],
  forms: "none",
  from: "standard",
  async observe({ given }) {
    const answer = await readUnknownRelease(given);
    const type = textAt(answer.body, "type");
    const slug = slugOf(answer);
    if (type === undefined || !isSlug(slug)) return "No problem of the closed set came";
    return `Problem types begin with ${type.slice(0, -slug.length)}`;
  },
};
