/** Tokens of another registry. */
import type { CheckFile } from "../../harness/check-file.ts";
import { publishing, trustUpload } from "./protected-requests.ts";

export const foreignTokens: CheckFile = {
  source: "Authentication, rules 4 and 7",
  operations: [...publishing.operations, ...trustUpload.operations],
  needs: ["token:publisher"],
  forms: "one",
  from: "standard",
  checks: [
    {
      id: "authentication/tokens-are-registry-local",
      rule: "`POST` create, finalize, trust create or trust finalize with a token of another registry answers 401 `authentication-required`.",
      reading:
        "The suite tests one registry and cannot get a token of another one. We judge this only if the target file has `tokens.foreign`.",
      covers: ["rule:authentication/4", "rule:authentication/7"],
      async run(tools) {
        if (tools.target.tokens.foreign === undefined) throw tools.given.optional("tokens.foreign");

        for (const group of [publishing, trustUpload]) {
          for (const answer of await group.send(tools, { as: "foreign" }))
            tools.expect.problem(answer, "authentication-required");
        }
      },
    },
  ],
};
