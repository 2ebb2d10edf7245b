import type { Call } from "../call.ts";
import { allReleases, type Intent } from "../store.ts";

/** The bytes of a published archive or an attached artifact that have the declared digest and size; `undefined` if there are none. */
export function keptBytes(
  { kind, declaredDigest, declaredSize }: Intent,
  call: Call,
): Uint8Array | undefined {
  for (const release of allReleases(call.registry.store)) {
    const kept = kind === "release" ? [release.bytes] : release.attachments.map(({ bytes }) => bytes);
    for (const bytes of kept) {
      if (bytes === undefined || bytes.byteLength !== (declaredSize ?? bytes.byteLength)) continue;
      if (call.rules.integrity.digestOfBytes(bytes, call) === declaredDigest) return bytes;
    }
  }
  return undefined;
}
