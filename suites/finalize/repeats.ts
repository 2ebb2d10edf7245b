/** Repeated finalizes and late bytes: there is one release, and it does not change. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, valueAt } from "../../harness/exchange/answer.ts";
import { ifExpired } from "../situations/expiry.ts";
import { expectUploadedFiles } from "../situations/download.ts";
import { finalizeAgain, firstReleaseAtTheEnd } from "../situations/first-release-at-the-end.ts";
import { lowerVersion } from "../situations/publication.ts";

/** Asserts that a second finalize answers a conflict or the first result. */
function expectNoSecondRelease(tools: Tools, release: PublishedRelease, answer: Answer): void {
  const { expect } = tools;
  if (!isSuccess(answer)) {
    expect.problem(answer, "invalid-upload-state", "version-conflict", ...ifExpired(tools, release.intent));
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

export const repeats: CheckFile = {
  source: "Errors, rule 2; Endpoints, conventions; States and transitions",
  operations: ["finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "finalize/a-second-finalize-makes-no-second-release",
      of: "finalize/uploads-take-effect-once",
      rule: "A repeated `POST` finalize without a key answers 409 `invalid-upload-state` or `version-conflict`, or 201 with the same release; the published integrity never changes.",
      reading:
        "The text supports both a conflict (Errors, rule 2) and the first result (idempotency) for a repeat. We accept both, but never a second or different release. After `expiresAt`, 410 `upload-expired` passes too.",
      covers: [
        "question:5",
        "answers:finalizeReleaseUpload/invalid-upload-state",
        "slug:invalid-upload-state",
      ],
      last: "together",
      async run(tools) {
        const { given, expect } = tools;
        const { release, answer } = await finalizeAgain(given);

        expectNoSecondRelease(tools, release, answer);
        const { metadata } = await firstReleaseAtTheEnd(given);
        expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
          what: "the release's integrity",
          answer: metadata,
        });
      },
    },
    {
      id: "finalize/late-bytes-change-nothing",
      of: "finalize/uploads-take-effect-once",
      forms: "one",
      rule: "Bytes transferred after `POST` finalize change neither `GET` metadata nor the download, and another finalize answers 409 or the same release.",
      source: "Release metadata, integrity; States and transitions",
      reading:
        "The upload transfer is opaque and may accept or reject these bytes. We read the release as fixed at finalize.",
      operations: ["finalizeReleaseUpload", "transferBytes", "getRelease"],
      from: "standard",
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        const { release = await given.publishedRelease() } = await lowerVersion(given);
        const other = await given.archive(release, {
          files: [{ name: "readme.md", content: "# Bytes that came too late\n" }],
        });

        await given.offerBytes(release.intent, other.bytes);
        const answer = await registry.finalizeReleaseUpload(release.intent);

        expectNoSecondRelease(tools, release, answer);
        const metadata = await eventually(() => registry.getRelease(release), { since: release });
        expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
          what: "the release's integrity",
          answer: metadata,
        });
        await expectUploadedFiles(tools, release, metadata);
      },
    },
  ],
};
