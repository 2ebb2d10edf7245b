/** Finalizing more than once: there is one release, and it stays what it is. */
import type { Check } from "../../harness/check.ts";
import type { Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, valueAt } from "../../harness/registry/answer.ts";
import { expectUploadedFiles } from "../integrity/download.ts";
import { firstRelease } from "../publish/set-up.ts";
import type { Tools } from "./attempt.ts";

const shared: Pick<Check, "level" | "needs"> = { level: "must", needs: ["token:publisher"] };

/** A release whose upload was finalized a second time, without a key, and the answer to that. */
export function finalizeAgain(
  given: Given,
): Promise<{ readonly release: PublishedRelease; readonly answer: Answer }> {
  return given.shared("finalize/second-finalize", async (own, registry) => {
    const release = await firstRelease(own);
    return { release, answer: await registry.finalizeReleaseUpload(release.intent) };
  });
}

/** A second finalize is a conflict, or the first result again. */
function expectNoSecondRelease({ expect }: Tools, release: PublishedRelease, answer: Answer): void {
  if (!isSuccess(answer)) {
    expect.problem(answer, "invalid-upload-state", "version-conflict");
    return;
  }
  expect.success(answer, 201);
  expect.equal(valueAt(answer.body, "uploadId"), release.intent.uploadId, {
    what: "the repeated uploadId",
    answer,
  });
  for (const member of ["name", "version", "integrity"]) {
    const first = valueAt(release.answer.body, "release", member);
    expect.equal(valueAt(answer.body, "release", member), first, {
      what: `the repeated release's ${member}`,
      answer,
    });
  }
}

export const secondFinalizeMakesNoSecondRelease: Check = {
  ...shared,
  id: "finalize/a-second-finalize-makes-no-second-release",
  rule: "Finalizing an upload again without a key answers 409 invalid-upload-state or version-conflict, or the same release with 201.",
  source: "Errors, rule 2; Endpoints, conventions; States and transitions",
  reading:
    "One rule makes it a conflict, the idempotency of finalize the first result; what a repeat answers is never said. A second or another release it is never.",
  operations: ["finalizeReleaseUpload", "getRelease"],
  covers: ["question:5", "answers:finalizeReleaseUpload/invalid-upload-state", "slug:invalid-upload-state"],
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const { release, answer } = await finalizeAgain(given);

    expectNoSecondRelease(tools, release, answer);
    const metadata = await settle(release, () => registry.getRelease(release));
    expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
      what: "the release's integrity",
      answer: metadata,
    });
  },
};

export const lateBytesChangeNothing: Check = {
  ...shared,
  id: "finalize/late-bytes-change-nothing",
  rule: "Bytes that are sent for an upload after it was finalized change neither the release nor its files.",
  source: "Release metadata, integrity; States and transitions",
  reading: "The upload step is opaque and may take or refuse such bytes; the release is what was finalized.",
  operations: ["finalizeReleaseUpload", "transferBytes", "getRelease"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const release = await given.publishedRelease();
    const other = await given.archive(release, {
      files: [{ name: "README.md", content: "# Bytes that came too late\n" }],
    });

    await given.offerBytes(release.intent, other.bytes);
    const answer = await registry.finalizeReleaseUpload(release.intent);

    expectNoSecondRelease(tools, release, answer);
    const metadata = await settle(release, () => registry.getRelease(release));
    expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
      what: "the release's integrity",
      answer: metadata,
    });
    await expectUploadedFiles(tools, release, metadata);
  },
};
