/** Reads with a valid token show what reads without a token show. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Noted } from "../../harness/ledger.ts";
import { quote } from "../../harness/expect/quote.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { type Books, expectAll, isLaterThanOne, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { judgeShown } from "./shown-with-tokens.ts";
import { isKind, isUnchanged, type Timeline } from "./timelines.ts";

/** The reads without a token that show a release as available: its metadata, or its row. */
function availableReads({ entries }: Books, { name, version }: Timeline): readonly Noted[] {
  const isAvailable = (document: unknown): boolean => textAt(document, "status", "state") === "available";
  return entries.filter(isKind("metadata", "index")).filter((read) => {
    if (read.name !== name) return false;
    if (read.kind === "metadata") return read.version === version && isAvailable(read.body);
    return read.rows.some((row) => textAt(row, "version") === version && isAvailable(row));
  });
}

export const readsWithTokens: CheckFile = {
  source: "Authentication, rule 2",
  reading:
    "The text says that reads require no authentication. It does not say whether a token changes a response; we read that it does not change these members.",
  operations: ["getRelease", "getVersionIndex", "getTrustSummary", "getTrustDetail"],
  needs: ["token:publisher", "token:outsider"],
  covers: ["rule:authentication/2"],
  forms: "none",
  from: "standard",
  checks: [
    {
      id: "audit/reads-with-tokens-keep-the-integrity",
      of: "integrity/stays-the-same-everywhere",
      rule: "With a valid token, `GET` metadata, index, trust summary and trust detail show the `integrity` that `POST` finalize returned.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, books.entries.filter(isKind("read-with-token")), (read) =>
          judgeShown(books, read, ({ release, integrity, place }) => {
            const expected = textAt(release.published?.answered, "release", "integrity");
            if (expected === undefined || integrity === undefined) return "silent";
            if (integrity === expected) return "holds";
            return {
              expected: `the integrity ${quote(expected)}`,
              got: quote(integrity),
              member: `${place}/integrity`,
            };
          }),
        );
      },
    },
    {
      id: "audit/reads-with-tokens-keep-the-state",
      of: "authentication/reads-need-no-authority",
      rule: "With a valid token, `GET` metadata and index show a release as `available` if an earlier read without one did, unless the run changed it.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        expectAll(tools, books.entries.filter(isKind("read-with-token")), (read) =>
          judgeShown(books, read, ({ release, state, place }) => {
            // a replica that is behind may not have the release yet, but has no other state
            if (state === undefined || !isUnchanged(release, books.at(read))) return "silent";
            if (!isLaterThanOne(availableReads(books, release), read)) return "silent";
            if (state === "available") return "holds";
            return {
              expected: 'the state "available", which was shown before without a token',
              got: quote(state),
              member: `${place}/status/state`,
            };
          }),
        );
      },
    },
  ],
};
