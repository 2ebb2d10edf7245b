/** Releases that live through different things from their creation to their end, and what reads show of each in between. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease, SituationTools, TrustIntent } from "../../harness/given/given.ts";
import { situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { eventuallyEach } from "./first-at-once.ts";
import { type LifeRow, lifeRows } from "./life-plan.ts";
import {
  attach,
  type Attached,
  type Living,
  publish,
  publishBeside,
  type Published,
} from "./life-releases.ts";
import {
  type LifeState,
  optionsOf,
  readAttachedConditionally,
  readFiles,
  readStateConditionally,
  readStop,
  type Stop,
} from "./life-stops.ts";
import { readTrust } from "./trust-documents.ts";
import { rowOf, stateIn } from "./version-index.ts";
import { setState } from "./yanked-version.ts";

export interface Life extends Pick<Published, "publishing">, Attached {
  readonly row: LifeRow;
  readonly release: PublishedRelease;
  /** The first one is from before the first change. */
  readonly stops: readonly [Stop, ...Stop[]];
  /** The response to `DELETE` at the end, in the form whose path is stated. */
  readonly unpublished?: Answer;
  /** Another release of the volume, to which nothing happened. */
  readonly sibling?: PublishedRelease;
  /** The responses to finalizes of uploads that were open while a release of the volume was yanked. */
  readonly outlived: readonly Answer[];
}

/** The states after its publication. A hidden release comes back from another state in each form. */
function routeOf({ route, form }: LifeRow): readonly LifeState[] {
  if (route === "none") return [];
  if (route === "yanked") return ["yanked", "available"];
  return form === "unscoped"
    ? ["unavailable", "blocked", "available"]
    : ["blocked", "unavailable", "available"];
}

/** The states after that of a release that is not unpublished. One is yanked for the second time. */
const ends: Readonly<Record<LifeRow["route"], readonly LifeState[]>> = {
  yanked: ["yanked", "tombstoned"],
  hidden: ["tombstoned"],
  none: ["tombstoned"],
};

/** A request that would change the release, from somebody who must not. */
async function refuseOutsider(
  { given, registry, target }: SituationTools,
  release: PublishedRelease,
): Promise<void> {
  const outsider = await undefinedIfSkipped(() => given.tokenOf("outsider"));
  const options = { as: outsider ?? "nobody" } as const;
  const answer = await (async () => {
    if (given.half === "second" && target.features.unpublish)
      return await registry.unpublishVersion(release, options);
    if (!target.features.trust) return undefined;
    return await registry.createTrustUpload(release, given.trustBody(release, given.artifact()), options);
  })();
  if (answer !== undefined && isSuccess(answer))
    throw given.blocked("a request without authority was accepted", answer);
}

/**
 * Finalizes another upload of a version that is published: if it is yanked or hidden, after that. An audit judges the answer.
 * @throws Blocked if it is a success, since nothing that is read later is what this release has lived through
 */
async function finalizeLate({ given, registry }: SituationTools, { late }: Living): Promise<void> {
  if (late === undefined) return;
  const answer = await registry.finalizeReleaseUpload(late);
  if (isSuccess(answer)) throw given.blocked("another upload of a published version was finalized", answer);
}

/** Puts the release into the next state and reads all; undefined if the hook does not set this state. */
async function goOn(
  tools: SituationTools,
  living: Living,
  { last, state }: { readonly last: Stop; readonly state: LifeState },
): Promise<Stop | undefined> {
  const { given } = tools;
  const { row, release } = living;
  const entered = await undefinedIfNotPossible(async () => {
    await setState(given, release, state);
    return true;
  });
  if (!entered) return undefined;
  const isHidden = row.route === "hidden" && state === "blocked";
  const isYanked = row.route === "yanked" && last.states.length === 0;
  if (isHidden || isYanked) await finalizeLate(tools, living);
  // an audit judges the answer, and what is read next the state
  if (last.states.length === 0) await living.again?.();
  const stop = await readStop(tools, living, { states: [...last.states, state], earlier: last });
  const download = await readFiles(tools, living, stop);
  const conditional =
    row.conditional === "no" || last.states.length > 0
      ? []
      : await readStateConditionally(tools, release, { before: last, after: stop });
  return { ...stop, conditional, ...(download === undefined ? {} : { download }) };
}

/** Unpublishes the release and reads what is left of it. */
async function unpublish(
  { registry, eventually }: SituationTools,
  { row, release }: Living,
): Promise<Answer> {
  // what a `DELETE` does not see yet, as after any write, it sees later
  const answer = await eventually(() => registry.unpublishVersion(release), {
    since: release,
    until: isSuccess,
  });
  if (!isSuccess(answer)) return answer;
  const since = { sinceMs: answer.endedAtMs };
  const options = optionsOf(row);
  await eventuallyEach(
    { eventually },
    [
      () => registry.getRelease(release, options),
      { since, until: ({ body }) => textAt(body, "status", "state") !== "available" },
    ],
    [
      () => registry.getVersionIndex(release.volume, options),
      { since, until: (index) => stateIn(rowOf(index, release.version)) !== "available" },
    ],
  );
  return answer;
}

/** Opens uploads that are for nothing in the release: of another version, and of a trust artifact, which is returned with its bytes sent. */
async function openOthers(
  { given, target }: SituationTools,
  release: PublishedRelease,
): Promise<TrustIntent | undefined> {
  await undefinedIfNotPossible(() => given.uploadIntent({ volume: release.volume, version: "1.9.0" }));
  return target.features.trust ? await undefinedIfNotPossible(() => given.trustUploaded(release)) : undefined;
}

/** One life, made once. States that the hook does not set are left out. */
const oneLife = situation<Life, [ordinal: number, row: LifeRow]>(
  (ordinal) => `histories/life-${ordinal}`,
  async (tools, _ordinal, row) => {
    const { given, registry, target } = tools;
    const published = await publish(tools, row);
    const { release } = published;
    const { sibling, outlived } = await publishBeside(tools, { row, release });
    const hasTrust = target.features.trust;
    const bare =
      hasTrust && row.conditional === "yes" && row.attachments !== "none"
        ? await readTrust(tools, release)
        : undefined;
    const { attachments, attaching } = await attach(tools, release, row);
    const opened = row.open === "uploads" ? await openOthers(tools, release) : undefined;
    if (row.outsider === "refused") await refuseOutsider(tools, release);
    const living = { ...published, row, attachments };
    if (row.route === "none") {
      await finalizeLate(tools, living);
      await living.again?.();
    }
    const first = await readStop(tools, living, { states: [] });
    const download = await readFiles(tools, living, first);
    const conditional =
      bare === undefined || first.trust === undefined
        ? []
        : await readAttachedConditionally(tools, living, { before: bare, after: first.trust });
    const stops: [Stop, ...Stop[]] = [
      { ...first, conditional, ...(download === undefined ? {} : { download }) },
    ];
    const outlivedByTrust: Answer[] = [];
    const isUnpublished = given.half === "second" && target.features.unpublish;
    for (const state of [...routeOf(row), ...(isUnpublished ? [] : ends[row.route])]) {
      const last = stops.at(-1) ?? stops[0];
      const stop = await goOn(tools, living, { last, state });
      if (stop !== undefined) stops.push(stop);
      // of a release with attachments, a newer one may replace one that is looked for later
      if (opened === undefined || row.attachments !== "none" || stop?.state !== "available") continue;
      if (last.state === "yanked")
        outlivedByTrust.push(await registry.finalizeTrustUpload(opened, { idempotencyKey: given.key() }));
    }
    return {
      row,
      release,
      publishing: published.publishing,
      attaching,
      attachments,
      stops,
      outlived: [...outlived, ...outlivedByTrust],
      ...(sibling === undefined ? {} : { sibling }),
      ...(isUnpublished ? { unpublished: await unpublish(tools, living) } : {}),
    };
  },
);

/**
 * Judges each life that the plan has in this form. They are lived at once.
 * @param judge gives false where this life has nothing to judge
 * @param nothing why no life has something to judge
 */
export async function judgeLives(
  tools: Tools,
  judge: (life: Life) => boolean | Promise<boolean>,
  nothing: string,
): Promise<void> {
  const { given, depth, target } = tools;
  const rows = lifeRows(depth, given.form, target);
  const lives = await Promise.allSettled(rows.map((row, index) => oneLife(given, index + 1, row)));
  let isJudged = false;
  for (const life of lives) if (life.status === "fulfilled") isJudged = (await judge(life.value)) || isJudged;
  for (const life of lives) if (life.status === "rejected") throw life.reason;
  if (!isJudged) throw given.nothingToJudge(nothing);
}
