import type { Call } from "../../call.ts";
import { Refusal } from "../../refusal.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import { saveBlankRelease } from "../changes/blank-release.ts";
import type { FaultFile } from "../fault.ts";

function finding(find: (intents: readonly Intent[], call: Call) => Intent | undefined): Change {
  return replaceRule("finalize", "findIntent", (before) => (call) => {
    const found = isOneOf("finalizeReleaseUpload", call)
      ? find([...call.registry.store.intents.values()], call)
      : undefined;
    return found ?? before(call);
  });
}

/** TODO */
export const uploads: FaultFile = {
  "finalize/unknown-uploads-are-not-found": {
    "unknown-upload-is-expired": {
      summary: "An upload that was never opened is upload-expired",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        if (
          isOneOf("finalizeReleaseUpload", call) &&
          !call.registry.store.intents.has(call.parameters["uploadId"] ?? "")
        ) {
          throw new Refusal("upload-expired", "the upload is not known any more");
        }
        return before(call);
      }),
    },
    "upload-id-compared-by-its-start": {
      summary: "An upload is found by the beginning of the id that is asked for",
      change: finding((intents, call) =>
        intents.find(
          (intent) =>
            intent.kind === "release" && (call.parameters["uploadId"] ?? "").startsWith(intent.uploadId),
        ),
      ),
    },
  },
  "finalize/uploads-belong-to-their-volume": {
    "upload-of-any-volume-finalized": {
      summary: "An upload can be finalized under any volume",
      change: finding((intents, call) =>
        intents.find(
          (intent) => intent.kind === "release" && intent.uploadId === call.parameters["uploadId"],
        ),
      ),
    },
    "upload-of-another-volume-is-invalid": {
      summary: "An upload asked for under another volume is invalid-upload-state",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (isOneOf("finalizeReleaseUpload", call) && intent !== undefined && intent.name !== call.name) {
          throw new Refusal("invalid-upload-state", "the upload is another volume's");
        }
        return before(call);
      }),
    },
    "upload-found-astray-is-published": {
      summary: "An upload asked for under another volume is not found, and is published under its own",
      change: replaceRule("finalize", "belongsHere", (before) => (intent, call) => {
        const isHere = before(intent, call);
        if (isOneOf("finalizeReleaseUpload", call) && !isHere && intent.bytes !== undefined)
          saveBlankRelease(intent, "refused", call);
        return isHere;
      }),
    },
  },
  "finalize/uploads-belong-to-their-form-of-name": {
    "upload-of-the-other-form-finalized": {
      summary: "An upload can be finalized with or without its scope",
      change: finding((intents, call) =>
        intents.find(
          (intent) =>
            intent.kind === "release" &&
            intent.uploadId === call.parameters["uploadId"] &&
            intent.name.split("/").at(-1) === call.name.split("/").at(-1),
        ),
      ),
    },
  },
};
