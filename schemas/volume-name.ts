/** The full name of a volume, as a recording has its parts. */
import type { About } from "./report.ts";

/** `@scope/segment` or `segment`; undefined where a request names no volume. */
export function nameOfVolume({ volume }: About = {}): string | undefined {
  if (volume === undefined) return undefined;
  return volume.scope === undefined ? volume.segment : `@${volume.scope}/${volume.segment}`;
}
