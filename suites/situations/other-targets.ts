/** Releases of this run in unusual states, for requests that change nothing if they are refused, and nothing that is read if they are not. */
import type { FixtureState } from "../../harness/check.ts";
import type { Given, ReadableRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/exchange/volume.ts";
import type { Target } from "../../harness/target-file/target.ts";
import { releaseWithBuildMetadata } from "./build-metadata.ts";
import { makeGitRelease } from "./git-release.ts";
import { releaseToGuard } from "./guarded-uploads.ts";
import { readGitOnce } from "./release-metadata.ts";

/** What a release has in its state or its version. */
export type Trait = FixtureState | "git" | "build";

/** A release with the trait. Undefined if the target has none or the registry takes none: other checks report that. */
export async function ownReleaseWith(given: Given, trait: Trait): Promise<ReadableRelease | undefined> {
  const release = await undefinedIfNotPossible(() => find(given, trait));
  // a fixture of the target file is somebody's
  return release !== undefined && given.isOwnVolume(toFullName(release.volume)) ? release : undefined;
}

async function find(given: Given, trait: Trait): Promise<ReadableRelease> {
  if (trait === "build") return await releaseWithBuildMetadata(given);
  if (trait !== "git") return await given.releaseInState(trait);
  const { release, answer } = await readGitOnce(given);
  const purl = textAt(answer.body, "purl") ?? release.purl;
  return { ...release, purl, integrity: textAt(answer.body, "integrity") ?? "" };
}

/** A git release that the hook adds and puts into a state. It needs no uploads. Undefined if the hook does not do both. */
async function makeRelease(given: Given, release: MadeRelease): Promise<MadeRelease | undefined> {
  const { volume, version, state } = release;
  return await undefinedIfNotPossible(async () => {
    await makeGitRelease(given, release);
    if (state !== "available")
      await given.state("release-status", { name: toFullName(volume), version, state });
    return release;
  });
}

/** A release that the hook put into a state. */
export interface MadeRelease extends ReleaseName {
  readonly state: FixtureState | "available";
}

/**
 * Releases that a hook makes and no other check reads, git releases whose versions have build metadata: a yanked one beside the guarded
 * release, and a blocked one in another volume, since a volume may be closed while one of its versions is blocked. Empty if the hook makes
 * no such releases. The guarded volume gets a namesake in the other form, too.
 */
export const madeReleases: Situation<readonly MadeRelease[]> = situation(
  "releases-made-to-guard",
  async ({ given, target }) => {
    const guarded = await undefinedIfNotPossible(() => releaseToGuard(given));
    if (guarded === undefined) return [];
    const { volume, version } = guarded;
    const namesake = namesakeOf(volume, target);
    // below the release of a guarded prerelease, which another check publishes
    const numbers = given.half === "first" ? "1.0.12" : "1.0.13";
    const yanked = given.version(`${numbers}-rc.13+build.13`);
    const blocked = given.version("1.0.14-rc.14+build.14");
    const volumeToBlock = given.half === "first" ? namesake : await volumeWithBlocked(given);
    const made = [
      await makeRelease(given, { volume, version: yanked, state: "yanked" }),
      await makeRelease(given, {
        volume: volumeToBlock ?? given.volume(),
        version: blocked,
        state: "blocked",
      }),
    ];
    if (given.half === "second" && namesake !== undefined)
      await makeRelease(given, { volume: namesake, version, state: "available" });
    return made.filter((release) => release !== undefined);
  },
);

/** The volume of the same name in the other form, if the target offers that form. */
export function namesakeOf(
  { scope, segment }: Volume,
  { namespace = {} }: Pick<Target, "namespace">,
): Volume | undefined {
  if (scope !== undefined) return namespace.prefix === undefined ? undefined : { segment };
  return namespace.scope === undefined ? undefined : { scope: namespace.scope, segment };
}

/** The volume of another blocked release. */
async function volumeWithBlocked(given: Given): Promise<Volume | undefined> {
  return (await ownReleaseWith(given, "blocked"))?.volume;
}

/** A volume whose only version is gone. The hook makes it; undefined if it does not. */
export const emptiedVolume: Situation<Volume | undefined> = situation("emptied-volume", async ({ given }) => {
  const release = { volume: given.volume(), version: "1.0.12", state: "tombstoned" } as const;
  return (await makeRelease(given, release))?.volume;
});
