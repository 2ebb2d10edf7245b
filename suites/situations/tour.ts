/** A release with declarations and attachments that goes through the states of a release, and what reads show in each. */
import type { FixtureState, Tools } from "../../harness/check.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import type { Attachment, Eventually, PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import { type Answer, headerOf, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import type { RequestOptions } from "../../harness/registry/registry.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { showsArtifacts, showsAttachment } from "./attached-release.ts";
import { readTrust, type TrustDocuments } from "./trust-documents.ts";
import { rowOf, stateIn } from "./version-index.ts";
import { setState } from "./yanked-version.ts";

export type TourState = FixtureState | "available";

/** What was read while the release had a state. */
export interface Stop {
  readonly state: TourState;
  /** The states since its publication, this one included. */
  readonly states: readonly TourState[];
  readonly metadata: Answer;
  readonly index: Answer;
  /** Absent if the registry takes no attachments. */
  readonly trust?: TrustDocuments;
  /** Reads under the `ETag` of what was read before the change, of documents that had one and differ now. */
  readonly conditional: readonly Answer[];
}

export interface Tour {
  readonly release: PublishedRelease;
  readonly attachments: readonly Attachment[];
  /** The first one is from before the first change. */
  readonly stops: readonly [Stop, ...Stop[]];
}

/** Each state is left again, and one of them is entered twice. */
const route: readonly TourState[] = [
  "yanked",
  "available",
  "yanked",
  "blocked",
  "available",
  "unavailable",
  "available",
  "tombstoned",
];

/** Of another category than the usual format, so that the summary has two entries. */
const otherFormat = { family: "openvex", mediaType: "application/vnd.openvex+json", version: "0.2.0" };

/** Reads all that a registry may keep, before there is anything to show. */
async function readEarly({ registry, target }: SituationTools, release: ReleaseName): Promise<void> {
  await Promise.all([
    registry.getRelease(release),
    registry.getVersionIndex(release.volume),
    ...(target.features.trust ? [registry.getTrustSummary(release), registry.getTrustDetail(release)] : []),
  ]);
}

/** A document before and after a change, what it has to say of the release, and how it is read. */
interface Changed {
  readonly before: Answer;
  readonly after: Answer;
  readonly says: (answer: Answer) => unknown;
  readonly read: (options: RequestOptions) => Promise<Answer>;
}

/** Reads each that has changed under the `ETag` that it had before, until it is no longer 304 or the time for that is over. */
async function readConditionally(
  { eventually }: SituationTools,
  since: { readonly sinceMs: number },
  documents: readonly Changed[],
): Promise<readonly Answer[]> {
  const reads = documents.map(async ({ before, after, says, read }) => {
    const tag = headerOf(before, "etag");
    const differs = isSuccess(before) && isSuccess(after) && !isSameJson(says(before), says(after));
    if (tag === undefined || !differs) return undefined;
    return await eventually(() => read({ headers: [["if-none-match", tag]] }), {
      since,
      until: ({ status }) => status !== 304,
    });
  });
  return (await Promise.all(reads)).filter((one) => one !== undefined);
}

/** Attaches two artifacts of different categories, or as many as the registry takes. */
async function attachTwo(
  { given, target }: SituationTools,
  release: PublishedRelease,
): Promise<readonly Attachment[]> {
  if (!target.features.trust) return [];
  const first = await undefinedIfNotPossible(() => given.attachment(release));
  const second = await undefinedIfNotPossible(() => given.attachment(release, { format: otherFormat }));
  return [first, second].filter((one) => one !== undefined);
}

/** Reads what there is to read of the release while it has the last of these states. */
async function readStop(
  { registry, eventually }: SituationTools,
  { release, attachments }: Pick<Tour, "release" | "attachments">,
  states: readonly TourState[],
): Promise<Omit<Stop, "conditional">> {
  const state = states.at(-1) ?? "available";
  const since = attachments.at(-1) ?? release;
  // a document that is hidden in this state is not waited for
  const mayBeHidden = state !== "available";
  const untilShown = (isShown: (answer: Answer) => boolean): Parameters<Eventually>[1] => ({
    since,
    until: (found) => isShown(found) || (mayBeHidden && isHidden(found)),
  });
  const [metadata, index] = await Promise.all([
    eventually(
      () => registry.getRelease(release),
      untilShown((found) => textAt(found.body, "status", "state") === state),
    ),
    eventually(
      () => registry.getVersionIndex(release.volume),
      untilShown((found) => {
        const row = rowOf(found, release.version);
        return row === undefined ? mayBeHidden : stateIn(row) === state;
      }),
    ),
  ]);
  const stop = { state, states, metadata, index };
  if (attachments.length === 0) return stop;
  const [summary, detail] = await Promise.all([
    eventually(() => registry.getTrustSummary(release), untilShown(showsArtifacts)),
    eventually(
      () => registry.getTrustDetail(release),
      untilShown((found) => attachments.every((one) => showsAttachment(one)(found))),
    ),
  ]);
  return { ...stop, trust: { summary, detail } };
}

function isHidden(answer: Answer): boolean {
  return !isSuccess(answer) && answer.status !== 409;
}

/** The tour, made once per form. States that the hook does not set are left out. */
export const tour: Situation<Tour> = situation("histories/tour", async (tools) => {
  const { given, registry, target } = tools;
  const name = { volume: given.volume(), version: "1.4.0-rc.1" };
  await readEarly(tools, name);
  const { isBuiltIn, manifests } = target.archive;
  const declares = !isBuiltIn && manifests.externalDependencies !== undefined;
  const release = await given.publishedRelease({
    ...name,
    ...(declares ? { manifest: "externalDependencies" as const } : {}),
  });
  const bare = target.features.trust ? await readTrust(tools, release) : undefined;
  const attachments = await attachTwo(tools, release);
  const about = { release, attachments };
  const { trust, ...first } = await readStop(tools, about, []);
  const attached =
    bare === undefined || trust === undefined
      ? []
      : await readConditionally(tools, attachments.at(-1) ?? release, [
          {
            before: bare.summary,
            after: trust.summary,
            says: ({ body }) => valueAt(body, "artifacts"),
            read: (options) => registry.getTrustSummary(release, options),
          },
          {
            before: bare.detail,
            after: trust.detail,
            says: ({ body }) => listAt(body, "attachments").map((one) => textAt(one, "id")),
            read: (options) => registry.getTrustDetail(release, options),
          },
        ]);
  const stops: [Stop, ...Stop[]] = [
    { ...first, ...(trust === undefined ? {} : { trust }), conditional: attached },
  ];
  for (const state of route) {
    const entered = await undefinedIfNotPossible(async () => {
      await setState(given, release, state);
      return true;
    });
    if (!entered) continue;
    const last = stops.at(-1) ?? stops[0];
    const stop = await readStop(tools, about, [...last.states, state]);
    const conditional = await readConditionally(tools, release, [
      {
        before: last.metadata,
        after: stop.metadata,
        says: ({ body }) => textAt(body, "status", "state"),
        read: (options) => registry.getRelease(release, options),
      },
      {
        before: last.index,
        after: stop.index,
        says: (index) => stateIn(rowOf(index, release.version)),
        read: (options) => registry.getVersionIndex(release.volume, options),
      },
    ]);
    stops.push({ ...stop, conditional });
  }
  return { ...about, stops };
});

/**
 * The stops after the first change.
 * @throws Skipped if the hook set no state
 */
export async function laterStops({ given }: Pick<Tools, "given">): Promise<readonly Stop[]> {
  const [, ...later] = (await tour(given)).stops;
  if (later.length === 0) throw given.skipped('needs the state "release-status" of the states hook');
  return later;
}
