/** Every list of advisories agrees with the single reads, and keeps what it has listed. */
import { hasId } from "../advisory-documents.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import type { Noted } from "../../harness/ledger.ts";
import { listAt, momentAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import type { AdvisoryList, AdvisoryMade, AdvisoryRead } from "./advisory-reads.ts";
import {
  enoughReads,
  expectAll,
  isLaterThanOne,
  openBooks,
  type Opinion,
  summarize,
  toOpinion,
} from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind } from "./timelines.ts";

/** A single read shows the advisory whose id was asked for: its local id or another one of its ids. */
function judgeId({ id, document }: AdvisoryRead): Opinion {
  return toOpinion(hasId(document, id), () => ({
    expected: `the advisory ${quote(id)}`,
    wanted: { item: id },
    got: `the advisory ${quote(localId(document))}`,
  }));
}

function localId(document: unknown): string | undefined {
  return textAt(document, "id", "local");
}

function has(document: unknown, member: string): boolean {
  const value = valueAt(document, member);
  return value !== undefined && value !== null;
}

/** Members whose values say which advisory it is, or what it affects. Texts for readers may be shorter in a list. */
const plainMembers = [
  ["id", "preferredExternal"],
  ["severity"],
  ["source", "url"],
  ["affected", "volume"],
  ["affected", "purl"],
] as const;
const listMembers = [["id", "aliases"], ["affected", "ranges"], ["relationships"]] as const;
const timeMembers = [["published"], ["updated"], ["withdrawn", "at"]] as const;

/** Two views may state a time with different precision. */
const timePrecisionMs = 1_000;

function hasSameItems(listed: readonly unknown[], single: readonly unknown[]): boolean {
  return (
    listed.length === single.length && listed.every((item) => single.some((one) => isSameJson(one, item)))
  );
}

/** How far the times of a member are apart; not a number if one has no such time. */
function differenceMs(listed: unknown, single: unknown, path: readonly string[]): number {
  return Math.abs((momentAt(listed, ...path) ?? NaN) - (momentAt(single, ...path) ?? NaN));
}

/** The path of a member that two documents of one advisory have, with different values. */
function differentMember(listed: unknown, single: unknown): readonly string[] | undefined {
  const isBoth = (path: readonly string[]): boolean =>
    valueAt(listed, ...path) !== undefined && valueAt(single, ...path) !== undefined;
  return (
    plainMembers.find(
      (path) => isBoth(path) && !isSameJson(valueAt(listed, ...path), valueAt(single, ...path)),
    ) ??
    listMembers.find(
      (path) => isBoth(path) && !hasSameItems(listAt(listed, ...path), listAt(single, ...path)),
    ) ??
    timeMembers.find((path) => differenceMs(listed, single, path) >= timePrecisionMs)
  );
}

/** True if `withdrawn` is the only member that one of the two has and the other lacks: neither is a summary. */
function differsInWithdrawal(listed: unknown, single: unknown): boolean {
  const members = new Set([...Object.keys(Object(listed)), ...Object.keys(Object(single))]);
  const different = [...members].filter((member) => has(listed, member) !== has(single, member));
  return different.length === 1 && different[0] === "withdrawn";
}

function compare(listed: unknown, single: unknown, place: number): Opinion {
  const path = differsInWithdrawal(listed, single) ? ["withdrawn"] : differentMember(listed, single);
  if (path === undefined) return "holds";
  return {
    expected: `${path.join(".")} of ${quote(localId(listed))} as its single read has it: ${quote(valueAt(single, ...path))}`,
    got: quote(valueAt(listed, ...path)),
    member: `/items/${place}/${path.join("/")}`,
  };
}

/** The advisories that the hook made, and which reads are late enough to show one. */
function openAdvisories(tools: Tools): {
  readonly made: readonly (AdvisoryMade & Noted)[];
  /** Those with the query of the target file. */
  readonly lists: readonly (AdvisoryList & Noted)[];
  readonly allLists: readonly (AdvisoryList & Noted)[];
  readonly singles: readonly (AdvisoryRead & Noted)[];
  readonly isLateEnough: (made: Noted, read: Noted) => boolean;
} {
  const { entries } = openBooks(tools);
  const query = new URLSearchParams(Object.entries(tools.target.search.advisoryParams)).toString();
  const allLists = entries.filter(isKind("advisory-list"));
  return {
    made: entries.filter(isKind("advisory-made")),
    lists: allLists.filter((list) => new URLSearchParams(list.query).toString() === query),
    allLists,
    singles: entries.filter(isKind("advisory")),
    isLateEnough: (made, read) => made.endedAtMs + tools.target.limits.settleMs <= read.startedAtMs,
  };
}

export const advisories: CheckFile = {
  source: "Resources, Advisory; Endpoints, Search advisories",
  operations: ["searchAdvisories", "getAdvisory"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/listed-advisories-agree-with-single-reads",
      of: "advisories/existing-advisories-are-listed-and-readable",
      rule: "`GET /advisories/{id}` returns the advisory with that id. Where `GET /advisories` returns it too, ids, severity, source, times, `affected`, `withdrawn` and relationships are the same.",
      source: "Resources, Advisory; Endpoints, Get advisory",
      reading:
        "The text does not show the shape of a single advisory. We compare members that both have, and `withdrawn` if no other member is missing. An advisory of others has to have the same `updated`.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { made, allLists, singles, isLateEnough } = openAdvisories(tools);
        expectAll(tools, [...allLists, ...singles], (list) => {
          if (list.kind === "advisory") return judgeId(list);
          return summarize(
            list.items.map((listed, place) => {
              const id = localId(listed);
              const own = made.findLast((one) => one.id === id);
              const single = singles.findLast((one) => one.id === id && localId(one.document) === id);
              if (single === undefined) return "silent";
              const opinion = compare(listed, single.document, place);
              const isSameState =
                own === undefined
                  ? has(listed, "updated") && differenceMs(listed, single.document, ["updated"]) === 0
                  : (isLateEnough(own, single) && isLateEnough(own, list)) ||
                    // further apart than the advisory is old, which no lag explains
                    differenceMs(listed, single.document, ["updated"]) >
                      Math.max(single.endedAtMs, list.endedAtMs) - own.startedAtMs;
              return isSameState || opinion === "holds" ? opinion : "silent";
            }),
          );
        });
      },
    },
    {
      id: "audit/advisories-stay-listed",
      of: "advisories/existing-advisories-are-listed-and-readable",
      rule: "Once `GET /advisories` has listed an advisory that the states hook made, and `limits.settleMs` is over, each further one lists it.",
      reading:
        "The text does not say that the list is complete, or shows withdrawn advisories. We expect a withdrawn one where the list has shown it, or another withdrawn one.",
      operations: ["searchAdvisories"],
      needs: ["state:advisory", "token:publisher"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { made, lists, isLateEnough } = openAdvisories(tools);
        const showsWithdrawn = lists.some(({ items }) => items.some((item) => has(item, "withdrawn")));
        expectAll(tools, lists, (list) => {
          // an item may omit its id, and then it may be the expected advisory
          if (list.items.some((item) => localId(item) === undefined)) return "silent";
          const listed = new Set(list.items.map(localId));
          return summarize(
            made.map((one): Opinion => {
              if (listed.has(one.id)) return "holds";
              if (!isLateEnough(one, list)) return "silent";
              const since = lists.filter(({ startedAtMs }) => startedAtMs >= one.endedAtMs);
              const seen = since.filter(({ items }) => items.some((item) => localId(item) === one.id));
              const isLate = since.indexOf(list) >= enoughReads && (!one.isWithdrawn || showsWithdrawn);
              if (!isLate && !isLaterThanOne(seen, list)) return "silent";
              return {
                expected: `an item with the id ${quote(one.id)}`,
                wanted: { item: one.id },
                got: `items with the ids ${quote([...listed].slice(-5))}`,
                member: "/items",
              };
            }),
          );
        });
      },
    },
  ],
};
