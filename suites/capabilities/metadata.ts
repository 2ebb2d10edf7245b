/** Capability metadata: anybody may ask, and what it says is open. */
import type { Check, Observation } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/registry/answer.ts";

/** Asked for once in a run. */
async function readOnce(given: Given): Promise<Answer> {
  return await given.shared(
    "capabilities/metadata",
    async (_own, registry) => await registry.getCapabilities(),
  );
}

export const answersAnonymousCallers: Check = {
  id: "capabilities/answers-anonymous-callers",
  level: "must",
  rule: "Capability metadata answers a caller without a token.",
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
  question: "What does capability metadata hold?",
  source: "Gaps in endpoint coverage, response shape of capability metadata",
  operations: ["getCapabilities"],
  forms: "none",
  covers: ["gap:endpoints/10"],
  async observe({ given }) {
    const { status, body, bytes } = await readOnce(given);

    if (bytes.length === 0) return `${status} without a body`;
    if (typeof body !== "object" || body === null) return `${status} without a JSON object`;
    if (Array.isArray(body)) return `${status} with an array of ${body.length}`;
    return `${status} with an object with the members ${Object.keys(body).slice(0, 20).join(", ")}`;
  },
};
