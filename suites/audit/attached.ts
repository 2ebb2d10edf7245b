/** What the run attached to each release, from the ledger. */
import type { Read } from "./release-reads.ts";
import type { Noted } from "../../harness/ledger.ts";
import { listAt, textAt } from "../../harness/exchange/answer.ts";
import { isOfRegistry, toCategory } from "../situations/registry-attachments.ts";
import { type Books, groupBy } from "./books.ts";
import type { Finalized, Opened } from "./ledger.ts";
import { isKind, ofKinds, toId, toPlace, trustUploadsIn } from "./timelines.ts";

/** An upload of trust whose finalize succeeded, or may have. */
export interface Attached {
  readonly finalized: Finalized & Noted;
  readonly opened: Opened | undefined;
  /** True if more than one finalize of the upload succeeded, or may have. */
  readonly isRepeated: boolean;
}

/** By release, what was attached or may have been, in order. A repeated finalize of an upload attaches nothing. */
export function attachedIn({ entries }: Books): ReadonlyMap<string, readonly Attached[]> {
  const opened = trustUploadsIn(entries);
  const finalizes = entries.filter(isKind("trust-finalized")).filter(({ outcome }) => outcome !== "refused");
  const byUpload = groupBy(finalizes, toPlace);
  const attached = [...byUpload].flatMap(([key, repeats]) => {
    const finalized = joinRepeats(repeats);
    return finalized === undefined
      ? []
      : [{ finalized, opened: opened.get(key), isRepeated: repeats.length > 1 }];
  });
  return groupBy(attached, ({ finalized }) => toId(finalized));
}

/** The categories of what the registry attaches itself, as any detail of the run lists it. */
export function categoriesOfRegistry({ entries }: Books): ReadonlySet<string | undefined> {
  const declared = [...ofKinds(entries, "trust-opened"), ...ofKinds(entries, "refused")].map(({ sent }) =>
    textAt(sent, "declaredDigest"),
  );
  const ids = ofKinds(entries, "trust-finalized").map(({ answered }) => textAt(answered, "attachmentId"));
  const ofRun = new Set([...declared, ...ids].filter((value) => value !== undefined));
  const listed = ofKinds(entries, "detail").flatMap(({ body }) => listAt(body, "attachments"));
  return new Set(listed.filter((item) => isOfRegistry(item, ofRun)).map(toCategory));
}

/** The first finalize of an upload that succeeded, which may have been applied since the first one without a response. */
function joinRepeats(repeats: readonly (Finalized & Noted)[]): (Finalized & Noted) | undefined {
  const success = repeats.find(({ outcome }) => outcome === "success") ?? repeats.at(-1);
  return success && { ...success, startedAtMs: Math.min(...repeats.map((one) => one.startedAtMs)) };
}

/** The last attachment of a release whose finalize began before the end of a read, if it is clear which one that is. */
export function lastBegun(
  attached: readonly Attached[],
  { endedAtMs }: Pick<Noted, "endedAtMs">,
): Attached | undefined {
  const begun = attached.filter(({ finalized }) => finalized.startedAtMs <= endedAtMs);
  const last = begun.at(-1);
  if (last === undefined || last.finalized.outcome !== "success") return undefined;
  const isLast = begun.every(
    ({ finalized }) => finalized === last.finalized || finalized.endedAtMs < last.finalized.startedAtMs,
  );
  return isLast ? last : undefined;
}

/** The ids of the attachments of which one is the last: several if they were finalized at once. Empty if that is not clear. */
export function lastAttached(attached: readonly Attached[]): {
  readonly ids: readonly string[];
  readonly sinceMs: number;
} {
  const begun = attached.at(-1)?.finalized.startedAtMs ?? Infinity;
  const last = attached.filter(({ finalized }) => finalized.endedAtMs >= begun);
  const ids = last.flatMap(({ finalized }) => textAt(finalized.answered, "attachmentId") ?? []);
  return {
    ids: ids.length === last.length ? ids : [],
    sinceMs: Math.max(...last.map(({ finalized }) => finalized.endedAtMs)),
  };
}

/** The last attachment of a release that was attached and settled before the read, if nothing else was attached since. */
export function lastSettled(
  attached: readonly Attached[],
  books: Books,
  read: Read & Noted,
): Attached | undefined {
  const moment = books.at(read);
  const last = lastBegun(attached, read);
  const isOver =
    last !== undefined &&
    !moment.isSettling &&
    last.finalized.endedAtMs + moment.settleMs <= read.startedAtMs;
  return isOver ? last : undefined;
}
