/** The manifest has the same identity as the path and the create request. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Given, ReleaseOptions } from "../../harness/given/given.ts";
import { buildArchive, renderManifest } from "../../harness/given/archive.ts";
import { toFullName, type Volume } from "../../harness/exchange/volume.ts";
import { casesAt } from "../inputs/cases.ts";
import { nearVolumes } from "../inputs/near-identities.ts";
import { releaseToGuard } from "../situations/guarded-uploads.ts";
import { attempt, type Attempt, earlyRejection, expectRefused, manifestOf } from "./attempt.ts";

/** How the manifest's release differs from that of the upload. */
interface Different {
  readonly key: string;
  /** The version of the upload, made from a stable one; that one by default. */
  readonly version?: (stable: string) => string;
  readonly manifest: (
    volume: Volume,
    stable: string,
  ) => { readonly volume?: Volume; readonly version?: string };
  /** The full name in place of that of its volume, where the manifest has a place for full names: its other parts are those of the upload. */
  readonly fullName?: (volume: Volume) => string;
  /** The archive also holds a manifest of the right release, first and two folders deep: it does not count. */
  readonly isBesideRightOne?: boolean;
}

const prereleaseKey = "version";

/** The archive of an existing prerelease, for the version that it leads to: a refusal does not change what has the same bytes. */
async function archiveOfPrerelease(given: Given): Promise<ReleaseOptions> {
  const { version, archive } = await releaseToGuard(given);
  return { version: given.version(version.replace(/-.*$/, "")), archive };
}

/** Finalizes an upload whose minimal manifest names a different release. */
async function withDifferentIdentity(
  { given, target }: Tools,
  { key, version, manifest, fullName, isBesideRightOne = false }: Different,
): Promise<Attempt> {
  const template = target.archive.manifests.minimal?.template ?? "";
  const isOfVersion = manifest({ segment: "" }, "").version !== undefined;
  const placeholder = isOfVersion ? /\{\{version\}\}/ : /\{\{(?:name|segment)\}\}/;
  if (!placeholder.test(template)) {
    throw given.skipped(
      'needs a minimal manifest ("archive.manifests.minimal") with placeholders for the volume and its version',
    );
  }
  return await attempt(given, `names-${key}`, async (release) => {
    const stable = release.version.replace(/-.*$/, "");
    const uploaded = { ...release, ...(isOfVersion ? { version: version?.(stable) ?? stable } : {}) };
    const own = fullName && template.replaceAll("{{name}}", fullName(release.volume));
    const manifestText =
      own === undefined || own === template
        ? renderManifest(template, { ...uploaded, ...manifest(release.volume, stable) })
        : renderManifest(own, uploaded);
    if (key === prereleaseKey && given.half === "first") return await archiveOfPrerelease(given);
    const options = { version: uploaded.version, manifestText };
    if (!isBesideRightOne) return options;
    const { entries } = await given.archive(uploaded, options);
    const rightOne = {
      name: `examples/first/${target.archive.manifestPath}`,
      content: manifestOf(target, uploaded),
    };
    return { version: uploaded.version, archive: await buildArchive([rightOne, ...entries]) };
  });
}

function withDifferentScope({ scope, segment }: Volume): Volume {
  return scope === undefined ? { scope: "elsewhere", segment } : { segment };
}

function renaming(key: string, toName: (volume: Volume) => Volume): Different {
  return { key, manifest: (volume) => ({ volume: toName(volume) }) };
}

/** The volume that is near this one in this way. */
function nearVolume(difference: string): Different {
  return renaming(difference.replaceAll(" ", "-"), (volume) => {
    const found = nearVolumes(volume, volume.scope ?? "").find((one) => one.difference === difference);
    return found?.value ?? withDifferentScope(volume);
  });
}

function inUpperCase({ segment, ...rest }: Volume): Volume {
  return { ...rest, segment: segment.toUpperCase() };
}

/** A component that has the name of its volume keeps it: it could be refused for that. */
const upperCaseName: Different = {
  ...renaming("upper-case", inUpperCase),
  fullName: (volume) => toFullName(inUpperCase(volume)),
};

/** Each form tries some of the names, because the comparison does not depend on the form. */
const otherNames: readonly Different[] = [
  nearVolume("a longer name"),
  upperCaseName,
  nearVolume("a shorter name"),
];

const prerelease: Different = {
  key: prereleaseKey,
  manifest: (_, stable) => ({ version: `${stable}-rc.1` }),
};

/** The stable version with a longer patch number: 1.0.1 and 1.0.12. */
function lengthened(stable: string): string {
  return `${stable}2`;
}

/** Versions that differ from that of the upload: the first three at depth standard. */
const otherVersions: readonly Different[] = [
  prerelease,
  {
    key: "shorter-version",
    version: lengthened,
    manifest: (_, stable) => ({ version: stable }),
    isBesideRightOne: true,
  },
  { key: "build", manifest: (_, stable) => ({ version: `${stable}+other` }) },
  { key: "longer-version", manifest: (_, stable) => ({ version: lengthened(stable) }) },
  {
    key: "next-version",
    manifest: (_, stable) => ({ version: stable.replace(/\d+$/u, (patch) => `${Number(patch) + 1}`) }),
  },
  {
    key: "release",
    version: (stable) => `${stable}-rc.1`,
    manifest: (_, stable) => ({ version: stable }),
  },
];

export function manifestNamingAnotherVersion(tools: Tools): Promise<Attempt> {
  return withDifferentIdentity(tools, prerelease);
}

export const manifestIdentity: CheckFile = {
  source: "Errors, identity-mismatch; Finalize release upload",
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["slug:identity-mismatch", "answers:finalizeReleaseUpload/identity-mismatch"],
  from: "standard",
  checks: [
    {
      id: "finalize/manifests-name-the-volume",
      of: "finalize/manifests-name-their-release",
      rule: "`POST` finalize answers 409 `identity-mismatch` if the manifest names a different volume than the path.",
      reading: `The text does not say whether an invalid name is an identity mismatch. For a name in upper case we also accept \`invalid-manifest\` and \`validation-failed\`. ${earlyRejection}`,
      async run(tools) {
        await tools.each(casesAt(tools, otherNames, 0), async (different) => {
          const refused = await withDifferentIdentity(tools, different);

          if (different !== upperCaseName) expectRefused(tools.expect, refused, "identity-mismatch");
          else
            expectRefused(
              tools.expect,
              refused,
              "identity-mismatch",
              "invalid-manifest",
              "validation-failed",
            );
        });
      },
    },
    {
      id: "finalize/manifests-name-the-scope",
      of: "finalize/manifests-name-their-release",
      rule: "`POST` finalize answers 409 `identity-mismatch` if the manifest adds a scope to an unscoped name or omits the scope of the path.",
      reading: earlyRejection,
      async run(tools) {
        const template = tools.target.archive.manifests.minimal?.template ?? "";
        if (!/\{\{(?:name|scope)\}\}/.test(template)) {
          throw tools.given.nothingToJudge(
            'the minimal manifest ("archive.manifests.minimal") has no placeholder for a scope or the full name',
          );
        }

        const refused = await withDifferentIdentity(tools, renaming("scope", withDifferentScope));

        expectRefused(tools.expect, refused, "identity-mismatch");
      },
    },
    {
      id: "finalize/manifests-name-the-version",
      of: "finalize/manifests-name-their-release",
      rule: "`POST` finalize answers 409 `identity-mismatch` if the manifest names a different version than the create request.",
      reading: `One archive also holds a manifest of the right release, in another folder. We accept a registry that refuses that archive with \`invalid-archive\` or \`invalid-manifest\`. ${earlyRejection}`,
      from: "quick",
      async run(tools) {
        const { depth } = tools;
        const versions = depth === "deep" ? otherVersions : otherVersions.slice(0, 3);
        await tools.each(casesAt(tools, versions, depth === "quick" ? 1 : 0), async (different) => {
          const refused = await withDifferentIdentity(tools, different);

          // an archive with two manifests may be refused as such
          const others = different.isBesideRightOne ? (["invalid-archive", "invalid-manifest"] as const) : [];
          expectRefused(tools.expect, refused, "identity-mismatch", ...others);
        });
      },
    },
  ],
};
