/** Releases in every state, from the states hook or a fixture. */
import type { FixtureState, StateName } from "../vocabulary.ts";
import { Skipped, undefinedIfNotPossible } from "../outcome.ts";
import {
  type ReleaseName,
  toFullName,
  toPurl,
  toVolume,
  toVolumePath,
  type Volume,
} from "../exchange/volume.ts";
import { freshVolume, type GivenContext, shown, untriedVersion } from "./context.ts";
import type { PublishedRelease, ReadableRelease, SetUps } from "./given.ts";
import { fixtureOf, readFixture, releaseWithDependencies } from "./readable.ts";
import { publishRelease } from "./releases.ts";
import { sharedSetUp } from "./set-ups.ts";

/**
 * Sets a state by the hook, and lists what the hook makes or removes for the clean-up.
 * @returns the body of the hook's response
 * @throws Skipped if the hook does not offer the state
 */
export async function enterState(
  context: GivenContext,
  state: StateName,
  params: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { name, version } = params;
  if (typeof name !== "string" || typeof version !== "string")
    return await context.run.states.enter(context.actor, state, params);
  const volume = toVolume(name);
  if (state !== "git-release") await shown(context, { volume, version });
  const sentMs = context.actor.nowMs;
  const entered = await context.run.states.enter(context.actor, state, params);
  const { journal } = context.run.session;
  const release = { path: toVolumePath(volume), version };
  if (state === "release-purged") journal.remove(release);
  if (state === "release-status")
    journal.enter(release, { isTombstone: params["state"] === "tombstoned", sentMs });
  if (state === "git-release") journal.add({ ...release, isCertain: true }, context.actor.nowMs);
  return entered;
}

const releasesInStates: SetUps<ReadableRelease> = new WeakMap();

/** The states of a release in the order of their versions, each with a state that a release may have had before. */
const statesBefore: Readonly<Record<FixtureState, FixtureState | undefined>> = {
  yanked: "blocked",
  blocked: "yanked",
  tombstoned: undefined,
  unavailable: "yanked",
};

/**
 * The volume of the releases in states and of the git releases, so that each has the others beside it. Both forms have the same last
 * part, so that each volume has another one of that name.
 */
function volumeOfStates(context: GivenContext): Volume {
  const actor = { ...context.actor, id: "releases-in-states" };
  return freshVolume({ ...context, actor, counter: { value: 0 } });
}

/** Publishes to the volume of states, or to a new volume if the registry refuses that: it may not allow each of these neighbours. */
async function publishBesideStates(context: GivenContext, version: string): Promise<PublishedRelease> {
  const volume = volumeOfStates(context);
  const beside = await undefinedIfNotPossible(() =>
    publishRelease(context, { volume, version: untriedVersion(context, version) }),
  );
  return beside ?? (await publishRelease(context));
}

/** A release in a state: a new one that the hook puts into the state (in one half a prerelease), else the fixture. */
export function releaseInState(context: GivenContext, state: FixtureState): Promise<ReadableRelease> {
  return sharedSetUp(context, { key: `release-${state}`, setUps: releasesInStates }, async (own) => {
    if (own.run.states.configured && !own.run.readOnly) {
      try {
        return await publishInState(own, state);
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      }
    }
    return await readFixture(own, fixtureOf(own, state));
  });
}

async function publishInState(context: GivenContext, state: FixtureState): Promise<ReadableRelease> {
  const place = Object.keys(statesBefore).indexOf(state);
  const isPrerelease = (place % 2 === 0) === (context.half === "second");
  const release = await publishBesideStates(context, `1.${place + 1}.0${isPrerelease ? "-rc.1" : ""}`);
  const enter = async ({ volume, version }: ReleaseName, to: FixtureState): Promise<unknown> =>
    await enterState(context, "release-status", {
      name: toFullName(volume),
      version,
      state: to,
      reason: `The conformance suite sets the state ${to}`,
    });
  const before = statesBefore[state];
  // the hook may not offer the other state, or not the way from one to the other
  const isThere = await undefinedIfNotPossible(async () => {
    if (before !== undefined) await enter(release, before);
    await enter(release, state);
    return true;
  });
  if (isThere) return { ...release, sinceMs: context.actor.nowMs };
  const direct = await publishRelease(context);
  await enter(direct, state);
  return { ...direct, sinceMs: context.actor.nowMs };
}

type GitRelease = ReadableRelease & { readonly repository?: string; readonly ref?: string };
const gitReleases: SetUps<GitRelease> = new WeakMap();

/** A release whose `dist.source` is `git`, in one half a prerelease. If the hook made it, its integrity is only in its metadata. */
export function gitRelease(context: GivenContext): Promise<GitRelease> {
  return sharedSetUp(context, { key: "release-git", setUps: gitReleases }, async (own) => {
    if (own.run.states.configured && !own.run.readOnly) {
      try {
        const { volume } = await releaseBesideGit(own);
        const git = { repository: "https://git.example/conformance/volume.git", ref: "refs/tags/v2.0.0" };
        const release = { volume, version: own.half === "first" ? "2.0.0-rc.1" : "2.0.0" };
        await enterState(own, "git-release", {
          name: toFullName(release.volume),
          version: release.version,
          ...git,
        });
        return { ...release, ...git, integrity: "", purl: toPurl(release), sinceMs: own.actor.nowMs };
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      }
    }
    return await readFixture(own, fixtureOf(own, "git"));
  });
}

/** In one half the release with declarations, since nothing else is published to its volume, else one beside the releases in states. */
async function releaseBesideGit(context: GivenContext): Promise<ReadableRelease> {
  const declaring =
    context.half === "first"
      ? await undefinedIfNotPossible(() => releaseWithDependencies(context))
      : undefined;
  // a fixture is not in a volume of this run
  return declaring?.answer === undefined ? await publishBesideStates(context, "1.5.0") : declaring;
}
