/** Releases of this run in unusual states, for requests that change nothing if they are refused, and nothing that is read if they are not. */
import type { FixtureState } from "../../harness/check.ts";
import type { Given, ReadableRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName } from "../../harness/exchange/volume.ts";
import { releaseWithBuildMetadata } from "./build-metadata.ts";
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

/** A release that the hook put into a state. */
export interface MadeRelease extends ReleaseName {
  readonly state: FixtureState;
}

/**
 * Releases that a hook makes and no other check reads: a yanked one beside the guarded release, and a blocked one with build metadata
 * beside another blocked one, since a volume may be closed while one of its versions is blocked. Both are git releases, so that they
 * need no uploads. Empty if the hook makes no such releases.
 */
export const madeReleases: Situation<readonly MadeRelease[]> = situation(
  "releases-made-to-guard",
  async ({ given }) => {
    const made: MadeRelease[] = [];
    for (const { version, state, beside } of toMake) {
      const neighbour = await undefinedIfNotPossible(() => beside(given));
      if (neighbour === undefined) continue;
      const { volume } = neighbour;
      const release = { name: toFullName(volume), version: given.version(version) };
      const entered = await undefinedIfNotPossible(async () => [
        await given.state("git-release", { ...release, ...source }),
        await given.state("release-status", { ...release, state }),
      ]);
      if (entered !== undefined) made.push({ volume, version: release.version, state });
    }
    return made;
  },
);

const source = { repository: "https://git.example/conformance/volume.git", ref: "refs/tags/guarded" };

const toMake: readonly {
  readonly version: string;
  readonly state: FixtureState;
  readonly beside: (given: Given) => Promise<ReleaseName>;
}[] = [
  { version: "1.0.13", state: "yanked", beside: releaseToGuard },
  { version: "1.0.14+build.14", state: "blocked", beside: (given) => given.releaseInState("blocked") },
];
