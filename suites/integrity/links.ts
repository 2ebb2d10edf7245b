/** `integrity` depends on the links of a release, if the registry accepts and serves them. */
import type { CheckFile } from "../../harness/check-file.ts";
import { judgeDifferent } from "./comparison.ts";
import { linkRefusal } from "./series.ts";

export const links: CheckFile = {
  source: "Release metadata, integrity; What the service does, rule 4",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  uses: ["release-purged"],
  forms: "one",
  from: "standard",
  checks: [
    {
      id: "integrity/depends-on-links",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "`POST` finalize of an archive with a symbolic link answers 400, or returns an `integrity` that depends on the link and its target.",
      reading:
        "The text does not say whether a file tree may have links. A registry may refuse them or serve none; we read a link that it serves as part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      async run(tools) {
        const judged = await judgeDifferent(tools, [
          "one more link",
          "another target of a link",
          "one more hard link",
        ]);
        if (judged > 0) return;
        const refusal = await linkRefusal(tools, "one more link");
        if (refusal === undefined) throw tools.given.nothingToJudge("the registry serves no links");

        const { status = 0, slug = "" } = refusal;
        tools.expect.that(status >= 400 && status <= 499, {
          expected: "a refusal of the link, or a different integrity",
          got: `${status} ${slug}`,
        });
      },
    },
  ],
};
