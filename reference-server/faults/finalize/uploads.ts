import type { Call } from "../../call.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import { saveBlankRelease } from "../changes/blank-release.ts";
import { onlyWithKey } from "../changes/idempotency.ts";
import { findByPattern, findByStart, findInAnyCase, findInOtherCase } from "../changes/upload-ids.ts";
import type { FaultFile } from "../fault.ts";

function finding(find: (intents: readonly Intent[], call: Call) => Intent | undefined): Change {
  return replaceRule("finalize", "findIntent", (before) => (call) => {
    const found = isOneOf("finalizeReleaseUpload", call)
      ? find([...call.registry.store.intents.values()], call)
      : undefined;
    return found ?? before(call);
  });
}

/** Faults in which upload finalize finds. */
export const uploads: FaultFile = {
  "finalize/unknown-uploads-are-not-found": {
    "unknown-upload-answers-upload-expired": replaceRule("finalize", "findIntent", (before) => (call) => {
      if (
        isOneOf("finalizeReleaseUpload", call) &&
        !call.registry.store.intents.has(call.parameters["uploadId"] ?? "")
      ) {
        throw new ProblemError("upload-expired", "the upload is not known any more");
      }
      return before(call);
    }),
    "upload-found-by-a-prefix-of-its-id": {
      summary: "An upload is found by any id that begins with its own, of whichever volume",
      leads: "finalize/uploads-belong-to-their-volume",
      change: finding((intents, call) =>
        intents.find(
          (intent) =>
            intent.kind === "release" && (call.parameters["uploadId"] ?? "").startsWith(intent.uploadId),
        ),
      ),
    },
    "upload-id-is-taken-for-a-pattern": finding((intents, call) => findByPattern(intents, "release", call)),
    "upload-found-by-the-start-of-its-id": finding((intents, call) => findByStart(intents, "release", call)),
    "upload-found-in-another-letter-case": finding((intents, call) =>
      findInAnyCase(intents, "release", call),
    ),
  },
  "finalize/upload-ids-keep-their-letter-case": {
    "upload-found-with-all-letters-in-the-other-case": finding((intents, call) =>
      findInOtherCase(intents, "release", call),
    ),
  },
  "finalize/uploads-belong-to-their-volume": {
    "upload-finalized-under-any-volume": finding((intents, call) =>
      intents.find((intent) => intent.kind === "release" && intent.uploadId === call.parameters["uploadId"]),
    ),
    "upload-finalized-under-any-unscoped-volume": finding((intents, call) =>
      call.name.startsWith("@")
        ? undefined
        : intents.find(
            ({ kind, uploadId }) => kind === "release" && uploadId === call.parameters["uploadId"],
          ),
    ),
    "upload-of-another-volume-answers-invalid-upload-state": replaceRule(
      "finalize",
      "findIntent",
      (before) => (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (isOneOf("finalizeReleaseUpload", call) && intent !== undefined && intent.name !== call.name) {
          throw new ProblemError("invalid-upload-state", "the upload is another volume's");
        }
        return before(call);
      },
    ),
    "upload-under-another-volume-is-published": {
      summary:
        "Finalize under another volume answers not-found, but publishes the upload under its own volume",
      change: replaceRule("finalize", "belongsHere", (before) => (intent, call) => {
        const isHere = before(intent, call);
        if (isOneOf("finalizeReleaseUpload", call) && !isHere && intent.bytes !== undefined)
          saveBlankRelease(intent, "refused", call);
        return isHere;
      }),
    },
  },
  "finalize/uploads-belong-to-their-form": {
    "keyed-upload-finalized-under-any-volume": onlyWithKey(
      finding((intents, call) =>
        intents.find(({ kind, uploadId }) => kind === "release" && uploadId === call.parameters["uploadId"]),
      ),
    ),
    "upload-finalized-with-or-without-scope": finding((intents, call) =>
      intents.find(
        (intent) =>
          intent.kind === "release" &&
          intent.uploadId === call.parameters["uploadId"] &&
          intent.name.split("/").at(-1) === call.name.split("/").at(-1),
      ),
    ),
  },
};
