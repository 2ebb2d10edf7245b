/** Trust: attaching artifacts to a release, and reading what is attached. */
import type { Chapter } from "../../harness/check.ts";
import { toChapter } from "../../harness/check-file.ts";
import { sentences } from "./sentences.ts";
import { artifactBinding } from "./artifact-binding.ts";
import { create } from "./create.ts";
import { declaredContent } from "./declared-content.ts";
import { detail } from "./detail.ts";
import { finalize } from "./finalize.ts";
import { finalizeOnce } from "./finalize-once.ts";
import { finalizePath } from "./finalize-path.ts";
import { finalizeRefusals } from "./finalize-refusals.ts";
import { gitAttachments } from "./git-attachments.ts";
import { isolation } from "./isolation.ts";
import { namesakes } from "./namesakes.ts";
import { observations } from "./observations.ts";
import { observedRequests } from "./observed-requests.ts";
import { requestBody } from "./request-body.ts";
import { manyAttachments } from "./many-attachments.ts";
import { multipleAttachments } from "./multiple-attachments.ts";
import { states } from "./states.ts";
import { subjectBinding } from "./subject-binding.ts";
import { summary } from "./summary.ts";
import { unknownRelease } from "./unknown-release.ts";

export const trust: Chapter = toChapter({
  id: "trust",
  title: "Trust attachments, summary and detail",
  sentences,
  files: [
    create,
    declaredContent,
    requestBody,
    subjectBinding,
    unknownRelease,
    finalize,
    finalizeRefusals,
    finalizePath,
    artifactBinding,
    detail,
    summary,
    multipleAttachments,
    manyAttachments,
    finalizeOnce,
    isolation,
    namesakes,
    states,
    gitAttachments,
    observations,
    observedRequests,
  ],
});
