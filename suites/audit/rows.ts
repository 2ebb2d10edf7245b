/** Every read of a version index agrees with what the run did to the versions of that volume. */
import { toWantedValue } from "../../harness/expect/expect.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { type Noted, toNoted } from "../../harness/ledger.ts";
import { quote } from "../../harness/expect/quote.ts";
import { isSuccess, textAt } from "../../harness/exchange/answer.ts";
import {
  type Books,
  expectAll,
  groupBy,
  isLaterThanOne,
  openBooks,
  type Opinion,
  summarize,
  toOpinion,
} from "./books.ts";
import { withoutBuild } from "../inputs/versions.ts";
import { ledger } from "./ledger.ts";
import { judgeNeverGiven, readsWithToken } from "./shown-with-tokens.ts";
import type { ReadIndex } from "./release-reads.ts";
import {
  givenState,
  isDue,
  isKind,
  isUnchanged,
  isNeverGiven,
  settledState,
  toId,
  type Timeline,
  mayBeAnother,
  ofKinds,
  versionOf,
} from "./timelines.ts";

type NotedIndex = ReadIndex & Noted;

/** The timelines of a volume's versions. */
function versionsOf({ timelines }: Books, name: string): readonly Timeline[] {
  return [...timelines.values()].filter((release) => release.name === name);
}

/** Volumes in which a finalize may have published a version that no request of the run names. */
function volumesOfUnknownUploads({ entries, uploads }: Books): ReadonlySet<string> {
  const finalizes = ofKinds(entries, "finalized").filter(({ outcome }) => outcome !== "refused");
  return new Set(finalizes.flatMap((one) => (versionOf(one, uploads) === undefined ? one.name : [])));
}

/** Judges each row of a version that the run knows. */
function judgeRows(
  books: Books,
  index: NotedIndex,
  judge: (row: unknown, release: Timeline, member: string) => Opinion,
): Opinion {
  return summarize(
    index.rows.map((row, place) => {
      const release = books.timelines.get(toId({ name: index.name, version: textAt(row, "version") ?? "" }));
      return release === undefined ? "silent" : judge(row, release, `/items/${place}`);
    }),
  );
}

export const rows: CheckFile = {
  source: "Endpoints, Version index; Resources, Version index row",
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/published-versions-keep-their-row",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "Once `GET` index has listed a version and `limits.settleMs` is over, each further one lists it, unless the run changed the version.",
      reading:
        "The text does not say how fast a version becomes visible. After the settling time, one missing row fails this, even if the next read has it.",
      from: "standard",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const reads = books.entries.filter(isKind("index"));
        const seen = groupBy(reads.flatMap(toRowReads), ({ id }) => id);
        expectAll(tools, reads, (index) => {
          const moment = books.at(index);
          const unchanged = versionsOf(books, index.name).filter((release) => isUnchanged(release, moment));
          if (unchanged.length === 0 || isDisturbed(books, index.name) || !isJudged(index)) return "silent";
          const listed = new Set(index.rows.map((row) => textAt(row, "version")));
          const lost = unchanged.filter(
            (release) =>
              !listed.has(release.version) &&
              isDue(release, moment) &&
              isLaterThanOne(seen.get(toId(release)), index),
          );
          return toOpinion(lost.length === 0, () => ({
            expected: `a row for ${lost.map(({ version }) => version).join(", ")}, which was listed before`,
            wanted: { item: lost[0]?.version ?? "" },
            got: `status ${index.status} with rows for ${[...listed].join(", ") || "no version"}`,
            member: "/items",
          }));
        });
      },
    },
    {
      id: "audit/unpublished-uploads-have-no-row",
      of: "finalize/only-finalized-uploads-are-visible",
      rule: "In a volume that the run made, `GET` index has a row only for a version whose `POST` finalize has succeeded.",
      source: "Endpoints, Version index; States and transitions, finalize failure conditions",
      reading:
        "No other client knows the names of the run's volumes, so a version that no request of it has named is not one of them.",
      covers: ["transition:finalize-failures"],
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const own = books.entries.filter(isKind("index")).filter(({ name }) => tools.given.isOwnVolume(name));
        const asked = groupBy(ofKinds(books.entries, "asked"), ({ name }) => name);
        const open = volumesOfUnknownUploads(books);
        expectAll(tools, own, (index) => {
          const versions = versionsOf(books, index.name);
          const unpublished = new Set(
            versions.filter((one) => books.isUnpublished(one, index)).map(({ version }) => version),
          );
          const named = new Set(
            [...versions, ...(asked.get(index.name) ?? [])].map(({ version }) => withoutBuild(version)),
          );
          const mayHaveMore = versions.length === 0 || open.has(index.name);
          const place = index.rows.findIndex((row) => {
            const version = textAt(row, "version");
            if (version === undefined) return false;
            return unpublished.has(version) || (!mayHaveMore && !named.has(withoutBuild(version)));
          });
          if (place === -1 && unpublished.size === 0 && (mayHaveMore || index.rows.length === 0))
            return "silent";
          return toOpinion(place === -1, () => ({
            expected: `no row for ${textAt(index.rows[place], "version") ?? ""}, which was not published`,
            got: quote(index.rows[place]),
            member: `/items/${place}`,
          }));
        });
      },
    },
    {
      id: "audit/rows-keep-what-finalize-returned",
      of: "integrity/stays-the-same-everywhere",
      rule: "Where a `GET` index row has `integrity`, it is the one that `POST` finalize returned for that version.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, books.entries.filter(isKind("index")), (index) =>
          judgeRows(books, index, (row, release, member) => {
            const expected = textAt(release.published?.answered, "release", "integrity");
            const got = textAt(row, "integrity");
            if (expected === undefined || got === undefined || mayBeAnother(release, index)) return "silent";
            return toOpinion(got === expected, () => ({
              expected: `the integrity ${quote(expected)}`,
              wanted: toWantedValue(`${member}/integrity`, expected),
              got: quote(got),
              member: `${member}/integrity`,
            }));
          }),
        );
      },
    },
    {
      id: "audit/rows-keep-their-state",
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "Once a `GET` index row has shown the state that a version was given, and `limits.settleMs` is over, it shows no other state. It never shows a version as `yanked` or `tombstoned` that was not, also to the publisher.",
      reading:
        "The text does not say how fast an index follows. A row that has shown a change does not go back, and no row shows what never was.",
      from: "standard",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const reads = books.entries.filter(isKind("index"));
        const seen = groupBy(reads.flatMap(toRowReads), ({ id, state }) => `${id} ${state}`);
        const judge = (index: NotedIndex): Opinion =>
          judgeRows(books, index, (row, release, member) => {
            const expected = givenState(release, index);
            const got = textAt(row, "status", "state");
            if (expected === undefined || got === undefined) return "silent";
            if (got === expected.state) return "holds";
            const shown = seen
              .get(`${toId(release)} ${expected.state}`)
              ?.filter(({ startedAtMs }) => startedAtMs >= expected.sinceMs);
            // another write to the volume may still hide the row, and does not bring back what it showed before
            const moment = { ...books.at(index), isSettling: false };
            const isGiven = !isNeverGiven(release, got, index);
            if (isGiven && (settledState(release, moment) === undefined || !isLaterThanOne(shown, index)))
              return "silent";
            return {
              expected: `the state "${expected.state}" of ${release.version}, which ${isGiven ? "was shown before" : "it has"}`,
              wanted: toWantedValue(`${member}/status/state`, expected.state),
              got: quote(got),
              member: `${member}/status/state`,
            };
          });
        expectAll(tools, [...reads, ...readsWithToken(books, "index")], (read) =>
          read.kind === "index" ? judge(read) : judgeNeverGiven(books, read),
        );
      },
    },
  ],
};

/** The rows of an index, each with the time of the read. */
function toRowReads(index: NotedIndex): readonly (Noted & { readonly id: string; readonly state: string })[] {
  return index.rows.map((row) => ({
    ...toNoted(index),
    id: toId({ name: index.name, version: textAt(row, "version") ?? "" }),
    state: textAt(row, "status", "state") ?? "",
  }));
}

/** True for an index, or the answer that there is none. */
function isJudged(index: NotedIndex): boolean {
  return isSuccess(index) || index.status === 404;
}

/** A volume with an inconsistent release may answer 409, or leave it out. */
export function isDisturbed(books: Books, name: string): boolean {
  return versionsOf(books, name).some(({ changes }) => changes.some(({ to }) => to === "inconsistent"));
}
