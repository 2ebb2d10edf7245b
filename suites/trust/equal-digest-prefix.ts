/** Artifacts that detect registries which compare only the beginning of a digest. */
import { sha256 } from "../../harness/seed.ts";

/** The length of the common beginning. About 20,000 digests are computed until two share it. */
const prefixLength = 7;

/**
 * Two artifacts of the same length whose digests have the same first digits.
 * @param label a unique text
 */
export function artifactsWithEqualDigestPrefix(label: string): readonly [Uint8Array, Uint8Array] {
  const counts = new Map<string, number>();
  for (let count = 100_000; ; count++) {
    const prefix = sha256(toArtifact(label, count)).slice(0, "sha256:".length + prefixLength);
    const other = counts.get(prefix);
    if (other !== undefined)
      return [Buffer.from(toArtifact(label, other)), Buffer.from(toArtifact(label, count))];
    counts.set(prefix, count);
  }
}

function toArtifact(label: string, count: number): string {
  const serialNumber = `${label}-${count}`;
  return JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, serialNumber });
}
