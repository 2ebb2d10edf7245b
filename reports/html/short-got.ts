import type { RequirementResult } from "../../schemas/report.ts";

/** What came, as a headline: the status and the problem. A body after it is left out, since the response is shown in full. */
export function toShortGot(got: string): string {
  const headline = /^(?<start>[^{[]*?)(?: with)?(?: body)? ?[{[]"/u.exec(got)?.groups?.["start"];
  if (headline === undefined) return got;
  return headline === "" ? "another body" : headline;
}

/** A reason without the body in it: `got 201, expected 400 validation-failed`. */
export function toShortReason(reason: string): string {
  return reason.replace(/ with (?:body )?[{[]".*?(?:… \(\d+ characters\)|[}\]](?=, expected))/su, "");
}

/** What came and what was expected, of the first finding on a requirement: one line. */
export function describeFinding({ evidence }: RequirementResult): string | undefined {
  const finding = evidence.find((one) => one.finding !== undefined)?.finding;
  if (finding === undefined) return undefined;
  const got = `Got ${toShortGot(finding.got)}`;
  return finding.expected === finding.rule ? got : `${got}, expected ${finding.expected}`;
}
