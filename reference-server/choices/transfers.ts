import { ProblemError } from "../problem-error.ts";
import { replaceRule } from "../rules/change.ts";
import type { Choice } from "./choice.ts";

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
    },
  },
];
