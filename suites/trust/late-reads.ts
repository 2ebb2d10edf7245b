/** Trust documents that several checks read, late: by then most of what must not change them has happened. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { PublishedRelease, TrustIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import {
  attachedRelease,
  detailWith,
  finalizeBody,
  siblingVersion,
  uploadedIntent,
} from "../situations/attached-release.ts";
import { mismatchInSize } from "./other-bytes.ts";
import { readTrust, type TrustDocuments } from "../situations/trust-documents.ts";

/** Finalizes an upload whose bytes have arrived under the shared release, which belongs to a different volume. */
export const finalizeUnderOtherVolume: Situation<{
  readonly intent: TrustIntent;
  readonly other: PublishedRelease;
  readonly answer: Answer;
}> = situation("trust/astray-finalize", async ({ given, registry }) => {
  const intent = await uploadedIntent(given);
  const other = await given.sharedRelease();
  const upload = { ...other, uploadId: intent.uploadId };
  return { intent, other, answer: await registry.finalizeTrustUpload(upload, finalizeBody(given)) };
});

/** Finalizes an upload whose bytes have arrived under a later version of the volume. */
export const finalizeUnderSibling: Situation<{ readonly intent: TrustIntent; readonly answer: Answer }> =
  situation("trust/finalize-under-sibling", async ({ given, registry }) => {
    const intent = await uploadedIntent(given);
    const { release } = await siblingVersion(given);
    const upload = { ...release, uploadId: intent.uploadId };
    return { intent, answer: await registry.finalizeTrustUpload(upload, finalizeBody(given)) };
  });

/** Sends other bytes for an attachment that exists. The registry may accept or refuse them. */
export const sendLateBytes: Situation<Answer> = situation("trust/late-bytes", async ({ given }) => {
  const { attachment } = await siblingVersion(given);
  return await given.offerBytes(attachment.intent, Buffer.from(given.unique("bytes that came too late")));
});

/** The detail of the later version after these attempts. */
export const detailOfSibling: Situation<Answer> = situation("trust/late-detail-of-sibling", async (tools) => {
  const { attachment } = await siblingVersion(tools.given);
  await Promise.allSettled([finalizeUnderSibling(tools.given), sendLateBytes(tools.given)]);
  return await detailWith(tools, attachment);
});

/** The documents of a release that nothing was attached to, after attachments to another one. */
export const trustOfSharedRelease: Situation<TrustDocuments> = situation(
  "trust/late-reads-of-shared-release",
  async (tools) => {
    const { given, depth } = tools;
    // what was sent for it and refused, in one half, leaves nothing behind
    const refused = depth === "quick" || given.half === "second" ? [] : [mismatchInSize(given)];
    await Promise.allSettled([finalizeUnderOtherVolume(given), attachedRelease(given), ...refused]);
    return await readTrust(tools, await given.sharedRelease());
  },
);
