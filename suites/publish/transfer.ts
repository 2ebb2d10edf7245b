/** Sending the bytes. The instruction is opaque: it is done as it says and not looked into. */
import type { Check, Untested } from "../../harness/check.ts";
import { firstPublication } from "./set-up.ts";

export const bytesAreTakenAsInstructed: Check = {
  id: "publish/bytes-are-taken-as-instructed",
  level: "must",
  rule: "Bytes that have the declared digest and size, sent as the intent's upload instruction says, are taken.",
  source: "What the service does, rule 6; Release upload intent, upload",
  reading:
    "The instruction's URL, method and headers are all that is sent: no token goes along, since the instruction is complete in itself. An absent method is read as PUT, a relative URL below the base URL.",
  operations: ["createReleaseUpload", "transferBytes"],
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

    if (transfer === undefined) throw given.blocked(`creating an upload answered ${created.status}`, created);
    expect.success(transfer);
  },
};

export const instructionsAreOpaque: Untested = {
  id: "publish/instructions-are-opaque",
  rule: "Upload instructions are opaque implementation data.",
  source: "What the service does, rule 6",
  reason:
    "It binds clients, not registries: this client follows the instruction and reads nothing else into it.",
  covers: ["rule:service/6", "member:upload-instruction.instructionType"],
};
