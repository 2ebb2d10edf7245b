import type { Call } from "../call.ts";
import { ProblemError } from "../problem-error.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Intent } from "../store.ts";
import type { Choice } from "./choice.ts";
import { patient } from "./visibility.ts";

/** How long the byte store does not know an upload, in milliseconds. */
const lag = 200;

/** A byte store that learns of each upload only after a while, and then takes the bytes. */
const storeBehind = (start: () => (intent: Intent, call: Call) => boolean): Change =>
  replaceRule("transfer", "assertSignature", (before) => {
    const isKnown = start();
    return (intent, call) => {
      before(intent, call);
      if (!isKnown(intent, call)) throw new ProblemError("not-found", "there is no such transfer yet");
    };
  });

/** After so many milliseconds it knows an upload for which nothing was sent, too. */
const maxLag = 1000;

function fromSecondTransfer(): (intent: Intent, call: Call) => boolean {
  const seen = new Set<string>();
  return ({ uploadId, createdAt }, call) => {
    if (seen.has(uploadId) || call.now >= createdAt + maxLag) return true;
    seen.add(uploadId);
    return false;
  };
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
        change: storeBehind(
          () =>
            ({ createdAt }, call) =>
              call.now >= createdAt + lag,
        ),
        target: patient,
      },
    },
  },
];
