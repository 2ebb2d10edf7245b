import type { Observation } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, mediaTypeOf, slugOf, textAt } from "../../harness/registry/answer.ts";
import { isSlug } from "../../schemas/problems.ts";

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
  covers: ["question:1", "rule:versioning/1"],
  async observe({ registry }) {
    const below = await registry.request({ method: "GET", path: "/api/v1/no-such-endpoint" });
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
  async observe({ registry }) {
    const patched = await registry.request({ method: "PATCH", path: "/api/v1/capabilities" });
    return describe("PATCH on capability metadata", patched);
  },
};

export const namespace: Observation = {
  id: "problems/namespace",
  question: "What is the problem-type namespace?",
  source: "Errors",
  operations: ["getRelease"],
  forms: "none",
  from: "standard",
  async observe({ registry }) {
    const answer = await registry.getRelease({
      volume: { segment: "conformance-run-looks-for-no-such-volume" },
      version: "1.0.0",
    });
    const type = textAt(answer.body, "type");
    const slug = slugOf(answer);
    if (type === undefined || !isSlug(slug)) return "No problem of the closed set came";
    return `Problem types begin with ${type.slice(0, -slug.length)}`;
  },
};
