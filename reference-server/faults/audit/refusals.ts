import type { Call, Operation } from "../../call.ts";
import type { Json } from "../../json.ts";
import { ProblemError, type ProblemSlug } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, onlyFor, replaceRule } from "../../rules/change.ts";
import type { PublishRules } from "../../rules/publish.ts";
import { unrelatedDigest } from "../changes/digests.ts";
import { counting, perRegistry } from "../changes/memory.ts";
import { explainingOtherwise } from "../changes/refusals.ts";
import { comparingUntilRefused } from "../changes/sent-bytes.ts";
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

/** Takes another value in place of one that a rule of create refuses, from the second time on. */
function wearingOffInCreate<Name extends "parseVersion" | "parseDigest" | "parseSize">(
  rule: Name,
  value: ReturnType<PublishRules[Name]>,
): Change {
  const count = countingRefusals();
  return onlyFor(
    "createReleaseUpload",
    replaceRule(
      "publish",
      rule,
      (before) =>
        ((given: Json | undefined, call: Call) => {
          try {
            return before(given, call);
          } catch (error) {
            if (count(call, JSON.stringify(given)) < 2) throw error;
            return value;
          }
        }) as PublishRules[Name],
    ),
  );
}

/** Ignores a malformed key in a body, from the second time on. */
function forgivingKeys(): Change {
  const count = countingRefusals();
  return replaceRule("idempotency", "bodyKey", (before) => (body, call) => {
    try {
      return before(body, call);
    } catch (error) {
      if (count(call, JSON.stringify(body)) < 2) throw error;
      return undefined;
    }
  });
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

function isExpired(call: Call): boolean {
  const upload = uploadOf(call);
  return upload !== undefined && call.rules.finalize.isExpired(upload, call);
}

/** Faults in requests that are sent again after a refusal. */
export const refusals: FaultFile = {
  "audit/refused-creates-stay-refused": {
    "malformed-creates-are-accepted-the-second-time": allOf(
      wearingOffInCreate("parseVersion", "9.9.9"),
      wearingOffInCreate("parseDigest", unrelatedDigest),
      wearingOffInCreate("parseSize", 1),
      forgivingKeys(),
    ),
  },
  "audit/refused-finalizes-stay-refused": {
    "keys-of-refused-finalizes-conflict": ((): Change => {
      const refused = perRegistry(() => new Set<string>());
      return onlyFor(
        "finalizeReleaseUpload",
        replaceRule("idempotency", "once", (before) => async (submission, work) => {
          const { call, key } = submission;
          if (key !== undefined && refused(call).has(key))
            throw call.rules.idempotency.conflict("the key was used before", call);
          return await before(submission, async () => {
            try {
              return await work();
            } catch (error) {
              if (key !== undefined) refused(call).add(key);
              throw error;
            }
          });
        }),
      );
    })(),
    "digest-not-compared-again-after-a-refusal": comparingUntilRefused("release"),
    "other-digests-are-accepted-the-second-time": wearingOff("finalizeReleaseUpload", "assertState"),
    "expired-uploads-are-in-another-state-the-second-time": explainingOtherwise(
      "finalizeReleaseUpload",
      "upload-expired",
      "invalid-upload-state",
    ),
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
    "trust-digest-not-compared-again-after-a-refusal": {
      leads: "audit/trust-finalize-returns-what-was-uploaded",
      change: comparingUntilRefused("trust"),
    },
    "failed-trust-uploads-are-attached-the-second-time": wearingOff("finalizeTrustUpload", "assertState"),
    "expired-trust-uploads-are-in-another-state-the-second-time": explainingOtherwise(
      "finalizeTrustUpload",
      "upload-expired",
      "invalid-upload-state",
    ),
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
    "finalize-looks-at-the-expiry-before-the-token": beforeTheToken(
      "finalizeReleaseUpload",
      "upload-expired",
      isExpired,
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
    "trust-finalize-looks-at-the-expiry-before-the-token": beforeTheToken(
      "finalizeTrustUpload",
      "upload-expired",
      isExpired,
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
