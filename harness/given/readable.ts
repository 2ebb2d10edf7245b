/** Preconditions of reading: releases that the run publishes, that a fixture names, or that the search shows. */
import type { FixtureState } from "../vocabulary.ts";
import { Blocked, Skipped, undefinedIfNotPossible } from "../outcome.ts";
import { type Answer, isSuccess, listAt, textAt } from "../exchange/answer.ts";
import { type ReleaseName, toForm, toFullName, toPurl, toVolume } from "../exchange/volume.ts";
import type { ExpectedDependency, ManifestTemplate, NamedRelease } from "../target-file/target.ts";
import { type GivenContext, isVisible, shown } from "./context.ts";
import type { ReadableRelease, SetUps } from "./given.ts";
import { sharedSetUp } from "./set-ups.ts";
import { assertMayWrite, publishRelease, sharedRelease } from "./releases.ts";
import { withFurtherDeclarations } from "./varied-manifests.ts";

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
export async function readFixture(context: GivenContext, fixture: NamedRelease): Promise<ReadableRelease> {
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
          return await publishDeclaring(own, manifest);
        } catch (error) {
          if (!(error instanceof Skipped)) throw error;
        }
      }
      const fixture = own.run.target.fixtures.externalDependencies;
      if (fixture === undefined || toForm(toVolume(fixture.name)) !== own.form) {
        throw new Skipped(
          `needs "archive.manifests.externalDependencies" in the target file, or a volume in "fixtures.externalDependencies" that is ${own.form}`,
        );
      }
      return { ...(await readFixture(own, fixture)), expected: [] };
    },
  );
}

/** With more declarations than the target's manifest has; where the registry refuses these, with its own. */
async function publishDeclaring(
  context: GivenContext,
  manifest: ManifestTemplate,
): Promise<DeclaringRelease> {
  const further = withFurtherDeclarations(manifest);
  if (further !== undefined) {
    try {
      const release = await publishRelease(context, { manifestText: further.template });
      return { ...release, expected: further.expect };
    } catch (error) {
      if (!(error instanceof Blocked) || error.slug === undefined || error.isTransient) throw error;
    }
  }
  const release = await publishRelease(context, { manifest: "externalDependencies" });
  return { ...release, expected: manifest.expect };
}

interface KnownAdvisory {
  readonly id: string;
  readonly volume?: string;
}

/** What the hook made for one volume. */
interface MadeAdvisories {
  readonly volume: string;
  readonly active: string;
  /** Undefined if the hook has made only one: another withdrawn one needs a volume of its own. */
  readonly withdrawn: string | undefined;
}

const knownAdvisories: SetUps<KnownAdvisory> = new WeakMap();
const madeAdvisories: SetUps<MadeAdvisories> = new WeakMap();

async function makeAdvisory(
  context: GivenContext,
  params: { readonly volume: string; readonly withdrawn?: boolean },
): Promise<string> {
  const id = textAt(await context.run.states.enter(context.actor, "advisory", params), "id");
  if (id === undefined) throw new Blocked('the states hook answered the state "advisory" without an "id"');
  return id;
}

/** A new volume for advisories: a scoped one where the target has a scope, since a bare name would be another volume. */
async function publishAdvised(context: GivenContext): Promise<string> {
  const release =
    (await undefinedIfNotPossible(() => publishRelease({ ...context, form: "scoped", half: "first" }))) ??
    (await publishRelease(context));
  await shown(context, release);
  return toFullName(release.volume);
}

/**
 * Two advisories of one volume, by the hook: a withdrawn one that a list may have shown, and then an active one. The withdrawn one is
 * first: a hook that keeps one advisory for each volume makes it active.
 */
async function makeAdvisories(context: GivenContext): Promise<MadeAdvisories> {
  assertMayWrite(context);
  const volume = await publishAdvised(context);
  const withdrawn = await undefinedIfNotPossible(() => makeAdvisory(context, { volume, withdrawn: true }));
  if (withdrawn !== undefined)
    await context.registry.searchAdvisories(Object.entries(context.run.target.search.advisoryParams));
  const active = await makeAdvisory(context, { volume });
  return { volume, active, withdrawn: withdrawn === active ? undefined : withdrawn };
}

/** An advisory: made by the hook for a volume of its own, else the fixture. */
export async function advisory(
  context: GivenContext,
  options: { readonly withdrawn?: boolean } = {},
): Promise<KnownAdvisory> {
  const isWithdrawn = options.withdrawn === true;
  const key = isWithdrawn ? "advisory-withdrawn" : "advisory";
  return await sharedSetUp(context, { key, setUps: knownAdvisories }, async (own) => {
    if (own.run.states.configured && !own.run.readOnly) {
      try {
        const place = { key: "advisories", setUps: madeAdvisories };
        const { volume, active, withdrawn } = await sharedSetUp(own, place, makeAdvisories);
        if (!isWithdrawn) return { id: active, volume };
        if (withdrawn !== undefined) return { id: withdrawn, volume };
        const other = await publishAdvised(own);
        return { id: await makeAdvisory(own, { volume: other, withdrawn: true }), volume: other };
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
      }
    }
    const fixture = own.run.target.fixtures.advisory;
    if (isWithdrawn) throw new Skipped('needs the state "advisory" of a states hook');
    if (fixture === undefined) {
      throw new Skipped(
        'needs "fixtures.advisory" in the target file, or the state "advisory" of a states hook',
      );
    }
    return fixture;
  });
}

/**
 * The fixture of a state.
 * @throws Skipped if the target file has none in this form
 */
export function fixtureOf(context: GivenContext, state: FixtureState | "git"): NamedRelease {
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
