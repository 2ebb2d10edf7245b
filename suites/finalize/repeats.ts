/** Finalizing more than once: there is one release, and it stays what it is. */
import type { Check } from "../../harness/check.ts";
import type { PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import type { Slug } from "../../schemas/problems.ts";
import { expectUploadedFiles } from "../integrity/download.ts";
import { firstRelease } from "../publish/set-up.ts";
import type { Tools } from "./attempt.ts";

const shared: Pick<Check, "level" | "needs"> = { level: "must", needs: ["token:publisher"] };

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
    const release = await firstRelease(given);

    const answer = await registry.finalizeReleaseUpload(release.intent);

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

/** Conflicts that the loser of two uploads may be told: those the grouping of statuses has. */
const conflicts: readonly Slug[] = [
  "version-conflict",
  "invalid-upload-state",
  "identity-mismatch",
  "idempotency-conflict",
  "inconsistent-registry-state",
];

export const oneOfTwoOpenIntentsWins: Check = {
  ...shared,
  id: "finalize/one-of-two-open-intents-wins",
  rule: "Of two uploads for one version that are finalized at the same time exactly one succeeds, the other is a 409, and the release is the one that succeeded.",
  source: "Errors, version-conflict; Errors, rule 3",
  reading:
    "Whether an open intent reserves its version is left open: a second create may be refused with 409 version-conflict. Which of the grouped conflicts the loser is told is left open too.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease", "getVersionIndex"],
  covers: ["question:15", "slug:version-conflict", "rule:errors/3", "question:2"],
  from: "standard",
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const one = await given.uploadedBytes();
    const two = await openRival(tools, one);
    if (two === undefined) return;

    const answers = await Promise.all([one, two].map((intent) => registry.finalizeReleaseUpload(intent)));

    const winners = answers.filter(isSuccess);
    const [winner] = winners;
    expect.that(winners.length === 1 && winner !== undefined, {
      expected: "exactly one finalize to succeed",
      got: answers.map(({ status }) => status).join(" and "),
      ...(answers[0] === undefined ? {} : { answer: answers[0] }),
    });
    for (const answer of answers) if (!isSuccess(answer)) expect.problem(answer, ...conflicts);
    const since = { sinceMs: Math.max(...answers.map(({ endedAtMs }) => endedAtMs)) };
    const metadata = await settle(since, () => registry.getRelease(one));
    const index = await settle(
      since,
      () => registry.getVersionIndex(one.volume),
      (answer) => listAt(answer.body, "items").length > 0,
    );
    const integrity = valueAt(winner?.body, "release", "integrity");
    expect.equal(valueAt(metadata.body, "integrity"), integrity, {
      what: "the integrity of the release that won",
      answer: metadata,
    });
    expect.equal(
      listAt(index.body, "items").map((row) => textAt(row, "version") ?? one.version),
      [one.version],
      { what: "the versions in the index", answer: index },
    );
  },
};

/** A second upload for the same version with other files, or undefined where the registry reserves the version. */
async function openRival(
  { given, registry, expect }: Tools,
  one: UploadIntent,
): Promise<UploadIntent | undefined> {
  const { volume, version } = one;
  const archive = await given.archive(
    { volume, version },
    { files: [{ name: "README.md", content: "# The rival\n" }] },
  );
  const requestBody = given.createBody(version, archive);
  const created = await registry.createReleaseUpload(volume, requestBody);
  if (!isSuccess(created)) {
    expect.problem(created, "version-conflict");
    return undefined;
  }
  const two = given.intentOf({ volume, version, archive, requestBody }, created);
  await given.transfer(two, archive.bytes);
  return two;
}
