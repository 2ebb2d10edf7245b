import { type Change, replaceRule } from "../../rules/change.ts";

/** A valid digest that belongs to no file and no release. */
export const unrelatedDigest: string = `sha256:${"5e".repeat(32)}`;

/** A valid digest that differs from `digest`. */
export function differentDigest(digest: string): string {
  return `sha256:${digest.slice(7).split("").toReversed().join("")}`;
}

/** Serves the last bytes that came for any upload with the digest of the archive. */
export const archivesKeptByDeclaredDigest: Change = replaceRule(
  "transfer",
  "archiveOf",
  (before) => async (release, call) => {
    const bytes = await before(release, call);
    const digest = call.rules.integrity.digestOfBytes(bytes, call);
    const last = [...call.registry.store.intents.values()].findLast(
      (intent) => intent.declaredDigest === digest && intent.bytes !== undefined,
    );
    return last?.bytes ?? bytes;
  },
);
