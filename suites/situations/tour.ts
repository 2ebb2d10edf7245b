/** A release with declarations and attachments that goes through the states of a release, and what reads show in each. */
import type { FixtureState, Tools } from "../../harness/check.ts";
import type {
  Attachment,
  Eventually,
  PublishedRelease,
  SituationTools,
  UploadIntent,
} from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { undefinedIfNotPossible, undefinedIfSkipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { attachmentIds, showsArtifacts, showsAttachment } from "./attached-release.ts";
import { readConditionally } from "./conditional-reads.ts";
import { type Download, fetchArchive } from "./download.ts";
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
  /** The files, where the release is available again; absent without an address that HTTP can fetch. */
  readonly download?: Download;
  /** Reads under the validator of what was read before the change, of documents that had one and differ now. */
  readonly conditional: readonly Answer[];
}

export interface Tour {
  readonly release: PublishedRelease;
  readonly attachments: readonly Attachment[];
  /** The first one is from before the first change. */
  readonly stops: readonly [Stop, ...Stop[]];
  /** The response to `DELETE` at the end, in the form whose path is stated. */
  readonly unpublished?: Answer;
  /** Another release of the volume, to which nothing happened; absent if the registry does not take it. */
  readonly sibling?: PublishedRelease;
}

/** Each state is left again, and one of them is entered twice. In one form the last one follows, in the other `DELETE`. */
const route: readonly TourState[] = [
  "yanked",
  "available",
  "yanked",
  "blocked",
  "available",
  "unavailable",
  "available",
];
const lastState: TourState = "tombstoned";

/** As long as a version may be that every registry should take, and in both letter cases. */
const longVersion = "1.4.0-Rc.0.x-Y.one-identifier-that-is-longer-than-usual-4b5";

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

/** The categories of a summary, with each of their formats. */
function artifactsIn(summary: Answer): readonly string[] {
  return listAt(summary.body, "artifacts").flatMap((one) => {
    const category = textAt(one, "category") ?? "";
    return [category, ...listAt(one, "formatsPresent").map((format) => `${category}: ${String(format)}`)];
  });
}

/** The categories and formats of an earlier summary that a later one does not have. */
export function lostArtifacts(earlier: Answer | undefined, later: Answer): readonly string[] {
  const shown = new Set(artifactsIn(later));
  return earlier === undefined ? [] : artifactsIn(earlier).filter((one) => !shown.has(one));
}

/** Reads what there is to read of the release while it has the last of these states. */
async function readStop(
  { registry, eventually }: SituationTools,
  { release, attachments }: Pick<Tour, "release" | "attachments">,
  { states, earlier }: Pick<Stop, "states"> & { readonly earlier?: Stop },
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
  const last = attachments.at(-1);
  if (last === undefined) return stop;
  const [summary, detail] = await Promise.all([
    eventually(
      () => registry.getTrustSummary(release),
      untilShown(
        (found) => showsArtifacts(found) && lostArtifacts(earlier?.trust?.summary, found).length === 0,
      ),
    ),
    eventually(() => registry.getTrustDetail(release), untilShown(showsAttachment(last))),
  ]);
  return { ...stop, trust: { summary, detail } };
}

function isHidden(answer: Answer): boolean {
  return !isSuccess(answer) && answer.status !== 409;
}

/** The release, in one form with a long version, and another upload of the same version that is ready to be finalized. */
async function publishForTour(
  tools: SituationTools,
): Promise<{ readonly release: PublishedRelease; readonly late?: UploadIntent }> {
  const { given, registry, target } = tools;
  const { isBuiltIn, manifests } = target.archive;
  const declares = !isBuiltIn && manifests.externalDependencies !== undefined;
  const content = declares ? { manifest: "externalDependencies" as const } : {};
  const publish = async (version: string): ReturnType<typeof publishForTour> => {
    const name = { volume: given.volume(), version };
    await readEarly(tools, name);
    const upload = await given.uploadedBytes({ ...name, ...content });
    const files = [{ name: "late.md", content: "A further upload of this version\n" }];
    // a registry may refuse it, since the first one reserves the version, or take it in place of the first one
    const late = await undefinedIfNotPossible(() => given.uploadedBytes({ ...name, ...content, files }));
    const answer = await registry.finalizeReleaseUpload(upload);
    return isSuccess(answer)
      ? { release: given.releaseOf(upload, answer), ...(late === undefined ? {} : { late }) }
      : { release: await given.publishedRelease({ ...content, volume: given.volume(), version }) };
  };
  const long =
    given.form === "unscoped" ? await undefinedIfNotPossible(() => publish(longVersion)) : undefined;
  return long ?? (await publish("1.4.0-rc.1"));
}

/** Reads of trust documents under the validator that they had before the attachments. */
async function readAttachedConditionally(
  tools: SituationTools,
  { release, attachments }: Pick<Tour, "release" | "attachments">,
  { before, after }: { readonly before: TrustDocuments; readonly after: TrustDocuments },
): Promise<readonly Answer[]> {
  const { registry } = tools;
  return await readConditionally(tools, attachments.at(-1) ?? release, [
    {
      before: before.summary,
      after: after.summary,
      says: ({ body }) => valueAt(body, "artifacts"),
      read: (options) => registry.getTrustSummary(release, options),
    },
    {
      before: before.detail,
      after: after.detail,
      says: attachmentIds,
      read: (options) => registry.getTrustDetail(release, options),
    },
  ]);
}

/** Puts the release into the next state and reads all; undefined if the hook does not set this state. */
async function goOn(
  tools: SituationTools,
  about: Pick<Tour, "release" | "attachments"> & { readonly late?: UploadIntent },
  { last, state }: { readonly last: Stop; readonly state: TourState },
): Promise<Stop | undefined> {
  const { given, registry } = tools;
  const { release, late } = about;
  const entered = await undefinedIfNotPossible(async () => {
    await setState(given, release, state);
    return true;
  });
  if (!entered) return undefined;
  // whatever it answers, it changes nothing: the reads show it
  if (late !== undefined && last.states.length === 0) await registry.finalizeReleaseUpload(late);
  const stop = await readStop(tools, about, { states: [...last.states, state], earlier: last });
  const download = await readFiles(tools, release, stop);
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
  return { ...stop, conditional, ...(download === undefined ? {} : { download }) };
}

/** The files of a release that is available again after a state in which a registry may remove them from sight. */
async function readFiles(
  tools: SituationTools,
  release: PublishedRelease,
  { metadata, states }: Pick<Stop, "metadata" | "states">,
): Promise<Download | undefined> {
  const isBack = states.at(-1) === "available" && ["blocked", "unavailable"].includes(states.at(-2) ?? "");
  return isBack && isSuccess(metadata)
    ? await undefinedIfSkipped(() => fetchArchive(tools, release, metadata))
    : undefined;
}

/** The tour, made once per form. States that the hook does not set are left out. */
export const tour: Situation<Tour> = situation("histories/tour", async (tools) => {
  const { given, registry, target } = tools;
  const isUnpublished = given.form === "unscoped";
  const published = await publishForTour(tools);
  const { release } = published;
  // its version begins as that of the release does
  const [version = ""] = release.version.split("-");
  const sibling = await undefinedIfNotPossible(() =>
    given.publishedRelease({ volume: release.volume, version }),
  );
  const bare = target.features.trust ? await readTrust(tools, release) : undefined;
  const about = { ...published, attachments: await attachTwo(tools, release) };
  const first = await readStop(tools, about, { states: [] });
  const conditional =
    bare === undefined || first.trust === undefined
      ? []
      : await readAttachedConditionally(tools, about, { before: bare, after: first.trust });
  const stops: [Stop, ...Stop[]] = [{ ...first, conditional }];
  for (const state of isUnpublished ? route : [...route, lastState]) {
    const stop = await goOn(tools, about, { last: stops.at(-1) ?? stops[0], state });
    if (stop !== undefined) stops.push(stop);
  }
  return {
    ...about,
    stops,
    ...(sibling === undefined ? {} : { sibling }),
    ...(isUnpublished ? { unpublished: await registry.unpublishVersion(release) } : {}),
  };
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
