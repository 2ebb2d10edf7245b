/** The bytes have to be there, and to be what was declared. */
import type { Check, Form } from "../../harness/check.ts";
import { toArchive } from "../../harness/given/archive.ts";
import type { Given, ReleaseOptions } from "../../harness/given/given.ts";
import { isSuccess } from "../../harness/registry/answer.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { controlIntent, openPair } from "../publish/set-up.ts";
import { attempt } from "./attempt.ts";

export const finalizeBeforeBytes: Check = {
  id: "finalize/bytes-have-arrived",
  level: "must",
  rule: "Finalizing an upload whose bytes have not arrived answers 400 missing-uploaded-bytes.",
  source: "Errors, rule 2",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "rule:errors/2",
    "transition:finalize-failures",
    "slug:missing-uploaded-bytes",
    "answers:finalizeReleaseUpload/missing-uploaded-bytes",
  ],
  async run({ given, registry, expect }) {
    const intent = await controlIntent(given);

    const answer = await registry.finalizeReleaseUpload(intent);

    expect.problem(answer, "missing-uploaded-bytes");
  },
};

export const bytesOfAnotherUploadDoNotCount: Check = {
  id: "finalize/bytes-of-another-upload-do-not-count",
  level: "must",
  rule: "Finalizing an upload without bytes answers 400 missing-uploaded-bytes although another upload of the volume has its bytes.",
  source: "Errors, rule 2; Release upload intent, upload",
  operations: ["finalizeReleaseUpload", "transferBytes"],
  needs: ["token:publisher"],
  covers: ["rule:errors/2", "slug:missing-uploaded-bytes"],
  from: "standard",
  async run({ given, registry, expect }) {
    const { opened } = await openPair(given);

    const answer = await registry.finalizeReleaseUpload(opened);

    expect.problem(answer, "missing-uploaded-bytes");
  },
};

/** The good archive, declared with a digest that differs in one digit. */
export function withOtherDigest(
  index: number,
): (release: ReleaseName, given: Given) => Promise<ReleaseOptions> {
  return async (release, given) => {
    const archive = await given.archive(release);
    const at = "sha256:".length + index;
    const digit = archive.digest[at] === "0" ? "1" : "0";
    const declaredDigest = archive.digest.slice(0, at) + digit + archive.digest.slice(at + 1);
    return { archive: toArchive(archive.bytes, archive.entries), body: { declaredDigest } };
  };
}

/** Which digit is wrong: the last in one form and the first in the other, so that comparing a part is found out. */
export function digitOf(form: Form): number {
  return form === "scoped" ? 63 : 0;
}

export const otherDigestsAreRefused: Check = {
  id: "finalize/bytes-have-the-declared-digest",
  level: "must",
  rule: "Bytes that do not have the declared digest are not published: finalize answers 400 digest-mismatch.",
  source: "States and transitions, finalize failure conditions; Errors, digest-mismatch",
  reading:
    "The opaque upload step may refuse such bytes itself; then finalize answers digest-mismatch or missing-uploaded-bytes. The declared digest differs from that of the bytes in one digit, the declared size is right.",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "transition:finalize-failures",
    "slug:digest-mismatch",
    "answers:finalizeReleaseUpload/digest-mismatch",
    "question:8",
    "member:create-release-request.declaredDigest",
  ],
  async run({ given, expect, depth, form }) {
    for (const index of depth === "deep" ? [63, 0] : [digitOf(form)]) {
      const { transfer, answer } = await attempt(given, `digest-${index}`, withOtherDigest(index));

      if (isSuccess(transfer)) expect.problem(answer, "digest-mismatch");
      else expect.problem(answer, "digest-mismatch", "missing-uploaded-bytes");
    }
  },
};
