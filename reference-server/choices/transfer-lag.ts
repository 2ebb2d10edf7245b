import { ProblemError } from "../problem-error.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";
import { byPolls, byTime, patient, type Settling } from "./visibility.ts";

/** A byte store that learns of each upload only after a while, and then takes the bytes. */
const storeBehind = (start: () => Settling): Change =>
  replaceRule("transfer", "assertSignature", (before) => {
    const isKnown = start();
    return (intent, call) => {
      before(intent, call);
      if (!isKnown(intent.uploadId, intent.createdAt, call))
        throw new ProblemError("not-found", "there is no such transfer yet");
    };
  });

/** After so many milliseconds it knows an upload for which nothing was sent, too. */
const maxLag = 1000;

function fromSecondTransfer(): Settling {
  const isSent = byPolls(1);
  return (id, since, call) => isSent(id, since, call) || call.now >= since + maxLag;
}

/** When the bytes of a new upload can be sent. */
export const transferLagChoices: readonly Choice[] = [
  {
    name: "transfer-lag",
    question: "When does the byte store know a new upload?",
    default: "none",
    values: {
      "one-transfer": {
        summary: "After one transfer for it, which answers 404, or a second",
        change: storeBehind(fromSecondTransfer),
        target: patient,
      },
      "200-ms": {
        summary: "After 200 milliseconds",
        change: storeBehind(() => byTime),
        target: patient,
      },
    },
  },
];
