/** Forms of header field values in RFC 9110. */

/** The day, month and time of an HTTP-date in its three forms (RFC 9110 section 5.6.7). */
const httpDate: RegExp =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

export function isHttpDate(value: string): boolean {
  return httpDate.test(value);
}

/** True for an entity tag, strong or weak (section 8.8.3). */
export function isEntityTag(value: string): boolean {
  return /^(?:W\/)?"[^"]*"$/.test(value);
}

const tokenText = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = String.raw`${tokenText}[ \t]*=[ \t]*(?:${tokenText}|"[^"\\]*(?:\\.[^"\\]*)*")`;
/** A comma with white space, also several: a list may have empty elements (section 5.6.1). */
const comma = String.raw`(?:[ \t]*,)+[ \t]*`;
const challenge = `${tokenText}(?: +(?:${parameter}(?:${comma}${parameter})*|[A-Za-z0-9._~+/-]+=*))?`;
const challengeList = new RegExp(`^(?:${comma})?${challenge}(?:${comma}${challenge})*(?:[ \\t]*,)*$`);

/** True for one or more challenges: each a scheme, and then parameters or a value of its own (section 11.6.1). */
export function isChallengeList(value: string): boolean {
  return challengeList.test(value);
}
