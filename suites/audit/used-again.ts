/** Upload ids that come again: an id may name another upload of the same volume once the first one has ended. */
import { isSameJson } from "../../harness/expect/expect.ts";
import type { Noted } from "../../harness/ledger.ts";
import { momentAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import type { NotedEntry, Opened } from "./ledger.ts";
import { isKind, ofKinds, toId, toPlace } from "./timelines.ts";

/** The first response about an upload. */
type Upload = Opened & Noted;

/**
 * Entries in which each upload has an id of its own: an id that comes again, with other content after its upload ended, gets a suffix.
 * So what is said of one upload is never held against another.
 */
export function withSeparateUploads(entries: readonly NotedEntry[]): readonly NotedEntry[] {
  const uploads = new Map<string, readonly Upload[]>();
  const finalizes = new Map<string, Noted[]>();
  return entries.map((entry) => {
    if (!("uploadId" in entry) || entry.uploadId === "") return entry;
    const place = placeOf(entry);
    const known = uploads.get(place) ?? [];
    if (isKind("opened", "trust-opened")(entry)) {
      // a create that is repeated with its key may be answered as before
      const same = known.findIndex((one) => isSameJson(contentOf(entry), contentOf(one)));
      if (same >= 0) return withNumber(entry, same + 1);
      const last = known.at(-1);
      if (last === undefined || hasEnded(last, finalizes.get(place) ?? [], entry))
        uploads.set(place, [...known, entry]);
    }
    if (isKind("finalized", "trust-finalized")(entry))
      finalizes.set(place, [...(finalizes.get(place) ?? []), entry]);
    return renamed(entry, uploads.get(place) ?? []);
  });
}

/** With the id of the upload that the request was about: the last one, or the one before if the last was opened only later. */
function renamed<Entry extends NotedEntry & { readonly uploadId: string }>(
  entry: Entry,
  uploads: readonly Upload[],
): Entry {
  const last = uploads.at(-1);
  if (last === undefined || uploads.length === 1) return entry;
  const isBefore = entry.startedAtMs < last.startedAtMs;
  return withNumber(entry, uploads.length - (isBefore ? 1 : 0));
}

/** With the id of the upload that was the so-and-so-many-th with its id. */
function withNumber<Entry extends NotedEntry & { readonly uploadId: string }>(
  entry: Entry,
  number: number,
): Entry {
  return number === 1 ? entry : { ...entry, uploadId: `${entry.uploadId} (${number})` };
}

/** True if the id of an upload has come again, for another one. */
export function hasComeAgain(uploadId: string, entries: readonly NotedEntry[]): boolean {
  const given = toGivenId(uploadId);
  return ofKinds(entries, "opened", "trust-opened").some(
    (one) => one.uploadId !== uploadId && one.uploadId.startsWith(given) && toGivenId(one.uploadId) === given,
  );
}

/** The id as the registry gave it. */
function toGivenId(uploadId: string): string {
  return uploadId.replace(/ \(\d+\)$/u, "");
}

/** What makes two uploads of one volume different. */
export function contentOf({ version, sent }: Opened): unknown {
  return [
    version,
    textAt(sent, "declaredDigest"),
    valueAt(sent, "declaredSize"),
    valueAt(sent, "attachment"),
  ];
}

/** True if the upload may have ended when a create began: it was finalized, whatever the answer, or it has expired. */
function hasEnded(opened: Upload, finalizes: readonly Noted[], next: Opened & Noted): boolean {
  const expiresAt = momentAt(opened.answered, "expiresAt");
  const isUnreadable = expiresAt === undefined && textAt(opened.answered, "expiresAt") !== undefined;
  const hasExpired =
    isUnreadable || (expiresAt !== undefined && next.sentAt !== undefined && expiresAt <= next.sentAt);
  return hasExpired || finalizes.some(({ startedAtMs }) => startedAtMs >= opened.startedAtMs);
}

/** Where the id is unique: as that of the upload's create request. */
function placeOf(entry: NotedEntry & { readonly name: string; readonly uploadId: string }): string {
  if (isKind("opened", "trust-opened", "finalized", "trust-finalized")(entry)) return toPlace(entry);
  const isTrust =
    (entry.kind === "refused" || entry.kind === "written") && entry.operation === "finalizeTrustUpload";
  return `${isTrust ? toId(entry) : entry.name} ${entry.uploadId}`;
}
