/** The ledger of the run, read once for one check, and what is judged by it. */
import type { Tools } from "../../harness/check.ts";
import type { RunDeviation } from "../../harness/expect/expect.ts";
import type { Noted } from "../../harness/ledger.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { type Finalized, ledger, type NotedEntry, type Opened } from "./ledger.ts";
import type { Read } from "./release-reads.ts";
import {
  isDue,
  isUnchanged,
  isUnpublished,
  type Moment,
  ofKinds,
  type Timeline,
  type Timelines,
} from "./timelines.ts";
import { toId, toTimelines, uploadsIn, versionOf } from "./timelines.ts";
import { withSeparateUploads } from "./used-again.ts";

export interface Books {
  /** Each upload has an id of its own. */
  readonly entries: readonly NotedEntry[];
  readonly timelines: Timelines;
  /** By volume and upload. */
  readonly uploads: ReadonlyMap<string, Opened & Noted>;
  /** True if the run opened an upload for the release, and no finalize that began before the read ended may have published it. */
  readonly isUnpublished: (release: Timeline, read: Pick<Noted, "endedAtMs">) => boolean;
  /** A read, with the time that a write may take to be visible. */
  readonly at: (read: Noted & { readonly name: string }) => Moment;
}

/** By the entries that they were made from: most audits of a run read the same. */
const opened = new WeakMap<readonly NotedEntry[], Books>();

export function openBooks({ entries: read, target }: Tools): Books {
  const entries = read(ledger);
  const books = opened.get(entries) ?? toBooks(entries, target.limits.settleMs);
  opened.set(entries, books);
  return books;
}

function toBooks(noted: Books["entries"], settleMs: number): Books {
  const entries = withSeparateUploads(noted);
  const uploads = uploadsIn(entries);
  const writes = groupBy(entries.filter(isAppliedWrite), ({ name }) => name);
  const finalizes = new Map<string, (Finalized & Noted)[]>();
  for (const entry of ofKinds(entries, "finalized")) {
    // a finalize of an upload that nobody knows may have published any version of the volume
    const version = versionOf(entry, uploads) ?? "";
    const id = toBaseId({ name: entry.name, version });
    finalizes.set(id, [...(finalizes.get(id) ?? []), entry]);
  }
  return {
    entries,
    uploads,
    timelines: toTimelines(entries),
    isUnpublished: (release, moment) =>
      [release, { name: release.name, version: "" }].every((one) =>
        isUnpublished(release, finalizes.get(toBaseId(one)) ?? [], moment),
      ),
    at: ({ name, startedAtMs, endedAtMs }) => ({
      startedAtMs,
      endedAtMs,
      settleMs,
      isSettling: (writes.get(name) ?? []).some(
        (write) => write.startedAtMs <= endedAtMs && write.endedAtMs + settleMs > startedAtMs,
      ),
    }),
  };
}

/** A write that changed a volume, or may have: every read of the volume may lag behind it. */
function isAppliedWrite(entry: NotedEntry): entry is Extract<NotedEntry, { readonly name: string }> {
  if (entry.kind === "changed") return true;
  return (entry.kind === "finalized" || entry.kind === "trust-finalized") && entry.outcome !== "refused";
}

/** Without build metadata: versions that differ only there may be the same release. */
export function toBaseId(release: Parameters<typeof toId>[0]): string {
  return withoutBuild(toId(release));
}

/** True if one of the entries ended before this one began. */
export function isLaterThanOne(entries: readonly Noted[] | undefined, { startedAtMs }: Noted): boolean {
  return entries?.some(({ endedAtMs }) => endedAtMs <= startedAtMs) === true;
}

/** Statuses that say that a release is not there, or that it is hidden. A rate limiter or a gateway says nothing about it. */
const missing: ReadonlySet<number> = new Set([403, 404, 409, 410]);

/** True if the response says that the release is not there. */
export function isMissing({ status }: { readonly status: number }): boolean {
  return missing.has(status);
}

/** As many reads may come too early: a registry may look for a release only when somebody asks for it. */
export const enoughReads = 3;

/**
 * True for the last of several reads of one release that have all missed it while it was there. A version with build metadata may be
 * read by another path.
 */
export function isNeverFound({ entries, timelines, at }: Books, read: Read & Noted): boolean {
  const release = timelines.get(toId(read));
  const reads = ofKinds(entries, read.kind).filter((one) => {
    const isOfRelease = one.name === read.name && one.version === read.version;
    return isOfRelease && release !== undefined && isDue(release, at(one)) && isUnchanged(release, at(one));
  });
  const isLast = reads.at(-1)?.exchange === read.exchange;
  return isLast && reads.length >= enoughReads && reads.every(isMissing) && !read.version.includes("+");
}

/** Entries by a text. */
export function groupBy<T>(
  entries: readonly T[],
  toKey: (entry: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(toKey(entry));
    if (group === undefined) groups.set(toKey(entry), [entry]);
    else group.push(entry);
  }
  return groups;
}

/** What one entry says of a rule: nothing, that it holds, or what deviates. */
export type Opinion = "silent" | "holds" | Omit<RunDeviation, "exchange">;

/**
 * Asserts that no entry deviates.
 * @throws Skipped if every entry is silent
 */
export function expectAll<T extends Noted>(
  { expect, given }: Pick<Tools, "expect" | "given">,
  entries: readonly T[],
  judge: (entry: T) => Opinion,
): void {
  const judged = entries.map((entry) => ({ entry, opinion: judge(entry) }));
  if (judged.every(({ opinion }) => opinion === "silent"))
    throw given.nothingToJudge("no response of this run shows it");
  expect.none(
    judged.flatMap(({ entry: { exchange }, opinion }) =>
      typeof opinion === "string" ? [] : [{ ...opinion, exchange }],
    ),
    judged.flatMap(({ entry: { exchange }, opinion }) => (opinion === "silent" ? [] : [exchange])),
  );
}

/** `holds`, or what deviates. */
export function toOpinion(holds: boolean, deviation: () => Omit<RunDeviation, "exchange">): Opinion {
  return holds ? "holds" : deviation();
}

/** The first opinion that is not silence, a deviation before all others. */
export function summarize(opinions: readonly Opinion[]): Opinion {
  return (
    opinions.find((opinion) => typeof opinion !== "string") ??
    opinions.find((opinion) => opinion === "holds") ??
    "silent"
  );
}
