/** Every read of a version index agrees with what the run did to the versions of that volume. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Noted } from "../../harness/ledger.ts";
import { quote } from "../../harness/expect/quote.ts";
import { textAt } from "../../harness/registry/answer.ts";
import { type Books, expectAll, openBooks, type Opinion, toOpinion } from "./books.ts";
import { ledger, type ReadIndex } from "./ledger.ts";
import { isKind, isDue, isUnchanged, settledState, toId, type Timeline } from "./timelines.ts";

type NotedIndex = ReadIndex & Noted;

/** The timelines of a volume's versions. */
function versionsOf({ timelines }: Books, name: string): readonly Timeline[] {
  return [...timelines.values()].filter((release) => release.name === name);
}

function isSuccess({ status }: ReadIndex): boolean {
  return status >= 200 && status <= 299;
}

/** The first opinion that is not silence, a deviation before all others. */
function summarize(opinions: readonly Opinion[]): Opinion {
  return (
    opinions.find((opinion) => typeof opinion !== "string") ??
    opinions.find((opinion) => opinion === "holds") ??
    "silent"
  );
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
      rule: "Once a version is published and `limits.settleMs` is over, every `GET` index of its volume has a row for it, unless the run changed it.",
      reading:
        "The text does not say how fast a version becomes visible. After the settling time, one missing row fails this, even if the next read has it.",
      from: "standard",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, books.entries.filter(isKind("index")), (index) => {
          const moment = books.at(index);
          const due = versionsOf(books, index.name).filter(
            (release) => isDue(release, moment) && isUnchanged(release, moment),
          );
          // a volume with an inconsistent release may answer 409
          const isDisturbed = versionsOf(books, index.name).some(({ changes }) =>
            changes.some(({ to }) => to === "inconsistent"),
          );
          if (due.length === 0 || isDisturbed || (!isSuccess(index) && index.status !== 404)) return "silent";
          const listed = new Set(index.rows.map((row) => textAt(row, "version")));
          const lost = due.filter(({ version }) => !listed.has(version)).map(({ version }) => version);
          return toOpinion(lost.length === 0, () => ({
            expected: `a row for ${lost.join(", ")}, which was published before`,
            got: `status ${index.status} with rows for ${[...listed].join(", ") || "no version"}`,
            member: "/items",
          }));
        });
      },
    },
    {
      id: "audit/rows-keep-what-finalize-returned",
      rule: "Where a `GET` index row has `integrity`, it is the one that `POST` finalize returned for that version.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, books.entries.filter(isKind("index")), (index) =>
          judgeRows(books, index, (row, { published, changes }, member) => {
            const expected = textAt(published?.answered, "release", "integrity");
            const got = textAt(row, "integrity");
            const isOther = changes.some(({ to }) => to === "unpublished" || to === "release-purged");
            if (expected === undefined || got === undefined || isOther) return "silent";
            return toOpinion(got === expected, () => ({
              expected: `the integrity ${quote(expected)}`,
              got: quote(got),
              member: `${member}/integrity`,
            }));
          }),
        );
      },
    },
    {
      id: "audit/rows-keep-their-state",
      rule: "Where a `GET` index row has `status.state`, it is `available`, or the state that the states hook set.",
      from: "standard",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, books.entries.filter(isKind("index")), (index) =>
          judgeRows(books, index, (row, release, member) => {
            const expected = settledState(release, books.at(index));
            const got = textAt(row, "status", "state");
            if (expected === undefined || got === undefined) return "silent";
            return toOpinion(got === expected, () => ({
              expected: `the state "${expected}" of ${release.version}`,
              got: quote(got),
              member: `${member}/status/state`,
            }));
          }),
        );
      },
    },
    {
      id: "audit/rows-are-of-published-versions",
      rule: "`GET` index of a volume that the run made has rows only for versions whose `POST` finalize succeeded.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const { isOwnVolume } = tools.given;
        const unknownFinalizes = new Set(
          books.entries
            .filter(isKind("finalized"))
            .filter(
              ({ outcome, name, uploadId }) =>
                outcome !== "refused" && !books.uploads.has(`${name} ${uploadId}`),
            )
            .map(({ name }) => name),
        );
        expectAll(tools, books.entries.filter(isKind("index")), (index) => {
          if (!isOwnVolume(index.name) || unknownFinalizes.has(index.name)) return "silent";
          const strays = index.rows.flatMap((row) => {
            const version = textAt(row, "version");
            if (version === undefined || version.includes("+")) return [];
            const release = books.timelines.get(toId({ name: index.name, version }));
            return release !== undefined && !books.isUnpublished(release, index) ? [] : [version];
          });
          return toOpinion(strays.length === 0, () => ({
            expected: "rows for published versions only",
            got: `a row for ${quote(strays[0])}`,
            member: "/items",
          }));
        });
      },
    },
  ],
};
