/** What comes after a trust create that succeeded. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { Attachment, TrustRequest } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/exchange/answer.ts";
import { finalizeBody } from "../situations/attached-release.ts";

/** The attachment, or the refusal of the step that made none. */
interface Finished {
  readonly attachment?: Attachment;
  readonly refused?: Answer;
}

/** Sends the bytes of the upload and finalizes it. */
export async function finishAttaching(
  { given, registry }: Pick<Tools, "given" | "registry">,
  about: TrustRequest,
  created: Answer,
): Promise<Finished> {
  const intent = given.trustIntentOf(about, created);
  const transfer = await given.offerBytes(intent, about.artifact);
  if (!isSuccess(transfer)) return { refused: transfer };
  const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
  if (!isSuccess(finalized)) return { refused: finalized };
  return { attachment: toAttachment(given, intent, finalized) };
}
