/** What reads with a valid token show of the releases of the run. */
import type { Noted } from "../../harness/ledger.ts";
import { toWantedValue } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { listAt, textAt } from "../../harness/exchange/answer.ts";
import { type Books, type Opinion, summarize } from "./books.ts";
import type { ReadWithToken } from "./read-with-token.ts";
import { isKind, isNeverGiven, mayBeAnother, type Timeline, toId } from "./timelines.ts";

/** One release in a read: the metadata, a trust document or a row. */
interface Shown {
  readonly release: Timeline;
  readonly integrity: string | undefined;
  readonly state: string | undefined;
  /** The place in the response. */
  readonly place: string;
}

/** The releases of this run in a response. Trust documents have no state. */
function shownIn({ timelines }: Books, read: ReadWithToken & Noted): readonly Shown[] {
  const { shows, name, version, body } = read;
  const documents =
    shows === "index"
      ? listAt(body, "items").map((row, index) => ({ document: row, place: `/items/${index}` }))
      : [{ document: body, place: "" }];
  return documents.flatMap(({ document, place }) => {
    const id = toId({ name, version: shows === "index" ? (textAt(document, "version") ?? "") : version });
    const release = timelines.get(id);
    if (release === undefined || mayBeAnother(release, read)) return [];
    const [integrity, member] =
      shows === "trust"
        ? [textAt(document, "subject", "integrity"), `${place}/subject`]
        : [textAt(document, "integrity"), place];
    return [{ release, integrity, state: textAt(document, "status", "state"), place: member }];
  });
}

/** The opinion about a response: its first deviation, if a release in it has one. */
export function judgeShown(
  books: Books,
  read: ReadWithToken & Noted,
  judge: (shown: Shown) => Opinion,
): Opinion {
  return summarize(shownIn(books, read).map(judge));
}

/** The reads with a valid token of one kind. */
export function readsWithToken(
  { entries }: Pick<Books, "entries">,
  kind: ReadWithToken["shows"],
): readonly (ReadWithToken & Noted)[] {
  return entries.filter(isKind("read-with-token")).filter(({ shows }) => shows === kind);
}

/** The opinion about the states in a response: none that only a request gives, and that no request gave. */
export function judgeNeverGiven(books: Books, read: ReadWithToken & Noted): Opinion {
  return judgeShown(books, read, ({ release, state, place }) => {
    if (state === undefined || release.published === undefined) return "silent";
    if (!isNeverGiven(release, state, read)) return "holds";
    return {
      expected: `another state of ${release.version}, which nobody made ${quote(state)}`,
      wanted: toWantedValue(`${place}/status/state`, "available"),
      got: quote(state),
      member: `${place}/status/state`,
    };
  });
}
