/** Capability metadata, which needs no token and whose shape the specification does not give. */
import type { Check, Observation } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";

/** Read once in a run. */
async function readOnce(given: Given): Promise<Answer> {
  return await given.shared(
    "capabilities/metadata",
    async (_own, registry) => await registry.getCapabilities(),
  );
}

export const answersAnonymousCallers: Check = {
  id: "capabilities/answers-anonymous-callers",
  level: "must",
  rule: "`GET /capabilities` without a token answers 2xx.",
  source: "What the service does, rule 1; Endpoints, Capability metadata",
  operations: ["getCapabilities"],
  forms: "none",
  covers: ["operation:getCapabilities", "rule:service/1"],
  async run({ given, expect }) {
    const answer = await readOnce(given);

    expect.success(answer);
  },
};

export const shape: Observation = {
  id: "capabilities/shape",
  question: "What is in the response to `GET /capabilities`?",
  source: "Gaps in endpoint coverage, response shape of capability metadata",
  operations: ["getCapabilities"],
  forms: "none",
  covers: ["gap:endpoints/10"],
  async observe({ given }) {
    const { status, body, bytes } = await readOnce(given);

    if (bytes.length === 0) return `${status} without a body`;
    if (typeof body !== "object" || body === null) return `${status} without a JSON object`;
    if (Array.isArray(body)) return `${status} with an array of ${body.length} items`;
    return `${status} with an object; its members are ${Object.keys(body).slice(0, 20).join(", ")}`;
  },
};
