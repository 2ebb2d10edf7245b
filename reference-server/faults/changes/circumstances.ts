/** Circumstances in which a fault may hold: two things then have to meet for it to show. */
import type { Call } from "../../call.ts";
import { findRelease, releasesOf } from "../../lookup.ts";
import type { Release } from "../../store.ts";

/** The version that the request is about: of its path, or of its upload. Empty for others, such as a create request. */
function versionOf({ version, parameters, registry }: Call): string {
  return version === "" ? (registry.store.intents.get(parameters["uploadId"] ?? "")?.version ?? "") : version;
}

function releaseOf(call: Call): Release | undefined {
  return call.name === "" ? undefined : findRelease(call.name, versionOf(call), call);
}

/** True if the release is another one of the volume than the request is about. */
function isBeside(call: Call): (release: Release) => boolean {
  const version = versionOf(call);
  return (release) => release.version !== version;
}

const segmentOf = ({ name }: Call): string => name.replace(/^.*\//u, "");

/** True for requests in all of these circumstances. */
export function meets(...names: readonly (keyof typeof circumstances)[]): (call: Call) => boolean {
  return (call) => names.every((name) => circumstances[name]?.(call) === true);
}

/** By name. In the others the registry is right. */
export const circumstances: Readonly<Record<string, (call: Call) => boolean>> = {
  // requests without a volume in their path, such as a search, belong to both forms
  scoped: ({ form }) => form === "scoped" || form === "none",
  unscoped: ({ form }) => form === "unscoped" || form === "none",
  "key-in-header": ({ request }) => request.headers.has("idempotency-key"),
  "no-key-in-header": ({ request }) => !request.headers.has("idempotency-key"),
  prerelease: (call) => versionOf(call).includes("-"),
  "build-metadata": (call) => versionOf(call).includes("+"),
  "plain-version": (call) => /^[\d.]+$/u.test(versionOf(call)),
  "new-volume": (call) => call.name !== "" && releasesOf(call.name, call).length === 0,
  "volume-with-releases": (call) => releasesOf(call.name, call).some(isBeside(call)),
  "beside-a-yanked-release": (call) =>
    releasesOf(call.name, call)
      .filter(isBeside(call))
      .some(({ status }) => status.state === "yanked"),
  "with-attachments": (call) => (releaseOf(call)?.attachments.length ?? 0) > 0,
  "without-attachments": (call) => releaseOf(call)?.attachments.length === 0,
  "with-declarations": (call) => (releaseOf(call)?.externalDependencies.length ?? 0) > 0,
  "in-another-state": (call) => (releaseOf(call)?.status.state ?? "available") !== "available",
  "beside-open-uploads": (call) =>
    [...call.registry.store.intents.values()].some(
      ({ name, uploadId, isFinalized }) =>
        name === call.name && !isFinalized && uploadId !== call.parameters["uploadId"],
    ),
  "digit-in-the-name": (call) => /\d/u.test(segmentOf(call).slice(0, 3)),
  "long-name": (call) => segmentOf(call).length > 64,
  "with-a-token": ({ request }) => request.headers.has("authorization"),
  "every-other-request": ({ ordinal }) => ordinal % 2 === 0,
  "after-a-thousand-requests": ({ ordinal }) => ordinal > 1000,
};
