/** The sentences of this chapter that have more than one case. */
import type { Sentence } from "../../harness/check.ts";

export const sentences: readonly Sentence[] = [
  {
    id: "authentication/reads-need-no-authority",
    rule: "Each read answers without a token, and a valid token, whoever has it, changes nothing in the answer.",
    source: "What the service does, rule 1; Authentication, rule 2",
    restsOn: ["every-response/search-results-are-well-formed"],
  },
  {
    id: "authentication/writes-need-a-token",
    rule: "A write without a token answers 401 `authentication-required`.",
    source: "Authentication, rules 1 and 7",
  },
  {
    id: "authentication/malformed-credentials-are-refused",
    rule: "A write with an `Authorization` header that holds no bearer token answers 401 `authentication-required`.",
    source: "Authentication, rules 1 and 7",
  },
  {
    id: "authentication/unknown-tokens-are-refused",
    rule: "A write with a token that the registry never gave out answers 401 `authentication-required`.",
    source: "Authentication, rules 1 and 7",
  },
  {
    id: "authentication/tokens-count-in-the-authorization-header-only",
    rule: "A write with its token in the query or in another header field, and none in `Authorization`, answers 401 `authentication-required`.",
    source: "Authentication, rules 1 and 7",
  },
  {
    id: "authentication/expired-tokens-are-refused",
    rule: "A write with an expired token answers 401 `authentication-required`.",
    source: "Authentication, rules 1 and 7",
  },
  {
    id: "authentication/revoked-tokens-are-refused",
    rule: "A write with a revoked token answers 401 `authentication-required`.",
    source: "Authentication, rules 1 and 7",
  },
  {
    id: "authentication/a-missing-token-is-the-first-problem",
    rule: "A write without a valid token answers 401, whatever else is wrong with it and whatever its key was used for.",
    source: "Authentication, rules 1 and 7",
    restsOn: [
      "authentication/writes-need-a-token",
      "authentication/unknown-tokens-are-refused",
      "authentication/expired-tokens-are-refused",
    ],
  },
  {
    id: "authentication/writes-need-authority",
    rule: "A write with a valid token that has no authority over the volume answers 403 `authorization-failed`.",
    source: "Authentication, rules 4, 6 and 8",
  },
  {
    id: "authentication/tokens-do-only-what-they-are-granted",
    rule: "A write with a token that is limited to other actions answers 403 `authorization-failed`.",
    source: "Authentication, rules 4, 6 and 8",
    restsOn: ["authentication/writes-need-authority"],
  },
  {
    id: "authentication/limited-tokens-work-within-their-limits",
    rule: "A token that is limited to some actions or resources may do these.",
    source: "Authentication, rules 4, 6 and 8",
    restsOn: [
      "release-metadata/other-releases-stay-as-they-are",
      "authentication/publishers-keep-their-authority",
    ],
  },
  {
    id: "authentication/tokens-reach-only-their-resources",
    rule: "A write with a token that is limited to another volume, scope or release answers 403 `authorization-failed`.",
    source: "Authentication, rules 4, 6 and 8",
    restsOn: ["authentication/writes-need-authority"],
  },
  {
    id: "authentication/refused-requests-change-nothing",
    rule: "A write that is refused for its token changes nothing: no upload, key, release or attachment is made, used up or removed.",
    source: "Authentication, rules 1, 6, 7 and 8; States and transitions",
    restsOn: [
      "authentication/writes-need-a-token",
      "authentication/malformed-credentials-are-refused",
      "authentication/unknown-tokens-are-refused",
      "authentication/expired-tokens-are-refused",
      "authentication/revoked-tokens-are-refused",
      "authentication/writes-need-authority",
      "authentication/tokens-do-only-what-they-are-granted",
      "authentication/tokens-reach-only-their-resources",
    ],
  },
  {
    id: "authentication/publishers-keep-their-authority",
    rule: "A publisher's valid token is never the problem: no request within its authority answers 401, 403, or 404 for what exists.",
    source: "Authentication, rules 1, 6, 7 and 8",
  },
];
