/** Changes of what finalize rejects. */
import type { Call, Operation } from "../../call.ts";
import { type ProblemSlug, ProblemError } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, onlyWhen, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import { blankManifest } from "./blank-release.ts";

/** The rules of finalize that look at the upload before its archive is read. */
export type UploadRule = "assertState" | "assertNotExpired" | "assertBytes" | "assertDigest";

/** Skips a rule of finalize, for the requests that `isMeant` picks. */
export function skipping(
  operation: Operation,
  rule: UploadRule | "close",
  isMeant: (call: Call) => boolean = () => true,
): Change {
  return onlyWhen(
    (call) => isOneOf(operation, call) && isMeant(call),
    replaceRule("finalize", rule, () => () => undefined),
  );
}

/** Takes no notice of the size, and compares the digest only of as many bytes as were declared. */
export function comparingOnlyBytesOfTheDeclaredSize(operation: Operation): Change {
  return onlyWhen(
    (call) => isOneOf(operation, call),
    allOf(
      replaceRule("finalize", "assertSize", () => () => undefined),
      replaceRule("finalize", "assertDigest", (before) => (intent, call) => {
        if (intent.bytes?.byteLength === intent.declaredSize) before(intent, call);
      }),
    ),
  );
}

/** Answers another problem where a rule of finalize rejects the upload. */
export function refusedAs(operation: Operation, rule: UploadRule, slug: ProblemSlug): Change {
  return replaceRule("finalize", rule, (before) => (intent, call) => {
    try {
      before(intent, call);
    } catch (error) {
      throw error instanceof ProblemError && isOneOf(operation, call)
        ? new ProblemError(slug, error.message)
        : error;
    }
  });
}

/** Publishes archives and manifests that are rejected with a detail that matches `pattern`. */
export function publishedDespite(pattern: RegExp): Change {
  return replaceRule("finalize", "parseArchive", (before) => async (intent, call) => {
    try {
      return await before(intent, call);
    } catch (error) {
      if (!(error instanceof ProblemError && pattern.test(error.message))) throw error;
      return { tree: [], manifest: blankManifest(intent) };
    }
  });
}

/** Answers another problem for archives and manifests that are rejected with a detail that matches `pattern`. */
export function archiveRefusedAs(slug: ProblemSlug, pattern: RegExp): Change {
  return replaceRule("finalize", "parseArchive", (before) => async (intent, call) => {
    try {
      return await before(intent, call);
    } catch (error) {
      if (error instanceof ProblemError && pattern.test(error.message))
        throw new ProblemError(slug, error.message);
      throw error;
    }
  });
}

/** A transfer for an expired upload of this kind gives it another hour. */
export function reviving(kind: Intent["kind"]): Change {
  return allOf(
    replaceRule("transfer", "assertOpen", (before) => (intent, call) => {
      const isExpired = intent.kind === kind && call.rules.finalize.isExpired(intent, call);
      if (!isExpired) before(intent, call);
    }),
    replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
      const isExpired = intent.kind === kind && call.rules.finalize.isExpired(intent, call);
      before(isExpired ? { ...intent, expiresAt: call.now + 3_600_000 } : intent, bytes, call);
    }),
  );
}
