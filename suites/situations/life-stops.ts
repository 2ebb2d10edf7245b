/** What reads show of a release while it has a state. */
import type { FixtureState } from "../../harness/check.ts";
import type { Eventually, PublishedRelease, SituationTools } from "../../harness/given/given.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { attachmentIds, showsArtifacts, showsAttachment } from "./attached-release.ts";
import { readConditionally } from "./conditional-reads.ts";
import { type Download, fetchArchive } from "./download.ts";
import { eventuallyEach } from "./first-at-once.ts";
import type { LifeRow } from "./life-plan.ts";
import type { Living } from "./life-releases.ts";
import type { TrustDocuments } from "./trust-documents.ts";
import { rowOf, stateIn } from "./version-index.ts";

export type LifeState = FixtureState | "available";

/** What was read while the release had a state. */
export interface Stop {
  readonly state: LifeState;
  /** The states since its publication, this one included. */
  readonly states: readonly LifeState[];
  readonly metadata: Answer;
  readonly index: Answer;
  /** Absent if the release has no attachment. */
  readonly trust?: TrustDocuments;
  /** The files, where the release is available; absent without an address that HTTP can fetch. */
  readonly download?: Download;
  /** Reads under the validator of what was read before the change, of documents that had one and differ now. */
  readonly conditional: readonly Answer[];
}

/** Who reads in this life. */
export function optionsOf({ reader }: LifeRow): RequestOptions {
  return reader === "publisher" ? { as: "publisher" } : {};
}

/** The categories of a summary that are not said to be absent, with each of their formats. */
function artifactsIn(summary: Answer): readonly string[] {
  return listAt(summary.body, "artifacts").flatMap((one) => {
    if (valueAt(one, "present") === false) return [];
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
export async function readStop(
  { registry, eventually }: SituationTools,
  { row, release, attachments }: Living,
  { states, earlier }: Pick<Stop, "states"> & { readonly earlier?: Stop },
): Promise<Omit<Stop, "conditional">> {
  const options = optionsOf(row);
  const state = states.at(-1) ?? "available";
  const since = attachments.at(-1) ?? release;
  // a document that is hidden in this state is not waited for
  const mayBeHidden = state !== "available";
  const untilShown = (isShown: (answer: Answer) => boolean): Parameters<Eventually>[1] => ({
    since,
    until: (found) => isShown(found) || (mayBeHidden && isHidden(found)),
  });
  const [metadata, index] = await eventuallyEach(
    { eventually },
    [
      () => registry.getRelease(release, options),
      untilShown((found) => textAt(found.body, "status", "state") === state),
    ],
    [
      () => registry.getVersionIndex(release.volume, options),
      untilShown((found) => {
        const shown = rowOf(found, release.version);
        return shown === undefined ? mayBeHidden : stateIn(shown) === state;
      }),
    ],
  );
  const stop = { state, states, metadata, index };
  const last = attachments.at(-1);
  if (last === undefined) return stop;
  // what was lost is not waited for again
  const toShow = attachments.filter(
    (one) => one === last || earlier?.trust === undefined || showsAttachment(one)(earlier.trust.detail),
  );
  const [summary, detail] = await eventuallyEach(
    { eventually },
    [
      () => registry.getTrustSummary(release, options),
      untilShown(
        (found) => showsArtifacts(found) && lostArtifacts(earlier?.trust?.summary, found).length === 0,
      ),
    ],
    [
      () => registry.getTrustDetail(release, options),
      untilShown((found) => toShow.every((one) => showsAttachment(one)(found))),
    ],
  );
  return { ...stop, trust: { summary, detail } };
}

function isHidden(answer: Answer): boolean {
  return !isSuccess(answer) && answer.status !== 409;
}

/** Reads of trust documents under the validator that they had before the attachments. */
export async function readAttachedConditionally(
  tools: SituationTools,
  { release, attachments }: Living,
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

/** Reads of metadata and index under the validator that they had before a change of state. */
export async function readStateConditionally(
  tools: SituationTools,
  release: PublishedRelease,
  { before, after }: Readonly<Record<"before" | "after", Pick<Stop, "metadata" | "index">>>,
): Promise<readonly Answer[]> {
  const { registry } = tools;
  return await readConditionally(tools, release, [
    {
      before: before.metadata,
      after: after.metadata,
      says: ({ body }) => textAt(body, "status", "state"),
      read: (options) => registry.getRelease(release, options),
    },
    {
      before: before.index,
      after: after.index,
      says: (index) => stateIn(rowOf(index, release.version)),
      read: (options) => registry.getVersionIndex(release.volume, options),
    },
  ]);
}

/** The files of a release that is available again after a state in which a registry may remove them, or that never leaves it. */
export async function readFiles(
  tools: SituationTools,
  { row, release }: Living,
  { metadata, states }: Pick<Stop, "metadata" | "states">,
): Promise<Download | undefined> {
  const isBack = states.at(-1) === "available" && ["blocked", "unavailable"].includes(states.at(-2) ?? "");
  const neverLeaves = row.route === "none" && states.length === 0;
  return (isBack || neverLeaves) && isSuccess(metadata)
    ? await undefinedIfSkipped(() => fetchArchive(tools, release, metadata))
    : undefined;
}
