/** The upload states that finalize rejects, and what a failed finalize leaves behind. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Given, UploadIntent } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { casesAt } from "../inputs/cases.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { keyInOneHalf } from "../situations/contexts.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { notGzip } from "./archives.ts";
import { type Attempt, attempt } from "./attempt.ts";
import { withDifferentDigest, wrongDigitOf } from "./bytes.ts";
import { manifestNamingAnotherVersion } from "./manifest-identity.ts";
import { escalatingManifest, malformedManifest } from "./manifests.ts";

/** Uploads that finalize rejects for different reasons, shared with the checks for these reasons. */
const rejectedUploads: readonly ((tools: Tools) => Promise<Attempt>)[] = [
  ({ given, half }) =>
    attempt(given, `digest-${wrongDigitOf(half)}`, withDifferentDigest(wrongDigitOf(half))),
  ({ given }) => attempt(given, "not-gzip", notGzip),
  escalatingManifest,
  (tools) => malformedManifest(tools),
  manifestNamingAnotherVersion,
];

/**
 * An upload with its bytes, beside a release and uploads that the end of the run looks at. Of its own volume where that one takes no
 * further version: a registry may close a volume once one of its versions was unpublished.
 */
async function uploadedBesideGuarded(given: Given, label: string): Promise<UploadIntent> {
  const { volume } = await releaseToGuard(given);
  const options = { version: given.version(label), idempotencyKey: given.key() };
  return (
    (await undefinedIfNotPossible(() => given.uploadedBytes({ volume, ...options }))) ??
    (await given.uploadedBytes({ ...options, idempotencyKey: given.key() }))
  );
}

/** The finalize of an expired upload whose bytes have arrived, with an idempotency key in one half. */
export const finalizeExpired: Situation<{ readonly upload: UploadIntent; readonly answer: Answer }> =
  situation("finalize/expired-finalize", async ({ given, registry }) => {
    const upload = await uploadedBesideGuarded(given, "1.3.1");
    await given.expire(upload);
    return { upload, answer: await registry.finalizeReleaseUpload(upload, keyInOneHalf(given)) };
  });

/** The finalize of an upload that has failed although its bytes have arrived, with a new key, which changes nothing. */
const finalizeFailed: typeof finalizeExpired = situation(
  "finalize/failed-finalize",
  async ({ given, registry }) => {
    const upload = await uploadedBesideGuarded(given, "1.3.2");
    await given.state("intent-failed", { uploadId: upload.uploadId });
    const answer = await registry.finalizeReleaseUpload(upload, { idempotencyKey: given.key() });
    return { upload, answer };
  },
);

/** The rejected uploads, without those that need an optional key the target file does not have. */
async function finalizeRejectedUploads(tools: Tools): Promise<readonly Attempt[]> {
  // in a run that only reads, this skips the check: it has nothing to try
  await tools.given.sharedRelease();
  const attempts: Attempt[] = [];
  for (const rejectedUpload of casesAt(tools, rejectedUploads)) {
    const finalized = await undefinedIfSkipped(() => rejectedUpload(tools));
    if (finalized !== undefined) attempts.push(finalized);
  }
  // another requirement judges an invalid upload that was published
  const rejected = attempts.filter(({ answer }) => !isSuccess(answer));
  if (rejected.length === 0)
    throw tools.given.blocked("finalize accepted every invalid upload", attempts[0]?.answer);
  return rejected;
}

/** Sends the bytes of an ended upload again, and asserts that it is still refused. */
async function expectLateBytesRefused(
  { given, registry, expect }: Tools,
  { upload }: { readonly upload: UploadIntent },
): Promise<void> {
  await given.offerBytes(upload, upload.archive.bytes);
  const answer = await registry.finalizeReleaseUpload(upload);

  const published = textAt(answer.body, "release", "version") ?? upload.version;
  if (isSuccess(answer) && withoutBuild(published) !== withoutBuild(upload.version))
    throw given.nothingToJudge("the id of the ended upload is that of another one now");
  expect.refusal(answer);
}

export const states: CheckFile = {
  source: "Errors, rule 2; States and transitions, finalize failure conditions",
  operations: ["finalizeReleaseUpload", "getRelease"],
  checks: [
    {
      id: "finalize/expired-uploads-are-refused",
      of: "finalize/expired-uploads-cannot-be-finalized",
      forms: "either",
      rule: "`POST` finalize of an expired upload, even with its bytes, answers 410 `upload-expired`, and `GET` metadata answers 404 `not-found`.",
      needs: ["token:publisher", "expired-intent"],
      covers: [
        "rule:errors/2",
        "transition:finalize-failures",
        "slug:upload-expired",
        "answers:finalizeReleaseUpload/upload-expired",
        "member:release-upload-intent.expiresAt",
      ],
      async run({ given, registry, expect }) {
        const { upload, answer } = await finalizeExpired(given);

        expect.problem(answer, "upload-expired");
        const metadata = await registry.getRelease(upload);
        expect.problem(metadata, "not-found");
      },
    },
    {
      id: "finalize/late-bytes-do-not-revive-expired-uploads",
      of: "finalize/expired-uploads-stay-expired",
      forms: "either",
      rule: "After the bytes of an expired upload are sent again, `POST` finalize is still refused.",
      reading:
        "The text does not show how upload states change. It says that a finalize of an expired upload is refused, and no operation that extends one. Its id may be that of another upload by then.",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      needs: ["token:publisher", "expired-intent"],
      covers: ["transition:finalize-failures", "gap:transitions/1"],
      from: "standard",
      run: async (tools) => await expectLateBytesRefused(tools, await finalizeExpired(tools.given)),
    },
    {
      id: "finalize/failed-uploads-are-refused",
      of: "finalize/failed-uploads-cannot-be-finalized",
      forms: "either",
      rule: "`POST` finalize of an upload in state `failed` answers 409 `invalid-upload-state`, and `GET` metadata answers 404 `not-found`.",
      reading:
        "The text does not list the states that cannot be finalized. We read `failed` as one of them, because it is neither in progress nor expired.",
      needs: ["token:publisher", "state:intent-failed"],
      covers: [
        "rule:errors/2",
        "transition:finalize-failures",
        "slug:invalid-upload-state",
        "answers:finalizeReleaseUpload/invalid-upload-state",
        "member:release-upload-intent.state",
      ],
      from: "standard",
      async run({ given, registry, expect }) {
        const { upload, answer } = await finalizeFailed(given);

        expect.problem(answer, "invalid-upload-state");
        const metadata = await registry.getRelease(upload);
        expect.problem(metadata, "not-found");
      },
    },
    {
      id: "finalize/late-bytes-do-not-revive-failed-uploads",
      of: "finalize/expired-uploads-stay-expired",
      forms: "either",
      rule: "After the bytes of an upload in state `failed` are sent again, `POST` finalize is still refused.",
      reading:
        "The text does not show how upload states change. It says that a finalize of an upload in no finalizable state is refused, and no operation that opens one again. The transfer may take or refuse the bytes. Its id may be that of another upload by then.",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      needs: ["token:publisher", "state:intent-failed"],
      covers: ["transition:finalize-failures", "gap:transitions/1"],
      from: "standard",
      run: async (tools) => await expectLateBytesRefused(tools, await finalizeFailed(tools.given)),
    },
    {
      id: "finalize/refused-uploads-publish-nothing",
      of: "finalize/only-finalized-uploads-are-visible",
      forms: "one",
      rule: "After a failed `POST` finalize, `GET` metadata answers 404 `not-found`, and `GET` index has no row for the version.",
      source: "States and transitions",
      operations: ["finalizeReleaseUpload", "getRelease", "getVersionIndex"],
      needs: ["token:publisher"],
      covers: ["transition:release-finalize", "transition:finalize-failures"],
      async run(tools) {
        const { registry, expect } = tools;
        for (const [count, { intent }] of (await finalizeRejectedUploads(tools)).entries()) {
          const metadata = await registry.getRelease(intent);

          expect.problem(metadata, "not-found");
          if (count > 0) continue;
          const index = await registry.getVersionIndex(intent.volume);
          const versions = listAt(index.body, "items").map((row) => textAt(row, "version"));
          expect.that(!isSuccess(index) || !versions.includes(intent.version), {
            expected: "no row for a version whose finalize failed",
            got: `a row for ${intent.version}`,
            answer: index,
          });
        }
      },
    },
  ],
};
