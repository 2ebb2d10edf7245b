import type { Call } from "../call.ts";
import { saveIntent } from "../lookup.ts";
import { type Change, replaceRule } from "../rules/change.ts";
import type { Intent } from "../store.ts";
import type { Choice } from "./choice.ts";

/** The other uploads of a release's version that are open. */
function othersOf({ uploadId, name, version }: Intent, call: Call): readonly Intent[] {
  return [...call.registry.store.intents.values()].filter(
    (one) =>
      one.kind === "release" &&
      one.name === name &&
      one.version === version &&
      one.uploadId !== uploadId &&
      one.state !== "failed",
  );
}

/** Ends the other uploads of a version once one of them has published it. */
function atFinalize(end: (intent: Intent, call: Call) => void): Change {
  return replaceRule("finalize", "close", (before) => (intent, call) => {
    before(intent, call);
    if (intent.kind === "release") for (const other of othersOf(intent, call)) end(other, call);
  });
}

/** What an upload does to the others of its version. */
export const otherUploadChoices: readonly Choice[] = [
  {
    name: "other-uploads",
    question: "When do the other uploads of a version end?",
    default: "never",
    values: {
      "forgotten-at-finalize": {
        summary: "Once it is published: they are not found any more",
        change: atFinalize(({ uploadId }, call) => {
          call.registry.store.intents.delete(uploadId);
        }),
      },
      "expired-at-finalize": {
        summary: "Once it is published: they have expired",
        change: atFinalize((intent, call) => {
          saveIntent({ ...intent, state: "expired" }, call);
        }),
      },
      "failed-at-create": {
        summary: "Once another is opened: they have failed",
        // there, a create request is read before its caller is known
        excludes: ["error-order=body"],
        change: replaceRule("publish", "toIntent", (before) => (submission) => {
          const intent = before(submission);
          for (const other of othersOf(intent, submission.call))
            saveIntent({ ...other, state: "failed" }, submission.call);
          return intent;
        }),
      },
    },
  },
];
