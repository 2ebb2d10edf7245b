/** Purls that are nearly that of a release. */
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { toPurl } from "../../harness/exchange/volume.ts";
import { nearScopes, nearVersions, nearVolumes } from "../inputs/near-identities.ts";

/** The purls of other versions of the volume. */
export function purlsOfVersions({ volume, version }: ReleaseName): readonly string[] {
  const [longer, ...others] = nearVersions(version).map(({ value }) => value);
  const versions = ["1.0.1", ...others, ...(longer === undefined ? [] : [longer])];
  return versions.map((one) => toPurl({ volume, version: one }));
}

/** The purls of the same version of other volumes: in the other form first, then of similar names. */
export function purlsOfVolumes({ volume, version }: ReleaseName): readonly string[] {
  const near = nearVolumes(volume, "conformance").map(({ value }) => value);
  const scopes = volume.scope === undefined ? [] : nearScopes(volume.scope).slice(0, 2);
  const volumes = [
    ...near.slice(-1),
    ...near.slice(0, -1),
    ...scopes.map(({ value: scope }) => ({ ...volume, scope })),
  ];
  return volumes.map((one) => toPurl({ volume: one, version }));
}
