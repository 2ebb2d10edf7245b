/** Faults that remember which releases of the volume were available when an upload was opened. */
import type { Call } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { Intent } from "../../store.ts";
import { perRegistry } from "./memory.ts";

/** The releases of a volume that are available. */
function availableIn(name: string, call: Call): ReadonlySet<string> {
  const releases = releasesOf(name, call).filter(({ status }) => status.state === "available");
  return new Set(releases.map(({ version }) => version));
}

/**
 * A change that knows which releases of the volume were available when an upload was opened.
 * @param make gets the function that answers this, by version
 */
export function withThoseBefore(
  make: (before: (intent: Intent, call: Call) => ReadonlySet<string>) => Change,
): Change {
  const memory = perRegistry(() => new Map<string, ReadonlySet<string>>());
  return allOf(
    replaceRule("publish", "newUploadId", (before) => (call) => {
      const uploadId = before(call);
      memory(call).set(uploadId, availableIn(call.name, call));
      return uploadId;
    }),
    make(({ uploadId }, call) => memory(call).get(uploadId) ?? new Set()),
  );
}
