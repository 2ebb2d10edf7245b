/** The requests of a run that had an idempotency key of their own, and what happened after each. */
import type { Registry } from "../../harness/api/registry.ts";
import type { Tools } from "../../harness/check.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import type { Noted } from "../../harness/ledger.ts";
import { type Books, groupBy } from "./books.ts";
import { ofKinds, toId } from "./timelines.ts";
import { hasComeAgain } from "./used-again.ts";
import type { Keyed, Written } from "./written.ts";

export type KeyedWrite = Written & Noted & { readonly keyed: Keyed };

function isKeyed(entry: Written & Noted): entry is KeyedWrite {
  return entry.keyed !== undefined;
}

/** What makes two requests with one key the same one. */
function toRequest({ keyed: { method, path, body, header, isWhole } }: KeyedWrite): string {
  return JSON.stringify([method, path, body, header, isWhole]);
}

/**
 * The last request of the publisher with each key, or the first one, where the run used the key for that one request only: a registry may
 * compare keys beyond the path and the caller.
 */
export function repeatable(
  { entries }: Books,
  { given }: Tools,
  which: "first" | "last" = "last",
): readonly KeyedWrite[] {
  const own = ofKinds(entries, "written")
    .filter(isKeyed)
    .filter(({ name }) => given.isOwnVolume(name));
  return [...groupBy(own, ({ keyed }) => keyed.key.toLowerCase()).values()].flatMap((group) => {
    const ofPublisher = group.filter(({ keyed }) => keyed.isOfPublisher);
    const one = ofPublisher.at(which === "first" ? 0 : -1);
    const isOneRequest = new Set(group.map(toRequest)).size === 1;
    const isSafe = one?.keyed.isWhole === true && !hasComeAgain(one.uploadId, entries);
    return one !== undefined && isOneRequest && isSafe ? [one] : [];
  });
}

/** What happened to its upload or release after the request. */
export function eventsAfter(write: KeyedWrite, { entries, uploads, timelines }: Books): readonly string[] {
  const version =
    write.version === "" ? uploads.get(`${write.name} ${write.uploadId}`)?.version : write.version;
  const release = version === undefined ? undefined : timelines.get(toId({ name: write.name, version }));
  const changes = (release?.changes ?? []).filter(({ startedAtMs }) => startedAtMs >= write.endedAtMs);
  const finalizes = ofKinds(entries, "finalized", "trust-finalized")
    .filter(({ outcome, startedAtMs }) => outcome === "success" && startedAtMs >= write.endedAtMs)
    .filter((one) => one.name === write.name && (one.version || version) === version);
  const opened = ofKinds(entries, "opened", "trust-opened").find(
    ({ exchange }) => exchange === write.exchange,
  );
  const outcomes = new Set(
    ofKinds(entries, "finalized", "trust-finalized")
      .filter((one) => one.name === write.name && one.uploadId === opened?.uploadId)
      .map(({ outcome }) => outcome),
  );
  const ended = ofKinds(entries, "ended").filter(
    (one) => one.upload === (opened?.uploadId ?? write.uploadId) && one.startedAtMs >= write.endedAtMs,
  );
  const published = finalizes.filter((one) => one.kind === "finalized" && isOfVersion(one, version, uploads));
  const isAttached = finalizes.some(({ kind }) => kind === "trust-finalized");
  const last = changes.at(-1);
  return [
    ...changes.map(({ to }) => to),
    // what was yanked and restored is not what a request for a yanked release meets
    ...(last === undefined ? [] : [`now ${last.to}`]),
    ...ended.map(({ by }) => by),
    ...(published.some(({ uploadId }) => opened === undefined || uploadId === opened.uploadId)
      ? ["published"]
      : []),
    ...(published.some(({ uploadId }) => opened?.kind === "opened" && uploadId !== opened.uploadId)
      ? ["published by another upload"]
      : []),
    ...(isAttached ? ["attached"] : []),
    // an upload that was refused and never finalized may have failed
    ...(outcomes.has("refused") ? [outcomes.has("success") ? "refused once more" : "failed"] : []),
    ...(hasSentBytes(write, entries) ? ["sent"] : []),
  ];
}

function isOfVersion(
  { name, uploadId }: { readonly name: string; readonly uploadId: string },
  version: string | undefined,
  uploads: Books["uploads"],
): boolean {
  return uploads.get(`${name} ${uploadId}`)?.version === version;
}

/** True if the sender of a finalize that came too early transferred bytes after it. */
function hasSentBytes(write: KeyedWrite, entries: Books["entries"]): boolean {
  if (write.answered !== "missing-uploaded-bytes") return false;
  const actor = write.exchange.replace(/#.*$/u, "");
  return ofKinds(entries, "sent").some(
    ({ exchange, startedAtMs }) => exchange.startsWith(`${actor}#`) && startedAtMs >= write.endedAtMs,
  );
}

/** Sends it again, or with another body. */
export function resend(
  registry: Registry,
  { operation, keyed }: KeyedWrite,
  body: string | undefined = keyed.body,
): Promise<Answer> {
  const { method, path, contentType, header } = keyed;
  return registry.request(
    { method, path, operation },
    {
      ...(body === undefined ? {} : { rawBody: body, contentType: contentType ?? null }),
      ...(header === undefined ? {} : { idempotencyKey: header }),
      as: "publisher",
      isResent: true,
    },
  );
}

/** In each round one of every volume, at once: a registry may refuse what is written to a volume while it is being written. */
export async function inRounds<T, R>(
  items: readonly T[],
  nameOf: (item: T) => string,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const rounds = groupBy(items, (item) => {
    const ofVolume = items.filter((one) => nameOf(one) === nameOf(item));
    return String(ofVolume.indexOf(item));
  });
  const results: R[] = [];
  for (const round of rounds.values()) results.push(...(await Promise.all(round.map(work))));
  return results;
}
