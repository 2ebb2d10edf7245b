/** Trust summaries name what the trust detail of their release lists. */
import type { CheckFile } from "../../harness/check-file.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { inOneOrder } from "../inputs/equal-values.ts";
import { attachedIn } from "./attached.ts";
import { type Books, expectAll, groupBy, openBooks, toOpinion } from "./books.ts";
import { readOfRegistry, toCategory, trustLedger } from "../situations/registry-attachments.ts";
import { ledger } from "./ledger.ts";
import { isKind, toId } from "./timelines.ts";
import { judgeReads, type NotedRead } from "./trust-reads.ts";

/** A read of a summary, with what a detail lists of the same release, to which one upload is attached and nothing else. */
interface Shown extends NotedRead {
  readonly attachments: readonly unknown[];
}

function categoriesOf(items: readonly unknown[]): readonly string[] {
  return items.flatMap((item) => toCategory(item) ?? []);
}

/**
 * Of more attachments, one document may show an earlier moment, and newer ones may replace older ones. A summary that shows what the
 * registry attached, where the detail does not, is of another moment too.
 */
function shownIn(books: Books, ofRegistry: (item: unknown) => boolean): readonly Shown[] {
  const attached = attachedIn(books);
  const isOfOne = (read: NotedRead): boolean =>
    (attached.get(toId(read)) ?? []).filter(({ finalized }) => finalized.startedAtMs <= read.endedAtMs)
      .length === 1;
  const readsOf = (kind: "summary" | "detail", member: string): readonly NotedRead[] =>
    judgeReads(books, kind, (read) =>
      isSuccess(read) && listAt(read.body, member).length > 0 && isOfOne(read) ? "holds" : "silent",
    ).flatMap(([read, opinion]) => (opinion === "holds" ? [read] : []));
  const details = groupBy(readsOf("detail", "attachments"), toId);
  const own = categoriesOf(
    books.entries
      .filter(isKind("detail"))
      .flatMap(({ body }) => listAt(body, "attachments").filter(ofRegistry)),
  );
  return readsOf("summary", "artifacts").flatMap((read) => {
    const [detail] = details.get(toId(read)) ?? [];
    const attachments = listAt(detail?.body, "attachments");
    const listed = categoriesOf(attachments);
    const isOfOther = categoriesOf(listAt(read.body, "artifacts")).some(
      (category) => own.includes(category) && !listed.includes(category),
    );
    return detail === undefined || isOfOther ? [] : [{ ...read, attachments }];
  });
}

/** What a summary calls the formats: the distinct names, in one order. */
function namesIn({ body }: Shown): readonly string[] {
  const names = listAt(body, "artifacts").flatMap((entry) =>
    listAt(entry, "formatsPresent").map((name) => quote(name)),
  );
  return [...new Set(names)].toSorted();
}

/** The distinct categories and formats of attachments, as a text. */
function kindsOf({ attachments }: Shown): string {
  const kinds = attachments.map((one) =>
    JSON.stringify([textAt(one, "category"), inOneOrder(valueAt(one, "format"))]),
  );
  return [...new Set(kinds)].toSorted().join();
}

/** A summary may be of another moment than the detail, when it had fewer or more attachments of the registry. */
function isOfOneMoment(read: Shown): boolean {
  const formats = read.attachments.map((one) => JSON.stringify(inOneOrder(valueAt(one, "format"))));
  return namesIn(read).length === new Set(formats).size;
}

/** The names that most of the summaries have. */
function usualNames(all: readonly Shown[]): readonly string[] {
  const byNames = groupBy(all.map(namesIn), (names) => JSON.stringify(names));
  const [most] = [...byNames.values()].toSorted((a, b) => b.length - a.length);
  return most?.[0] ?? [];
}

export const summaries: CheckFile = {
  level: "should",
  source: "Trust summary and trust detail envelopes: artifacts",
  operations: ["getTrustSummary", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/summaries-have-the-categories-of-details",
      of: "trust/summaries-are-complete",
      rule: "Every `GET` trust summary of a release with one attachment has an entry for the `category` that `GET` trust detail lists.",
      reading:
        "The text does not say which category an attachment gets, so the registry chooses one. A summary with another number of categories than the detail passes.",
      last: true,
      ledgers: [ledger, trustLedger],
      async run(tools) {
        const books = openBooks(tools);
        const ofRegistry = readOfRegistry(tools);
        expectAll(tools, shownIn(books, ofRegistry), ({ body, attachments }) => {
          const named = categoriesOf(listAt(body, "artifacts"));
          const listed = categoriesOf(attachments);
          const missing = categoriesOf(attachments.filter((one) => !ofRegistry(one))).find(
            (category) => !named.includes(category),
          );
          // one of the two may be of a moment with fewer attachments of the registry
          const isOfOther = new Set(named).size !== new Set(listed).size;
          if (named.length === 0 || isOfOther) return "silent";
          return toOpinion(missing === undefined, () => ({
            expected: `an entry with the category ${quote(missing)}`,
            got: `the categories ${quote(named)}`,
            member: "/artifacts",
          }));
        });
      },
    },
    {
      id: "audit/formats-have-the-same-name-in-every-summary",
      of: "trust/summaries-are-complete",
      rule: "Trust summaries of releases with one attachment have the same names in `formatsPresent` where the format and the category are the same.",
      reading:
        "The text does not say how a format is named, so the registry chooses. Names that most of these summaries have are expected of the others. A summary with another number of names than the detail has formats passes.",
      last: true,
      ledgers: [ledger, trustLedger],
      async run(tools) {
        const shown = shownIn(openBooks(tools), readOfRegistry(tools)).filter(isOfOneMoment);
        const byKinds = groupBy(shown, kindsOf);
        expectAll(tools, shown, (read) => {
          const alike = byKinds.get(kindsOf(read)) ?? [];
          if (alike.length < 2) return "silent";
          const [names, usual] = [namesIn(read), usualNames(alike)];
          return toOpinion(isSameJson(names, usual), () => ({
            expected: `the names ${usual.join(", ")}, as for other releases with this format`,
            got: names.join(", "),
            member: "/artifacts",
          }));
        });
      },
    },
  ],
};
