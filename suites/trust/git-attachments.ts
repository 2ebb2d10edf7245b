/** An attachment to a release whose files a repository holds. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { detailWith, expectAttachment } from "../situations/attached-release.ts";
import { ownReleaseWith } from "../situations/other-targets.ts";
import { finishAttaching } from "./finish-attaching.ts";

function toReason({ status }: Answer): string {
  return status < 500
    ? "the registry refuses attachments to git releases"
    : `a request for the trust upload of a git release answered ${status}`;
}

export const gitAttachments: CheckFile = {
  source: "Trust detail; States and transitions: attachment becomes visible",
  operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher", "release:git"],
  forms: "unscoped",
  from: "standard",
  checks: [
    {
      id: "trust/git-releases-keep-their-attachments",
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "After `POST` trust create and `POST` trust finalize succeed for a git release, `GET` trust detail lists the attachment.",
      reading:
        "The text does not say whether a git release takes attachments. A registry may refuse them, but what it accepts is visible.",
      covers: ["transition:trust-finalize"],
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        const release = await ownReleaseWith(given, "git");
        if (release === undefined || release.integrity === "")
          throw given.nothingToJudge("the run has no git release of its own with an integrity");
        const { volume, version } = release;
        const artifact = given.artifact();
        const requestBody = given.trustBody(release, artifact);
        const created = await eventually(() => registry.createTrustUpload(release, requestBody), {
          since: release,
        });
        if (!isSuccess(created)) throw given.nothingToJudge(toReason(created));
        const about = { volume, version, artifact, requestBody };
        const { attachment, refused = created } = await finishAttaching(tools, about, created);
        if (attachment === undefined) throw given.nothingToJudge(toReason(refused));

        const detail = await detailWith(tools, attachment);

        expect.success(detail, 200);
        expectAttachment(expect, detail, attachment);
      },
    },
  ],
};
