/** Uploads that stayed open for most of the run, and that requests without effect named: at the end they are finalized. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, slugOf, textAt } from "../../harness/exchange/answer.ts";
import { endedProblems } from "../inputs/ended-uploads.ts";
import { middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { finalizeBody, uploadedIntent } from "../situations/attached-release.ts";
import { mayBeExpired } from "../situations/expiry.ts";
import { lastGuardedAttachment } from "./guarded-releases.ts";
import { trustUploadToGuard } from "../situations/guarded-trust-upload.ts";
import { releaseToGuard, uploadToGuard } from "../situations/guarded-uploads.ts";
import { openPair } from "../situations/release-uploads.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { isKind } from "./timelines.ts";
import { ledger } from "./ledger.ts";

type Opened = Pick<UploadIntent | TrustIntent, "volume" | "uploadId" | "answer">;

/** Asserts that the finalize succeeded, or that the upload has expired. */
function expectFinalized(tools: Tools, upload: Opened, answer: Answer): void {
  if (isSuccess(answer) || !mayBeExpired(tools, upload)) tools.expect.success(answer);
  else tools.expect.problem(answer, "upload-expired");
}

/** True if a request before this one finalized the upload, or may have done so, by its outcome. */
function wasFinalized(
  { entries }: Tools,
  { volume, uploadId }: Opened,
  outcome: "success" | "uncertain",
): boolean {
  const finalizes = [
    ...entries(ledger).filter(isKind("finalized")),
    ...entries(ledger).filter(isKind("trust-finalized")),
  ];
  const name = toFullName(volume);
  return finalizes.some((one) => one.name === name && one.uploadId === uploadId && one.outcome === outcome);
}

/**
 * Sends the finalize, which has to succeed.
 * @throws Skipped if another request finalized the upload, which another requirement reports, or may have done so
 */
async function expectOpen(tools: Tools, upload: Opened, finalize: () => Promise<Answer>): Promise<void> {
  const taken = tools.given.nothingToJudge("another request finalized the upload");
  if (wasFinalized(tools, upload, "success")) throw taken;
  // the answer of a gateway does not tell: what has no authority finalizes nothing, until this request shows otherwise
  const mayBeTaken = wasFinalized(tools, upload, "uncertain");
  const answer = await finalize();
  if (mayBeTaken && !isSuccess(answer)) throw taken;
  if (isEnded(answer) && mayHaveEnded(tools, upload))
    throw tools.given.nothingToJudge("a version of the volume was unpublished while the upload was open");
  expectFinalized(tools, upload, answer);
}

/** True for the problem of an upload that has ended. */
function isEnded(answer: Answer): boolean {
  return endedProblems.some((one) => one === slugOf(answer));
}

/** True if a version of the upload's volume was unpublished since: the text leaves open whether that ends what is open. */
function mayHaveEnded({ entries }: Tools, { volume, answer }: Opened): boolean {
  const name = toFullName(volume);
  return entries(ledger)
    .filter(isKind("changed"))
    .some((one) => one.name === name && one.to === "unpublished" && one.endedAtMs >= answer.endedAtMs);
}

const noConflict = "the key of the upload met no `idempotency-conflict`, which another requirement judges";

/** Sends the create request with its key and another digest, which has to be refused and changes nothing. */
async function conflict({ given }: Tools, upload: Opened, send: () => Promise<Answer>): Promise<void> {
  const answer = await send();
  if (textAt(answer.body, "uploadId") !== upload.uploadId && slugOf(answer) !== "idempotency-conflict")
    throw given.nothingToJudge(noConflict);
}

/** @param later uploads that were opened after this one */
async function finalizeNow(
  tools: Tools,
  upload: UploadIntent,
  later: readonly UploadIntent[] = [],
): Promise<void> {
  // with a key, a request whose answer is lost can be repeated: there is no second upload like this one
  const idempotencyKey = tools.given.key();
  await expectOpen(tools, upload, async () => {
    const answer = await tools.registry.finalizeReleaseUpload(upload, { idempotencyKey });
    const isReplaced = later.some(({ version }) => version === upload.version);
    if (isReplaced && isEnded(answer))
      throw tools.given.nothingToJudge(
        "another upload of the version was opened since, which may end this one",
      );
    return answer;
  });
}

async function finalizeTrustNow(tools: Tools, upload: TrustIntent): Promise<void> {
  await expectOpen(tools, upload, () =>
    tools.registry.finalizeTrustUpload(upload, finalizeBody(tools.given)),
  );
}

const reading =
  "The text finalizes an upload whose bytes have arrived and that has not expired. We read refused requests as without effect, and no number of later requests as a reason to end it. After `expiresAt`, 410 `upload-expired` passes.";

export const openUploads: CheckFile = {
  source: "States and transitions; Finalize release upload",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "audit/guarded-uploads-can-be-finalized-at-the-end",
      of: "authentication/refused-requests-change-nothing",
      rule: "Requests without authority, and a conflict of its key, leave an open upload as it was. `POST` finalize at the end of the run succeeds before `expiresAt`.",
      reading,
      covers: ["transition:release-finalize"],
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const upload = await uploadToGuard(tools.given);
        const { volume, requestBody, archive } = upload;
        const declaredDigest = withOtherDigit(archive.digest, middleDigit);
        await conflict(tools, upload, () =>
          tools.registry.createReleaseUpload(volume, { ...requestBody, declaredDigest }),
        );
        await finalizeNow(tools, upload);
      },
    },
    {
      id: "audit/guarded-trust-uploads-can-be-finalized-at-the-end",
      of: "authentication/refused-requests-change-nothing",
      rule: "Requests without authority, and a conflict of its key, leave an open trust upload as it was. `POST` trust finalize at the end of the run succeeds before `expiresAt`.",
      reading,
      operations: ["finalizeTrustUpload"],
      covers: ["transition:trust-finalize"],
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const upload = await trustUploadToGuard(tools.given);
        // what is attached now may replace what another check looks for
        const { version } = await releaseToGuard(tools.given);
        if (upload.version === version) await lastGuardedAttachment(tools);
        const { requestBody, artifactDigest } = upload;
        const declaredDigest = withOtherDigit(artifactDigest, middleDigit);
        await conflict(tools, upload, () =>
          tools.registry.createTrustUpload(upload, { ...requestBody, declaredDigest }),
        );
        await finalizeTrustNow(tools, upload);
      },
    },
    {
      id: "audit/uploads-refused-under-other-paths-can-be-finalized",
      level: "should",
      rule: "An upload that was refused under a wrong path can still be finalized under its own: `POST` finalize and trust finalize succeed before `expiresAt`.",
      reading:
        "The text does not say whether a refused finalize ends its upload. Under another path, the upload is not the one that the request names. A later upload of the same version may end it. After `expiresAt`, 410 `upload-expired` passes.",
      operations: ["finalizeReleaseUpload", "finalizeTrustUpload"],
      covers: ["question:17"],
      forms: "one",
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const { given, target } = tools;
        const { opened, uploaded } = await openPair(given);
        await finalizeNow(tools, uploaded, [opened]);
        if (target.features.trust) await finalizeTrustNow(tools, await uploadedIntent(given));
      },
    },
  ],
};
