/** Sending the bytes. The upload instruction is opaque: the client follows it and does not interpret it. */
import type { CheckFile } from "../../harness/check-file.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import { firstPublication } from "../situations/release-uploads.ts";
import { describeInstruction } from "../situations/upload-instruction.ts";

export const transfer: CheckFile = {
  source: "What the service does, rule 6; Release upload intent, upload",
  operations: ["createReleaseUpload", "transferBytes"],
  checks: [
    {
      id: "publish/bytes-are-taken-as-instructed",
      of: "publish/instructions-can-be-followed",
      rule: "The upload transfer answers 2xx when it follows the upload instruction and the bytes have the declared digest and size.",
      reading:
        "The text says only that the instruction is opaque. We send its URL, method and headers and no token; the default method is `PUT`, and a relative URL resolves below the base URL. Statuses 429, 500 and 502 to 504 of the byte store are retried first, and 404 and 425 until `settleMs` after the create.",
      needs: ["token:publisher"],
      covers: [
        "rule:service/6",
        "operation:transferBytes",
        "member:release-upload-intent.upload",
        "member:upload-instruction.url",
        "member:upload-instruction.method",
        "member:upload-instruction.headers",
      ],
      async run({ given, expect }) {
        const { created, transfer } = await firstPublication(given);

        if (transfer === undefined) throw given.blocked(`create answered ${created.status}`, created);
        expect.that(isSuccess(transfer), {
          expected: "a success (2xx)",
          wanted: { answer: "success" },
          got: `${describeAnswer(transfer)}${describeInstruction(created)}`,
          answer: transfer,
        });
      },
    },
  ],
  untested: [
    {
      id: "publish/instructions-are-opaque",
      rule: "Upload instructions are opaque implementation data.",
      source: "What the service does, rule 6",
      reason:
        "The sentence is about clients, not registries. This client follows the instruction and does not interpret it.",
      covers: ["rule:service/6", "member:upload-instruction.instructionType"],
    },
  ],
};
