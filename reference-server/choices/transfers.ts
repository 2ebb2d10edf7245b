import { ProblemError } from "../problem-error.ts";
import { allOf, replaceRule } from "../rules/change.ts";
import { keptBytes } from "../rules/kept-bytes.ts";
import type { Intent } from "../store.ts";
import type { Choice } from "./choice.ts";

function hasFailed({ state, isFinalized }: Intent): boolean {
  return state === "failed" && !isFinalized;
}

/** Transfers of bytes. */
export const transferChoices: readonly Choice[] = [
  {
    name: "repeated-transfer",
    question: "Can bytes be transferred twice?",
    default: "replaces",
    values: {
      refused: {
        summary: "A second transfer is rejected",
        change: replaceRule("transfer", "assertOpen", (before) => (intent, call) => {
          before(intent, call);
          if (intent.bytes !== undefined)
            throw new ProblemError("invalid-upload-state", "the bytes have arrived already");
        }),
      },
      ignored: {
        summary: "A second transfer is accepted, and its bytes are ignored",
        change: replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
          if (intent.bytes === undefined) before(intent, bytes, call);
        }),
      },
    },
  },
  {
    name: "failed-transfer",
    question: "Does an upload that has failed accept bytes?",
    default: "no",
    values: {
      ignored: {
        summary: "Yes, and it ignores them: it stays failed",
        change: allOf(
          replaceRule("transfer", "assertOpen", (before) => (intent, call) => {
            if (!hasFailed(intent)) before(intent, call);
          }),
          replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
            if (!hasFailed(intent)) before(intent, bytes, call);
          }),
        ),
      },
    },
  },
  {
    name: "kept-bytes",
    question: "Does a new upload need bytes that the registry has by the declared digest?",
    default: "yes",
    values: {
      used: {
        summary: "No: its state is uploaded at once",
        // the suite sends bytes all the same
        excludes: ["repeated-transfer=refused"],
        change: allOf(
          replaceRule("publish", "toIntent", (before) => (submission) => {
            const intent = before(submission);
            const bytes = keptBytes(intent, submission.call);
            return bytes === undefined ? intent : { ...intent, bytes, state: "uploaded" };
          }),
          replaceRule("trust", "toIntent", (before) => (submission, release) => {
            const intent = before(submission, release);
            const bytes = keptBytes(intent, submission.call);
            return bytes === undefined ? intent : { ...intent, bytes, state: "uploaded" };
          }),
        ),
      },
    },
  },
];
