/** What the run did to each release, from the ledger: when it was published, and what changed it since. */
import type { Noted } from "../../harness/ledger.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import type { Changed, Finalized, NotedEntry, Opened } from "./ledger.ts";

/** A release that the run opened an upload for, or published. */
export interface Timeline {
  readonly name: string;
  readonly version: string;
  /** The first finalize that succeeded. */
  readonly published: (Finalized & Noted) | undefined;
  /** True if it may exist all the same: the response to a finalize was lost, or a hook made it. */
  readonly isUncertain: boolean;
  readonly changes: readonly (Changed & Noted)[];
}

/** The timelines of a run, by `name@version`. */
export type Timelines = ReadonlyMap<string, Timeline>;

export function toId({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

/** The entries of some kinds. */
type OfKind<Kind, Entry = NotedEntry> = Entry extends NotedEntry
  ? Kind extends Entry["kind"]
    ? Entry & { readonly kind: Kind }
    : never
  : never;

export function isKind<Kind extends NotedEntry["kind"]>(
  ...kinds: readonly Kind[]
): (entry: NotedEntry) => entry is OfKind<Kind> {
  return (entry): entry is OfKind<Kind> => kinds.some((kind) => kind === entry.kind);
}

/** What `ofKinds` has taken out of a list, by the kinds. */
const taken = new WeakMap<readonly NotedEntry[], Map<string, readonly NotedEntry[]>>();

/** The entries of some kinds. They are taken out of a list once: audits ask for the same kinds for each of hundreds of requests. */
export function ofKinds<Kind extends NotedEntry["kind"]>(
  entries: readonly NotedEntry[],
  ...kinds: readonly Kind[]
): readonly OfKind<Kind>[] {
  const known = taken.get(entries) ?? new Map<string, readonly NotedEntry[]>();
  taken.set(entries, known);
  const words = kinds.join(" ");
  const found = known.get(words) ?? entries.filter(isKind(...kinds));
  known.set(words, found);
  return found as readonly OfKind<Kind>[];
}

/** Where an upload id is unique: in a volume, and for trust in a release. */
export function toPlace({
  kind,
  name,
  version,
  uploadId,
}: Pick<Opened | Finalized, "kind" | "name" | "version" | "uploadId">): string {
  const isTrust = kind === "trust-opened" || kind === "trust-finalized";
  return `${isTrust ? toId({ name, version }) : name} ${uploadId}`;
}

/** By volume and upload: the create request of each upload of a release. The first one, if several had the same response. */
export function uploadsIn(entries: readonly NotedEntry[]): ReadonlyMap<string, Opened & Noted> {
  return new Map(
    entries
      .filter(isKind("opened"))
      .toReversed()
      .map((one) => [toPlace(one), one]),
  );
}

/** By release and upload: the create request of each upload of trust. The first one, if several had the same response. */
export function trustUploadsIn(entries: readonly NotedEntry[]): ReadonlyMap<string, Opened & Noted> {
  return new Map(
    entries
      .filter(isKind("trust-opened"))
      .toReversed()
      .map((one) => [toPlace(one), one]),
  );
}

/** The version that a finalize request publishes: that of its upload, or of the response. */
export function versionOf(
  { name, uploadId, answered }: Finalized,
  uploads: ReadonlyMap<string, Opened>,
): string | undefined {
  return uploads.get(`${name} ${uploadId}`)?.version ?? textAt(answered, "release", "version");
}

/** Changes after which a release may exist that no finalize published. The hook may have made it although its response is lost. */
const mayPublish: ReadonlySet<string> = new Set(["git-release", "unknown"]);

/** The timeline of each release that the run knows. */
export function toTimelines(entries: readonly NotedEntry[]): Timelines {
  const uploads = uploadsIn(entries);
  const timelines = new Map<string, Timeline>();
  function change(about: { name: string; version: string }, more: (before: Timeline) => Timeline): void {
    const { name, version } = about;
    const empty = { name, version, published: undefined, isUncertain: false, changes: [] };
    const before = timelines.get(toId(about)) ?? empty;
    timelines.set(toId(about), more(before));
  }
  for (const entry of entries) {
    if (entry.kind === "opened") change(entry, (before) => before);
    if (entry.kind === "changed")
      change(entry, (before) => ({
        ...before,
        changes: [...before.changes, entry],
        isUncertain: before.isUncertain || mayPublish.has(entry.to),
      }));
    if (entry.kind !== "finalized" || entry.outcome === "refused") continue;
    const version = versionOf(entry, uploads);
    // without its version, nothing is certain in the volume
    if (version === undefined) continue;
    change({ name: entry.name, version }, (before) =>
      entry.outcome === "success"
        ? { ...before, published: before.published ?? entry }
        : { ...before, isUncertain: true },
    );
  }
  return timelines;
}

/** True if another release may have taken the place of the published one by the end of a read: the run unpublished it, or a hook purged it. */
export function mayBeAnother({ changes }: Timeline, { endedAtMs }: Pick<Noted, "endedAtMs">): boolean {
  return changes.some(
    ({ to, startedAtMs }) => (to === "unpublished" || to === "release-purged") && startedAtMs <= endedAtMs,
  );
}

/** The end of the run, for what is asked of all its reads. */
export const atTheEnd: Pick<Noted, "endedAtMs"> = { endedAtMs: Infinity };

/** Milliseconds that a write may take to be visible (`limits.settleMs`), and the time around a read. */
export interface Moment extends Pick<Noted, "startedAtMs" | "endedAtMs"> {
  readonly settleMs: number;
  /** True if a write to the volume may not be visible yet: until then, any read of the volume may show what was before, or nothing. */
  readonly isSettling: boolean;
}

/** True if the release was published so long ago that every read has to show it, and no write to its volume is settling. */
export function isDue({ published }: Timeline, moment: Moment): boolean {
  return isSettledSince(published, moment);
}

function isSettledSince(one: Noted | undefined, { startedAtMs, settleMs, isSettling }: Moment): boolean {
  return one !== undefined && !isSettling && one.endedAtMs + settleMs <= startedAtMs;
}

/** True if nothing has changed the release that began before the end of the read, or it is available again and that has settled. */
export function isUnchanged(timeline: Timeline, moment: Moment): boolean {
  const isChanged = timeline.changes.some(({ startedAtMs }) => startedAtMs <= moment.endedAtMs);
  return !isChanged || settledState(timeline, moment) === "available";
}

/** True if the release is available at the end of the run: nothing has changed it, or a hook has made it available again. */
export function isAvailableAtTheEnd({ changes }: Timeline): boolean {
  return (changes.at(-1)?.to ?? "available") === "available" && changes.every(({ to }) => hookStates.has(to));
}

/**
 * The state that every read has to show: `available`, or the one that a hook set. Undefined while a change is settling, and
 * after a change that leaves the state open.
 */
export function settledState(timeline: Timeline, moment: Moment): string | undefined {
  if (!isSettledSince(beginningOf(timeline), moment)) return undefined;
  const changes = timeline.changes.filter(({ startedAtMs }) => startedAtMs <= moment.endedAtMs);
  const last = changes.at(-1);
  if (last === undefined) return "available";
  const isOver = last.endedAtMs + moment.settleMs <= moment.startedAtMs;
  const states = changes.map(toState);
  return isOver && states.every((state) => hookStates.has(state)) ? states.at(-1) : undefined;
}

/** The finalize that published a release, or the request that had the hook make it. */
function beginningOf({ published, changes }: Timeline): Noted | undefined {
  return published ?? changes.find(({ to, isCertain }) => to === "git-release" && isCertain);
}

/** True for a release that the run has published, or the hook has made, and that nothing has changed since. */
export function isAsItBegan({ published, changes, isUncertain }: Timeline): boolean {
  const [first, ...more] = changes;
  if (published !== undefined) return first === undefined && !isUncertain;
  return first?.to === "git-release" && first.isCertain && more.length === 0;
}

/** A release that the hook makes is available. */
function toState({ to }: Timeline["changes"][number]): string {
  return to === "git-release" ? "available" : to;
}

/** The state that a release was given last before a read, and when; undefined after a change that leaves the state open. */
export function givenState(
  timeline: Timeline,
  { endedAtMs }: Pick<Noted, "endedAtMs">,
): { readonly state: string; readonly sinceMs: number } | undefined {
  const made = beginningOf(timeline);
  const begun = timeline.changes.filter(({ startedAtMs }) => startedAtMs <= endedAtMs);
  const states = begun.map(toState);
  if (made === undefined || !states.every((state) => hookStates.has(state))) return undefined;
  return { state: states.at(-1) ?? "available", sinceMs: (begun.at(-1) ?? made).startedAtMs };
}

/** States that no registry gives a release by itself: without a request for one, no delay can be why it is shown. */
const statesByRequest: ReadonlySet<string> = new Set(["yanked", "tombstoned"]);

/** True for such a state that no request before the end of a read gave the release. */
export function isNeverGiven(
  { changes }: Timeline,
  state: string,
  { endedAtMs }: Pick<Noted, "endedAtMs">,
): boolean {
  return (
    statesByRequest.has(state) &&
    !changes.some(({ to, startedAtMs }) => to === state && startedAtMs <= endedAtMs)
  );
}

const hookStates: ReadonlySet<string> = new Set([
  "available",
  "yanked",
  "tombstoned",
  "blocked",
  "unavailable",
]);

/** True if no finalize of the release that began before the end of the read succeeded, or may have. */
export function isUnpublished(
  timeline: Timeline,
  finalizes: readonly (Finalized & Noted)[],
  { endedAtMs }: Pick<Noted, "endedAtMs">,
): boolean {
  if (timeline.isUncertain) return false;
  return !finalizes.some(({ outcome, startedAtMs }) => outcome !== "refused" && startedAtMs <= endedAtMs);
}
