/** Every trust document and trust upload of a release has the integrity of that release as its subject. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { percentDecode } from "../../harness/exchange/volume.ts";
import { toWantedValue } from "../../harness/expect/expect.ts";
import { quote } from "../../harness/expect/quote.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { expectAll, openBooks, toOpinion } from "./books.ts";
import { ledger } from "./ledger.ts";
import { isKind, toId, mayBeAnother } from "./timelines.ts";

/** Asserts that each trust document has the value of this member that its release was published with. */
async function expectSubjects(
  tools: Tools,
  member: "integrity" | "purl",
  toComparable: (value: string) => string,
): Promise<void> {
  const { entries, timelines } = openBooks(tools);
  expectAll(tools, entries.filter(isKind("summary", "detail")), (read) => {
    const release = timelines.get(toId(read));
    if (release === undefined || mayBeAnother(release, read)) return "silent";
    const expected = textAt(release.published?.answered, "release", member);
    const got = textAt(read.body, "subject", member);
    if (expected === undefined || got === undefined) return "silent";
    return toOpinion(toComparable(got) === toComparable(expected), () => ({
      expected: `subject.${member} to be ${quote(expected)}`,
      wanted: toWantedValue(`/subject/${member}`, expected),
      got: quote(got),
      member: `/subject/${member}`,
    }));
  });
}

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
      run: (tools) => expectSubjects(tools, "integrity", (value) => value),
    },
    {
      id: "audit/trust-subjects-keep-their-purl",
      of: "trust/documents-name-their-release",
      rule: "In every `GET` trust summary and `GET` trust detail, `subject.purl`, if present, is the `purl` that `POST` finalize returned.",
      reading:
        "A purl may have characters that are percent-encoded, such as `+`. So both are compared without escapes.",
      covers: ["member:trust-summary.subject.purl"],
      last: true,
      ledgers: [ledger],
      run: (tools) => expectSubjects(tools, "purl", percentDecode),
    },
  ],
};
