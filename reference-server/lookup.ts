import type { Call } from "./call.ts";
import type { Intent, Release } from "./store.ts";

/** The release with that identity, in any state; `undefined` if it does not exist. */
export function findRelease(name: string, version: string, call: Call): Release | undefined {
  return call.registry.store.volumes.get(name)?.get(call.rules.identity.versionKey(version));
}

/** Every release of a volume, in the order of publication; empty if the volume is unknown. */
export function releasesOf(name: string, call: Call): Release[] {
  return [...(call.registry.store.volumes.get(name)?.values() ?? [])];
}

/** Stores a release, replacing the one with the same identity. */
export function saveRelease(release: Release, call: Pick<Call, "registry" | "rules">): void {
  const { volumes, writtenAt } = call.registry.store;
  writtenAt.set(release.name, call.registry.clock.now());
  const versions = volumes.get(release.name) ?? new Map<string, Release>();
  volumes.set(release.name, versions);
  versions.set(call.rules.identity.versionKey(release.version), release);
}

/** Stores an intent, replacing the one with the same id. */
export function saveIntent(intent: Intent, call: Pick<Call, "registry">): void {
  call.registry.store.intents.set(intent.uploadId, intent);
}
