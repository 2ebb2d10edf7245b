/** Preconditions of reading: releases in every state, from the hook, a fixture, or what the search shows. */
import type { FixtureState } from "../vocabulary.ts";
import { Blocked, Skipped, undefinedIfNotPossible } from "../outcome.ts";
import { type Answer, isSuccess, listAt, textAt } from "../registry/answer.ts";
import {
  type ReleaseName,
  toForm,
  toFullName,
  toPurl,
  toVolume,
  toVolumePath,
  type Volume,
} from "../registry/volume.ts";
import type { ExpectedDependency, NamedRelease } from "../target-file/target.ts";
import { freshVolume, type GivenContext, isVisible, untriedVersion } from "./context.ts";
import type { PublishedRelease, ReadableRelease, SetUps } from "./given.ts";
import { sharedSetUp } from "./set-ups.ts";
import { assertMayWrite, publishRelease, sharedRelease } from "./releases.ts";

const foundReleases: SetUps<ReadableRelease> = new WeakMap();

/** The shared release, or without a publisher one that a fixture or the search shows. */
export async function readableRelease(context: GivenContext): Promise<ReadableRelease> {
  try {
    return await sharedRelease(context);
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
  }
  return await sharedSetUp(context, { key: "found-release", setUps: foundReleases }, findRelease);
}

async function findRelease(context: GivenContext): Promise<ReadableRelease> {
  const { git, externalDependencies } = context.run.target.fixtures;
  for (const fixture of [externalDependencies, git]) {
    if (fixture !== undefined && toForm(toVolume(fixture.name)) === context.form)
      return await readFixture(context, fixture);
  }
  const search = context.run.target.features.search ? await context.registry.searchVolumes() : undefined;
  const hits = listAt(search?.body, "items").flatMap((item) => {
    const name = textAt(item, "name");
    const version = textAt(item, "latestVersion");
    return name === undefined || toForm(toVolume(name)) !== context.form ? [] : [{ name, version }];
  });
  return await firstReadable(context, hits.slice(0, maxHits));
}

/** Maximum number of releases from a search that are read. */
const maxHits = 10;

/**
 * The first release that is available and has its own files, else the first that can be read. A release in a search may be
 * gone by now, or visible to some callers only; checks judge any other answer.
 */
async function firstReadable(
  context: GivenContext,
  hits: readonly { readonly name: string; readonly version: string | undefined }[],
): Promise<ReadableRelease> {
  let second: ReadableRelease | undefined;
  let refused: Answer | undefined;
  for (const { name, version = await firstVersion(context, name) } of hits) {
    if (version === undefined) continue;
    const { answer, release } = await readNamed(context, { name, version });
    const isGone = answer.status === 403 || !isVisible(answer);
    const state = textAt(answer.body, "status", "state");
    if (state === "available" && textAt(answer.body, "dist", "source") === "cdn") return release;
    if (isGone) refused ??= answer;
    else second ??= release;
  }
  if (second !== undefined) return second;
  const cause = `none of the releases that the search shows can be read (${context.form})`;
  if (refused !== undefined) throw new Blocked(cause, { exchange: refused.exchange.id });
  throw new Skipped(
    `needs a release to read (${context.form}): "tokens.publisher", a fixture, or one that the search shows`,
  );
}

async function firstVersion(context: GivenContext, name: string): Promise<string | undefined> {
  const index = await context.registry.getVersionIndex(toVolume(name));
  return textAt(listAt(index.body, "items")[0], "version");
}

/** A release that the target file names. If it cannot be read, nothing can be checked with it. */
async function readFixture(context: GivenContext, fixture: NamedRelease): Promise<ReadableRelease> {
  const { answer, release } = await readNamed(context, fixture);
  if (isSuccess(answer)) return release;
  throw new Blocked(
    `GET metadata of the fixture ${fixture.name}@${fixture.version} answered ${answer.status}: check its name, and that it can be read without a token`,
    { exchange: answer.exchange.id },
  );
}

/** Reads a release that exists already. */
async function readNamed(
  context: GivenContext,
  named: NamedRelease,
): Promise<{ readonly answer: Answer; readonly release: ReadableRelease }> {
  const name: ReleaseName = { volume: toVolume(named.name), version: named.version };
  const answer = await context.registry.getRelease(name);
  const release = {
    ...name,
    integrity: textAt(answer.body, "integrity") ?? "",
    purl: textAt(answer.body, "purl") ?? toPurl(name),
    sinceMs: answer.endedAtMs - context.run.target.limits.settleMs,
  };
  return { answer, release };
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

/** A release in a state: a new one that the hook puts into the state (in one form a prerelease), else the fixture. */
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
  const isPrerelease = (place % 2 === 0) === (context.form === "unscoped");
  const release = await publishBesideStates(context, `1.${place + 1}.0${isPrerelease ? "-rc.1" : ""}`);
  const enter = async ({ volume, version }: ReleaseName, to: FixtureState): Promise<unknown> =>
    await context.run.states.enter(context.actor, "release-status", {
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

/** A release whose `dist.source` is `git`, in one form a prerelease. If the hook made it, its integrity is only in its metadata. */
export function gitRelease(context: GivenContext): Promise<GitRelease> {
  return sharedSetUp(context, { key: "release-git", setUps: gitReleases }, async (own) => {
    if (own.run.states.configured && !own.run.readOnly) {
      try {
        const { volume } = await releaseBesideGit(own);
        const git = { repository: "https://git.example/conformance/volume.git", ref: "refs/tags/v2.0.0" };
        const release = { volume, version: own.form === "scoped" ? "2.0.0-rc.1" : "2.0.0" };
        await own.run.states.enter(own.actor, "git-release", {
          name: toFullName(release.volume),
          version: release.version,
          ...git,
        });
        own.run.session.journal.add({
          path: toVolumePath(release.volume),
          version: release.version,
          isCertain: true,
        });
        return { ...release, ...git, integrity: "", purl: toPurl(release), sinceMs: own.actor.nowMs };
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      }
    }
    return await readFixture(own, fixtureOf(own, "git"));
  });
}

/** In the scoped form the release with declarations, since nothing else is published to its volume, else one beside the releases in states. */
async function releaseBesideGit(context: GivenContext): Promise<ReadableRelease> {
  const declaring =
    context.form === "scoped"
      ? await undefinedIfNotPossible(() => releaseWithDependencies(context))
      : undefined;
  // a fixture is not in a volume of this run
  return declaring?.answer === undefined ? await publishBesideStates(context, "1.5.0") : declaring;
}

type DeclaringRelease = ReadableRelease & {
  readonly expected: readonly ExpectedDependency[];
  readonly answer?: Answer;
};
const declaringReleases: SetUps<DeclaringRelease> = new WeakMap();

/** A release with external dependencies, published from the target's manifest or named as a fixture. */
export function releaseWithDependencies(context: GivenContext): Promise<DeclaringRelease> {
  return sharedSetUp(
    context,
    { key: "release-with-dependencies", setUps: declaringReleases },
    async (own) => {
      const manifest = own.run.target.archive.manifests.externalDependencies;
      if (manifest !== undefined && !own.run.readOnly) {
        try {
          return {
            ...(await publishRelease(own, { manifest: "externalDependencies" })),
            expected: manifest.expect,
          };
        } catch (error) {
          if (!(error instanceof Skipped)) throw error;
        }
      }
      const fixture = own.run.target.fixtures.externalDependencies;
      if (fixture === undefined || toForm(toVolume(fixture.name)) !== own.form) {
        throw new Skipped(
          `needs "archive.manifests.externalDependencies" in the target file, or "fixtures.externalDependencies" to be ${own.form}`,
        );
      }
      return { ...(await readFixture(own, fixture)), expected: [] };
    },
  );
}

interface KnownAdvisory {
  readonly id: string;
  readonly volume?: string;
}
const advisories: SetUps<KnownAdvisory> = new WeakMap();

/** An advisory: made by the hook for the shared release's volume, else the fixture. */
export async function advisory(
  context: GivenContext,
  options: { readonly withdrawn?: boolean } = {},
): Promise<KnownAdvisory> {
  const key = options.withdrawn === true ? "advisory-withdrawn" : "advisory";
  return await sharedSetUp(context, { key, setUps: advisories }, async (own) => {
    if (own.run.states.configured && !own.run.readOnly) {
      try {
        assertMayWrite(own);
        const release = await publishRelease(own);
        const volume = toFullName(release.volume);
        const body = await own.run.states.enter(own.actor, "advisory", { volume, ...options });
        const id = textAt(body, "id");
        if (id === undefined)
          throw new Blocked('the states hook answered the state "advisory" without an "id"');
        return { id, volume };
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      }
    }
    const fixture = own.run.target.fixtures.advisory;
    if (options.withdrawn === true) throw new Skipped('needs the state "advisory" of a states hook');
    if (fixture === undefined) {
      throw new Skipped(
        'needs "fixtures.advisory" in the target file, or the state "advisory" of a states hook',
      );
    }
    return fixture;
  });
}

function fixtureOf(context: GivenContext, state: FixtureState | "git"): NamedRelease {
  const fixture = context.run.target.fixtures[state];
  if (fixture === undefined)
    throw new Skipped(`needs "fixtures.${state}" in the target file, or a states hook and a publisher`);
  const form = toForm(toVolume(fixture.name));
  if (form !== context.form)
    throw new Skipped(
      `needs "fixtures.${state}" to be ${context.form} in the target file; the one it has is ${form}`,
    );
  return fixture;
}
