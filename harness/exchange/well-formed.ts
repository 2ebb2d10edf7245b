/** Which names of volumes and versions the specification allows (Resources, Shared formats). */
import type { Volume } from "./volume.ts";

const label = /^[a-z0-9](?:-?[a-z0-9])*$/;
const maxSegmentCharacters = 128;
const maxScopeCharacters = 64;

const identifiers = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const semver = new RegExp(
  `^(?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*)){2}(?:-${identifiers}(?:\\.${identifiers})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

function isLabel(text: string, maxLength: number): boolean {
  return text.length <= maxLength && label.test(text);
}

/** True if a volume may have this name. */
export function isWellFormed({ scope, segment }: Volume): boolean {
  return (
    isLabel(segment, maxSegmentCharacters) && (scope === undefined || isLabel(scope, maxScopeCharacters))
  );
}

/** True for a version of SemVer 2.0.0. */
export function isSemver(version: string): boolean {
  return semver.test(version);
}
