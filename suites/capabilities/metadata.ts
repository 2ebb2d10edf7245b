/** Capability metadata, which needs no token and whose shape the specification does not give. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Answer } from "../../harness/exchange/answer.ts";

/** Read once in a run. */
const readOnce: Situation<Answer> = situation(
  "capabilities/metadata",
  async ({ registry }) => await registry.getCapabilities(),
);

export const metadata: CheckFile = {
  source: "What the service does, rule 1; Endpoints, Capability metadata",
  operations: ["getCapabilities"],
  forms: "none",
  checks: [
    {
      id: "capabilities/answers-anonymous-callers",
      of: "authentication/reads-need-no-authority",
      owns: ["every-response/endpoints-answer-their-own-problems", "every-response/reads-need-no-token"],
      rule: "`GET /capabilities` without a token answers 2xx.",
      covers: ["operation:getCapabilities", "rule:service/1"],
      async run({ given, expect }) {
        const answer = await readOnce(given);

        expect.success(answer);
      },
    },
  ],
  observations: [
    {
      id: "capabilities/shape",
      question: "What is in the response to `GET /capabilities`?",
      source: "Gaps in endpoint coverage, response shape of capability metadata",
      covers: ["gap:endpoints/10"],
      async observe({ given }) {
        const { status, body, bytes } = await readOnce(given);

        if (bytes.length === 0) return `${status} without a body`;
        if (typeof body !== "object" || body === null) return `${status} without a JSON object`;
        if (Array.isArray(body)) return `${status} with an array of ${body.length} items`;
        return `${status} with an object; its members are ${Object.keys(body).slice(0, 20).join(", ")}`;
      },
    },
  ],
};
