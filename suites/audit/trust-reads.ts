/** Checks of what the run read of trust documents whose release nothing has changed. */
import type { CheckEntry } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { Noted } from "../../harness/ledger.ts";
import { type Attached, attachedIn } from "./attached.ts";
import { type Books, expectAll, openBooks, type Opinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import type { Read } from "./release-reads.ts";
import { isKind, isUnchanged, toId } from "./timelines.ts";

export type NotedRead = Read & Noted;

/** Judges the reads of one trust document whose release nothing has changed. */
export function judgeReads(
  books: Books,
  kind: "summary" | "detail",
  judge: (read: NotedRead, attached: readonly Attached[]) => Opinion,
): readonly (readonly [NotedRead, Opinion])[] {
  const attached = attachedIn(books);
  return books.entries.filter(isKind(kind)).map((read) => {
    const release = books.timelines.get(toId(read));
    const isPlain = release !== undefined && isUnchanged(release, books.at(read));
    return [read, isPlain ? judge(read, attached.get(toId(read)) ?? []) : "silent"];
  });
}

/**
 * A check of the reads of one trust document.
 * @param readAgain sends a read at the end, where the run reads the document of a release only once
 */
export function ofReads(
  kind: "summary" | "detail",
  about: Pick<CheckEntry, "id" | "of" | "rule" | "reading" | "from">,
  judge: (books: Books, read: NotedRead, attached: readonly Attached[]) => Opinion,
  readAgain?: (tools: Tools) => Promise<void>,
): CheckEntry {
  return {
    ...about,
    operations: [kind === "summary" ? "getTrustSummary" : "getTrustDetail"],
    last: true,
    ledgers: [ledger],
    async run(tools) {
      await readAgain?.(tools);
      const books = openBooks(tools);
      const judged = new Map(judgeReads(books, kind, (read, attached) => judge(books, read, attached)));
      expectAll(tools, [...judged.keys()], (read) => judged.get(read) ?? "silent");
    },
  };
}
