/** Changes of which of the bytes that were sent for an upload, or are kept from others, count. */
import type { Call } from "../../call.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import { keptBytes } from "../../rules/kept-bytes.ts";
import type { Intent } from "../../store.ts";
import { perRegistry } from "./memory.ts";

/** Compares only the first bytes of an upload in these steps of finalize. The bytes that are sent after them are published unseen. */
export function comparingTheFirstBytes(
  isMeant: (intent: Intent) => boolean,
  ...steps: readonly ("assertSize" | "assertDigest")[]
): Change {
  const first = perRegistry(() => new Map<string, Uint8Array>());
  const withFirst = (intent: Intent, call: Call): Intent => ({
    ...intent,
    bytes: (isMeant(intent) ? first(call).get(intent.uploadId) : undefined) ?? intent.bytes,
  });
  return allOf(
    replaceRule("transfer", "keep", (before) => (intent, sent, call) => {
      if (!first(call).has(intent.uploadId)) first(call).set(intent.uploadId, sent);
      before(intent, sent, call);
    }),
    ...steps.map((step) =>
      replaceRule("finalize", step, (before) => (intent, call) => before(withFirst(intent, call), call)),
    ),
  );
}

/** An upload stays open after a digest mismatch, and bytes that are sent for it then are never compared. */
export function comparingUntilRefused(kind: Intent["kind"]): Change {
  const refused = perRegistry(() => new Set<string>());
  const sentAgain = perRegistry(() => new Set<string>());
  return allOf(
    replaceRule("finalize", "stateAfter", (before) => (slug, intent, call) => {
      if (slug !== "digest-mismatch" || intent.kind !== kind) return before(slug, intent, call);
      refused(call).add(intent.uploadId);
      return intent.state;
    }),
    replaceRule("transfer", "keep", (before) => (intent, bytes, call) => {
      if (refused(call).has(intent.uploadId)) sentAgain(call).add(intent.uploadId);
      before(intent, bytes, call);
    }),
    replaceRule("finalize", "assertDigest", (before) => (intent, call) => {
      if (!sentAgain(call).has(intent.uploadId)) before(intent, call);
    }),
  );
}

/** A transfer for a failed upload of this kind opens it again. */
export function reopening(kind: Intent["kind"]): Change {
  return replaceRule("transfer", "assertOpen", (before) => (intent, call) => {
    if (intent.kind !== kind || intent.state !== "failed" || intent.isFinalized) before(intent, call);
  });
}

/** An upload without bytes gets those of a release or an attachment that has the declared digest. */
export function countingKeptBytes(kind: Intent["kind"]): Change {
  return replaceRule("finalize", "findIntent", (before) => (call) => {
    const intent = before(call);
    if (intent.kind !== kind || intent.isFinalized || intent.bytes !== undefined) return intent;
    return { ...intent, bytes: keptBytes(intent, call) };
  });
}
