/** What came, as a headline: the status and the problem. A body after it is left out, since the response is shown in full. */
export function toShortGot(got: string): string {
  const headline = /^(?<start>[^{[]*?)(?: with)?(?: body)? ?[{[]"/u.exec(got)?.groups?.["start"];
  if (headline === undefined) return got;
  return headline === "" ? "another body" : headline;
}
