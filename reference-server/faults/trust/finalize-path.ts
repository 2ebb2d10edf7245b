import { isOneOf, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** TODO */
export const finalizePath: FaultFile = {
  "trust/uploads-belong-to-their-volume": {
    "trust-finalized-under-any-path": {
      summary: "A trust upload can be finalized under any release's path",
      change: replaceRule(
        "finalize",
        "belongsHere",
        (before) => (intent, call) =>
          before(intent, call) || (isOneOf("finalizeTrustUpload", call) && intent.kind === "trust"),
      ),
    },
  },
  "trust/uploads-belong-to-their-version": {
    "trust-finalized-under-any-version": {
      summary: "A trust upload can be finalized under the path of any version of its volume",
      change: replaceRule(
        "finalize",
        "belongsHere",
        (before) => (intent, call) =>
          before(intent, call) ||
          (isOneOf("finalizeTrustUpload", call) && intent.kind === "trust" && intent.name === call.name),
      ),
    },
  },
  "trust/release-uploads-are-no-trust-uploads": {
    "release-upload-finalized-as-trust": {
      summary: "The upload of a release can be finalized as a trust upload",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (!isOneOf("finalizeTrustUpload", call) || intent?.kind !== "release" || intent.name !== call.name)
          return before(call);
        return { ...intent, kind: "trust", category: "bom", format: {} };
      }),
    },
  },
  "trust/trust-uploads-are-no-release-uploads": {
    "trust-upload-finalized-as-release": {
      summary: "A trust upload is taken for the upload of a release when it is finalized as one",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (isOneOf("finalizeTrustUpload", call) || intent?.kind !== "trust" || intent.name !== call.name)
          return before(call);
        return { ...intent, kind: "release", mediaType: "application/gzip" };
      }),
    },
  },
};
