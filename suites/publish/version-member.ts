/** The JSON type of `version` in a create request. The identity chapter checks its syntax. */
import type { CheckFile } from "../../harness/check-file.ts";
import { casesAt } from "../inputs/cases.ts";
import { createWith } from "../situations/release-uploads.ts";

export const versionMember: CheckFile = {
  source: "Create release upload intent, body, version",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "publish/versions-that-are-not-strings-are-refused",
      of: "publish/members-have-their-types-and-bounds",
      rule: "`POST` create with a `version` that is `null`, a number, an array or an object answers 400 `validation-failed`.",
      async run(tools) {
        await tools.each(casesAt(tools, [null, 1, ["1.0.0"], { version: "1.0.0" }], 0), async (version) => {
          const answer = await createWith(tools, { version });

          tools.expect.problem(answer, "validation-failed");
        });
      },
    },
  ],
};
