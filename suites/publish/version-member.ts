/** The version of a create request. Its grammar is the identity chapter's. */
import type { Check } from "../../harness/check.ts";
import { casesAt } from "../cases.ts";
import { createWith } from "./set-up.ts";

export const versionsOfAnotherTypeAreRefused: Check = {
  id: "publish/versions-that-are-no-strings-are-refused",
  level: "must",
  rule: "A create request whose version is null, a number, a list or an object is refused with 400 validation-failed.",
  source: "Create release upload intent, body, version",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  async run(tools) {
    for (const version of casesAt(tools, [null, 1, ["1.0.0"], { version: "1.0.0" }])) {
      const answer = await createWith(tools, { version });

      tools.expect.problem(answer, "validation-failed");
    }
  },
};
