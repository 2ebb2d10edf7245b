import type { Call } from "../../call.ts";
import { type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import type { TrustIntent } from "../../store.ts";
import { inFirst44 } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

const segmentOf = (name: string): string => name.slice(name.indexOf("/") + 1);

/** Finalizes a trust upload also where the path is close to its own. */
function finalizedAlsoWhere(isClose: (intent: TrustIntent, call: Call) => boolean): Change {
  return replaceRule(
    "finalize",
    "belongsHere",
    (before) => (intent, call) =>
      before(intent, call) ||
      (isOneOf("finalizeTrustUpload", call) && intent.kind === "trust" && isClose(intent, call)),
  );
}

const hasSameVersion = (intent: TrustIntent, call: Call): boolean => intent.version === call.version;

/** Faults in under which path a trust upload is finalized. */
export const finalizePath: FaultFile = {
  "trust/uploads-belong-to-their-volume": {
    "trust-finalized-under-any-path": finalizedAlsoWhere(() => true),
  },
  "trust/uploads-belong-to-their-form": {
    "trust-finalized-under-the-namesake": finalizedAlsoWhere(
      (intent, call) => hasSameVersion(intent, call) && segmentOf(intent.name) === segmentOf(call.name),
    ),
    "trust-finalized-under-any-name-with-the-version": finalizedAlsoWhere(hasSameVersion),
  },
  "trust/uploads-belong-to-their-version": {
    "trust-finalized-under-any-version": finalizedAlsoWhere((intent, call) => intent.name === call.name),
    "trust-uploads-are-found-by-44-characters-of-the-version": finalizedAlsoWhere(
      (intent, call) => intent.name === call.name && inFirst44(call.version, intent.version),
    ),
  },
  "trust/release-uploads-are-not-trust-uploads": {
    "release-upload-finalized-as-trust": replaceRule("finalize", "findIntent", (before) => (call) => {
      const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
      if (!isOneOf("finalizeTrustUpload", call) || intent?.kind !== "release" || intent.name !== call.name)
        return before(call);
      return { ...intent, kind: "trust", category: "bom", format: {} };
    }),
  },
  "trust/trust-uploads-are-not-release-uploads": {
    "trust-upload-finalized-as-release": {
      summary: "A trust upload can be finalized as a release upload",
      change: replaceRule("finalize", "findIntent", (before) => (call) => {
        const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
        if (isOneOf("finalizeTrustUpload", call) || intent?.kind !== "trust" || intent.name !== call.name)
          return before(call);
        return { ...intent, kind: "release", mediaType: "application/gzip" };
      }),
    },
  },
};
