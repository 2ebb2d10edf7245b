/** What the release or the volume of a request has, besides what the request is refused for. */
import type { Call } from "../../call.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import type { Intent, Release } from "../../store.ts";

/** The upload of the path. */
export function uploadOf(call: Call): Intent | undefined {
  return call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
}

/** The release of the path. */
export function releaseOf(call: Call): Release | undefined {
  return findRelease(call.name, call.version, call);
}

export function isGit(call: Call): boolean {
  return releaseOf(call)?.source.kind === "git";
}

export function isBlocked(call: Call): boolean {
  return releaseOf(call)?.status.state === "blocked";
}

export function isYanked(call: Call): boolean {
  return releaseOf(call)?.status.state === "yanked";
}

export function isAttached(call: Call): boolean {
  return (releaseOf(call)?.attachments.length ?? 0) > 0;
}

export function isDeclaring(call: Call): boolean {
  return (releaseOf(call)?.externalDependencies.length ?? 0) > 0;
}

/** The version of the path or of the upload has build metadata. */
export function hasBuildMetadata(call: Call): boolean {
  return `${call.version}${uploadOf(call)?.version ?? ""}`.includes("+");
}

/** There is a volume with the same last part in the other form. */
export function hasNamesake({ name, registry }: Call): boolean {
  const segment = name.slice(name.indexOf("/") + 1);
  return [...registry.store.volumes.keys()].some(
    (other) => other !== name && other.slice(other.indexOf("/") + 1) === segment,
  );
}

export function isBesideBlocked(call: Call): boolean {
  return releasesOf(call.name, call).some(({ status }) => status.state === "blocked");
}

/** Each version of the volume is gone. */
export function isEmptied(call: Call): boolean {
  const releases = releasesOf(call.name, call);
  return releases.length > 0 && releases.every(({ status }) => status.state === "tombstoned");
}
