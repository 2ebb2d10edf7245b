/** Artifacts that detect registries which compare only the beginning of a digest. */
import { sha256 } from "../../harness/seed.ts";

/** The length of the common beginning. About 20,000 digests are computed until two share it. */
const prefixLength = 7;

/**
 * Two artifacts of the same length whose digests have the same first digits.
 * @param label a unique text
 */
export function artifactsWithEqualDigestPrefix(label: string): readonly [Uint8Array, Uint8Array] {
  const byPrefix = new Map<string, Uint8Array>();
  for (let count = 100_000; ; count++) {
    const serialNumber = `${label}-${count}`;
    const artifact = Buffer.from(
      JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, serialNumber }),
    );
    const digestPrefix = sha256(artifact).slice(0, "sha256:".length + prefixLength);
    const other = byPrefix.get(digestPrefix);
    if (other !== undefined) return [other, artifact];
    byPrefix.set(digestPrefix, artifact);
  }
}
