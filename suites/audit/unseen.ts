/** What the run has not looked at since something happened: for each kind of write, the releases that it was about or beside. */
import type { Noted } from "../../harness/ledger.ts";
import { isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { attachedIn } from "./attached.ts";
import { type Books, groupBy } from "./books.ts";
import { downloadsIn } from "./downloads.ts";
import { isAvailableRow } from "./guarded-releases.ts";
import { isDisturbed } from "./rows.ts";
import { isKind, type Timeline, toId } from "./timelines.ts";

/** What a read shows of a release. */
export const parts = ["state", "declarations", "files", "attachments"] as const;
/** A row is read again only where it was wrong: the metadata shows the same. */
export type Part = (typeof parts)[number] | "row";

type Attachments = ReturnType<typeof attachedIn>;

/** A write, or a change by the states hook. */
interface Happening {
  /** What was asked, and what was answered. */
  readonly kind: string;
  readonly name: string;
  readonly version: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

function happeningsIn({ entries, uploads }: Books): readonly Happening[] {
  return entries.filter(isKind("written", "changed")).flatMap((entry): readonly Happening[] => {
    // an unpublished release is written too
    if (entry.kind === "changed") return entry.to === "unpublished" ? [] : [{ ...entry, kind: entry.to }];
    const ofUpload = uploads.get(`${entry.name} ${entry.uploadId}`)?.version;
    const version = entry.version === "" ? (ofUpload ?? "") : entry.version;
    return [{ ...entry, kind: `${entry.operation} ${entry.answered}`, version }];
  });
}

/** By release, when the last write about it began, in milliseconds of the run; it may have been refused. */
export function lastWritesIn(books: Books): ReadonlyMap<string, number> {
  return new Map(happeningsIn(books).map((write) => [toId(write), write.startedAtMs]));
}

function withoutSuffix(version: string): string {
  return version.replace(/[-+].*$/, "");
}

/** How a release is related to what something happened to; several ways at once are possible. */
function rolesOf(release: Timeline, { name, version }: Happening): readonly string[] {
  // the same last part with a scope, or without one
  if (release.name !== name) return ["namesake"];
  if (release.version === version) return ["itself"];
  const isBuild = withoutBuild(release.version) === withoutBuild(version);
  const hasSameNumbers = withoutSuffix(release.version) === withoutSuffix(version);
  return ["sibling", ...(isBuild ? ["other build"] : hasSameNumbers ? ["same numbers"] : [])];
}

/** When each part of each release was last seen, in milliseconds of the start of the read. */
function lastSeenIn(books: Books): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  const see = (id: string, part: Part, { startedAtMs }: Pick<Noted, "startedAtMs">): void => {
    const key = `${id} ${part}`;
    seen.set(key, Math.max(startedAtMs, seen.get(key) ?? 0));
  };
  for (const entry of books.entries) {
    if (entry.kind === "index")
      for (const row of entry.rows)
        see(toId({ name: entry.name, version: textAt(row, "version") ?? "" }), "state", entry);
    if (entry.kind === "metadata" && isSuccess(entry)) {
      see(toId(entry), "state", entry);
      see(toId(entry), "declarations", entry);
    }
    if (entry.kind === "detail" && isSuccess(entry)) see(toId(entry), "attachments", entry);
  }
  for (const { release, download } of downloadsIn(books)) see(release, "files", download);
  return seen;
}

/** True if the release has this part at the start of something that happens. */
function hasPart(
  release: Timeline,
  part: Part,
  { attached, startedAtMs }: { readonly attached: Attachments; readonly startedAtMs: number },
): boolean {
  if (part === "declarations")
    return listAt(release.published?.answered, "release", "externalDependencies").length > 0;
  if (part !== "attachments") return true;
  const [first] = attached.get(toId(release)) ?? [];
  return first !== undefined && first.finalized.endedAtMs <= startedAtMs;
}

/** Something that no read has shown since it happened. */
interface Unseen {
  readonly part: Part;
  /** The releases that would show it. */
  readonly witnesses: ReadonlySet<Timeline>;
}

/** Each kind of write, role and part that no release has shown since. */
function unseenIn(books: Books): readonly Unseen[] {
  const seen = lastSeenIn(books);
  const attached = attachedIn(books);
  const releases = [...books.timelines.values()].filter(({ published }) => published !== undefined);
  const bySegment = groupBy(releases, ({ name }) => toVolume(name).segment);
  const found = new Map<string, { part: Part; witnesses: Set<Timeline>; isSeen: boolean }>();
  for (const happening of happeningsIn(books)) {
    for (const release of bySegment.get(toVolume(happening.name).segment) ?? []) {
      const id = toId(release);
      if ((release.published?.endedAtMs ?? 0) > happening.startedAtMs) continue;
      for (const part of parts) {
        if (!hasPart(release, part, { attached, startedAtMs: happening.startedAtMs })) continue;
        const isSeen = (seen.get(`${id} ${part}`) ?? -1) >= happening.endedAtMs;
        for (const role of rolesOf(release, happening)) {
          const key = `${happening.kind} ${role} ${part}`;
          const one = found.get(key) ?? { part, witnesses: new Set(), isSeen: false };
          found.set(key, one);
          one.witnesses.add(release);
          one.isSeen ||= isSeen;
        }
      }
    }
  }
  return [...found.values()].filter(({ isSeen }) => !isSeen);
}

/** A release, and what to read of it. */
export interface Witness {
  readonly release: Timeline;
  readonly parts: ReadonlySet<Part>;
}

/**
 * The releases that show most of what the run has not seen since it happened, one after the other.
 * @param among those that may be read
 * @param count the maximum number
 */
export function chooseWitnesses(books: Books, among: readonly Timeline[], count: number): readonly Witness[] {
  const chosen: Witness[] = [];
  let unseen = unseenIn(books);
  while (chosen.length < count) {
    const counts = new Map<Timeline, number>();
    for (const { witnesses } of unseen)
      for (const one of witnesses) counts.set(one, (counts.get(one) ?? 0) + 1);
    const [best] = among
      .filter((release) => counts.has(release))
      .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    if (best === undefined) break;
    const shown = unseen.filter(({ witnesses }) => witnesses.has(best));
    chosen.push({ release: best, parts: new Set(shown.map(({ part }) => part)) });
    unseen = unseen.filter((one) => !shown.includes(one));
  }
  return chosen;
}

/**
 * The releases whose last read was not as it should be, or was before they were published. A change may not have been visible yet, and a
 * cache may keep what it did not find: only another read, later, can tell.
 * @param among releases that nothing has changed
 */
export function doubtful(books: Books, among: readonly Timeline[]): readonly Witness[] {
  const lastReads = new Map(
    books.entries.filter(isKind("metadata", "index")).map((read) => [`${read.kind} ${toId(read)}`, read]),
  );
  return among.flatMap((release) => {
    const wrong: Part[] = [];
    const metadata = lastReads.get(`metadata ${toId(release)}`);
    if (metadata?.kind === "metadata" && (isAfter(metadata, release) || metadata.status === 404)) {
      const state = textAt(metadata.body, "status", "state") ?? "available";
      if (!isSuccess(metadata) || state !== "available") wrong.push("state");
    }
    const index = lastReads.get(`index ${release.name}@`);
    if (index?.kind === "index" && (isAfter(index, release) || index.status === 404)) {
      const row = index.rows.find((one) => textAt(one, "version") === release.version);
      if (!isAvailableRow(row) && !isDisturbed(books, release.name)) wrong.push("row");
    }
    return wrong.length === 0 ? [] : [{ release, parts: new Set(wrong) }];
  });
}

function isAfter({ startedAtMs }: Noted, { published }: Timeline): boolean {
  return startedAtMs >= (published?.endedAtMs ?? Infinity);
}
