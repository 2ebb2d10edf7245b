/** Every trust document and trust upload of a release has the integrity of that release as its subject. */
import type { CheckFile } from "../../harness/check-file.ts";
import { quote } from "../../harness/expect/quote.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { expectAll, openBooks, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind, toId, mayBeAnother } from "./timelines.ts";

export const subjects: CheckFile = {
  source: "Trust summary and trust detail envelopes: subject; Release metadata: integrity",
  operations: ["getTrustSummary", "getTrustDetail"],
  needs: ["token:publisher"],
  forms: "none",
  checks: [
    {
      id: "audit/trust-subjects-keep-their-integrity",
      of: "integrity/stays-the-same-everywhere",
      rule: "In every `GET` trust summary and `GET` trust detail, `subject.integrity`, if present, is the `integrity` that `POST` finalize returned.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { entries, timelines } = openBooks(tools);
        expectAll(tools, entries.filter(isKind("summary", "detail")), (read) => {
          const release = timelines.get(toId(read));
          if (release === undefined || mayBeAnother(release)) return "silent";
          const expected = textAt(release.published?.answered, "release", "integrity");
          const got = textAt(read.body, "subject", "integrity");
          if (expected === undefined || got === undefined) return "silent";
          return toOpinion(got === expected, () => ({
            expected: `subject.integrity to be ${quote(expected)}`,
            got: quote(got),
            member: "/subject/integrity",
          }));
        });
      },
    },
  ],
};
