/** Changes of what finalize rejects. */
import type { Operation } from "../../call.ts";
import { type ProblemSlug, Refusal } from "../../refusal.ts";
import { type Change, isOneOf, onlyFor, replaceRule } from "../../rules/change.ts";
import { blankManifest } from "./blank-release.ts";

/** The rules of finalize that look at the upload before its archive is read. */
export type UploadRule = "judgeState" | "judgeExpiry" | "judgeBytes" | "judgeDigest";

/** Skips a rule of finalize. */
export function skipping(operation: Operation, rule: UploadRule | "close"): Change {
  return onlyFor(
    operation,
    replaceRule("finalize", rule, () => () => undefined),
  );
}

/** Answers another problem where a rule of finalize rejects the upload. */
export function refusedAs(operation: Operation, rule: UploadRule, slug: ProblemSlug): Change {
  return replaceRule("finalize", rule, (before) => (intent, call) => {
    try {
      before(intent, call);
    } catch (error) {
      throw error instanceof Refusal && isOneOf(operation, call) ? new Refusal(slug, error.message) : error;
    }
  });
}

/** Publishes archives and manifests that are rejected with a detail that matches `pattern`. */
export function publishedDespite(pattern: RegExp): Change {
  return replaceRule("finalize", "judgeArchive", (before) => async (intent, call) => {
    try {
      return await before(intent, call);
    } catch (error) {
      if (!(error instanceof Refusal && pattern.test(error.message))) throw error;
      return { tree: [], manifest: blankManifest(intent) };
    }
  });
}

/** Answers another problem for archives and manifests that are rejected with a detail that matches `pattern`. */
export function archiveRefusedAs(slug: ProblemSlug, pattern: RegExp): Change {
  return replaceRule("finalize", "judgeArchive", (before) => async (intent, call) => {
    try {
      return await before(intent, call);
    } catch (error) {
      if (error instanceof Refusal && pattern.test(error.message)) throw new Refusal(slug, error.message);
      throw error;
    }
  });
}
