/** Artifacts for registries that compare short forms of digests. */
import { sha256 } from "../../harness/seed.ts";

/** As many digits as the short form of a commit has. About 20,000 digests are made until two begin alike. */
const digits = 7;

/**
 * Two artifacts of the same length whose digests begin with the same digits.
 * @param label a text that nobody else uses
 */
export function alikeArtifacts(label: string): readonly [Uint8Array, Uint8Array] {
  const known = new Map<string, Uint8Array>();
  for (let count = 100_000; ; count++) {
    const serialNumber = `${label}-${count}`;
    const artifact = Buffer.from(
      JSON.stringify({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1, serialNumber }),
    );
    const start = sha256(artifact).slice(0, "sha256:".length + digits);
    const other = known.get(start);
    if (other !== undefined) return [other, artifact];
    known.set(start, artifact);
  }
}
