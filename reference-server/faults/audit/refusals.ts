import type { Call, Operation } from "../../call.ts";
import { ProblemError, type ProblemSlug } from "../../problem-error.ts";
import { type Change, isOneOf, onlyFor, replaceRule } from "../../rules/change.ts";
import { saveBlankRelease } from "../changes/blank-release.ts";
import { counting } from "../changes/memory.ts";
import type { FaultFile } from "../fault.ts";

/** How often the same request was seen: the operation, the path and the text that it is about. */
function countingRefusals(): (call: Call, about: string) => number {
  const count = counting();
  return (call, about) => count(call, `${call.operation} ${call.url.pathname} ${about}`);
}

/** Accepts what a rule of finalize refuses, from the second time on. */
function wearingOff(operation: Operation, rule: "assertDigest" | "assertState"): Change {
  const count = countingRefusals();
  return onlyFor(
    operation,
    replaceRule("finalize", rule, (before) => (intent, call) => {
      try {
        before(intent, call);
      } catch (error) {
        if (intent.isFinalized || count(call, "") < 2) throw error;
      }
    }),
  );
}

/** Answers a problem before the token is looked at, where `isRefused` says so. */
function beforeTheToken(operation: Operation, slug: ProblemSlug, isRefused: (call: Call) => boolean): Change {
  return replaceRule("authorization", "authenticate", (before) => (call) => {
    const hasToken = call.request.headers.has("authorization");
    if (isOneOf(operation, call) && !hasToken && isRefused(call))
      throw new ProblemError(slug, "refused before the token was looked at");
    return before(call);
  });
}

/** The upload of the path. */
function uploadOf(call: Call): ReturnType<Call["registry"]["store"]["intents"]["get"]> {
  return call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
}

/** Faults in requests that are sent again after a refusal. */
export const refusals: FaultFile = {
  "audit/refused-creates-stay-refused": {
    "malformed-versions-are-accepted-the-second-time": ((): Change => {
      const count = countingRefusals();
      return replaceRule("publish", "parseVersion", (before) => (value, call) => {
        try {
          return before(value, call);
        } catch (error) {
          if (typeof value !== "string" || count(call, value) < 2) throw error;
          return "9.9.9";
        }
      });
    })(),
    "wrong-media-types-are-accepted-the-second-time": ((): Change => {
      const count = countingRefusals();
      return onlyFor(
        "createReleaseUpload",
        replaceRule("publish", "parseMediaType", (before) => (value, call) => {
          try {
            return before(value, call);
          } catch (error) {
            if (count(call, JSON.stringify(value)) < 2) throw error;
            return "application/gzip";
          }
        }),
      );
    })(),
  },
  "audit/refused-finalizes-stay-refused": {
    "a-refused-archive-is-published-the-second-time": replaceRule(
      "finalize",
      "assertState",
      (before) => (intent, call) => {
        if (intent.kind !== "release" || intent.state !== "failed" || intent.isFinalized)
          return before(intent, call);
        saveBlankRelease(intent, "published after all", call);
      },
    ),
    "other-digests-are-accepted-the-second-time": wearingOff("finalizeReleaseUpload", "assertState"),
  },
  "audit/refused-trust-creates-stay-refused": {
    "other-subjects-are-accepted-the-second-time": ((): Change => {
      const count = countingRefusals();
      return replaceRule("trust", "assertSubject", (before) => (subject, release, call) => {
        try {
          before(subject, release, call);
        } catch (error) {
          if (count(call, JSON.stringify(subject)) < 2) throw error;
        }
      });
    })(),
  },
  "audit/refused-trust-finalizes-stay-refused": {
    "failed-trust-uploads-are-attached-the-second-time": wearingOff("finalizeTrustUpload", "assertState"),
  },
  "audit/refused-unpublishes-stay-refused": {
    "unknown-versions-are-unpublished-the-second-time": ((): Change => {
      const count = countingRefusals();
      return replaceRule("unpublish", "find", (before) => (call) => {
        try {
          return before(call);
        } catch (error) {
          const [some] = call.registry.store.volumes.values();
          const release = [...(some?.values() ?? [])][0];
          if (count(call, "") < 2 || release === undefined) throw error;
          return { ...release, name: "nothing", version: "0.0.0" };
        }
      });
    })(),
  },
  "audit/refused-creates-need-a-token-first": {
    "create-looks-at-the-content-type-before-the-token": beforeTheToken(
      "createReleaseUpload",
      "unsupported-media-type",
      ({ request }) => request.headers.get("content-type")?.startsWith("application/json") !== true,
    ),
  },
  "audit/refused-finalizes-need-a-token-first": {
    "finalize-looks-at-the-state-before-the-token": beforeTheToken(
      "finalizeReleaseUpload",
      "invalid-upload-state",
      (call) => uploadOf(call)?.state === "failed",
    ),
  },
  "audit/refused-trust-creates-need-a-token-first": {
    "trust-create-looks-at-the-content-type-before-the-token": beforeTheToken(
      "createTrustUpload",
      "unsupported-media-type",
      ({ request }) => request.headers.get("content-type")?.startsWith("application/json") !== true,
    ),
  },
  "audit/refused-trust-finalizes-need-a-token-first": {
    "trust-finalize-looks-at-the-state-before-the-token": beforeTheToken(
      "finalizeTrustUpload",
      "invalid-upload-state",
      (call) => uploadOf(call)?.state === "failed",
    ),
  },
  "audit/refused-unpublishes-need-a-token-first": {
    "repeated-unpublish-looks-for-the-version-first": beforeTheToken(
      "unpublishVersion",
      "not-found",
      (call) => call.registry.store.volumes.get(call.name)?.has(call.version) !== true,
    ),
  },
};
