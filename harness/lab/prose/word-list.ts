/**
 * Phrases and names that this project does not use, each with what to write instead. It is our own list, without a prose linter:
 * write-good and alex look for other faults (passive voice, weasel words), and textlint would need the same list and many packages.
 */

/** A phrase that readers have to translate. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What to write in its place. */
  readonly instead: string;
}

/** Phrases that no text has: rules, readings, questions, reasons, summaries, documents, ids as words. */
export const phrases: readonly Phrase[] = [
  { pattern: /\b(?:came|comes?|become|becomes|became) of\b/iu, instead: "the result; How is … handled?" },
  { pattern: /\bwhoever\b/iu, instead: "the user or client: users who fix failures" },
  { pattern: /\bwhatever\b/iu, instead: "any …, every …, after any sequence of …" },
  { pattern: /\b(?:go|goes|went) by\b/iu, instead: "has, uses" },
  { pattern: /\b(?:hang|hangs|hung) on\b/iu, instead: "depends on" },
  {
    pattern: /\b(?:say|says|said|told|tells) so\b/iu,
    instead: "the statement itself: reports it, has the member",
  },
  { pattern: /(?<!\bthere )\b(?:is|are) none\b/iu, instead: "an invalid X; not a valid X" },
  { pattern: /\bas ever\b/iu, instead: "as before, or nothing" },
  { pattern: /\bstands?\b/iu, instead: "is, has" },
  { pattern: /\bwants\b/iu, instead: "needs, expects" },
  { pattern: /\btells\b/iu, instead: "has, contains, returns" },
  { pattern: /\bnobody(?:'s)?\b/iu, instead: "no client, no user, unknown" },
  { pattern: /\bout of joint\b/iu, instead: "the fault itself" },
  { pattern: /\b(?:was|were) well\b/iu, instead: "succeeded, passed" },
  { pattern: /\b(?:is|are) to (?:be|come|go|have|keep|lead|see|stay)\b/iu, instead: "must, can" },
  { pattern: /\bwill not do\b/iu, instead: "invalid …" },
  { pattern: /\b(?:something|anything|nothing|did) else than\b/iu, instead: "different from" },
  { pattern: /\b(?:has|have|had|not|never) heard of\b/iu, instead: "unknown" },
  { pattern: /\b(?:mend|mends|mended|mending)\b/iu, instead: "fix" },
  { pattern: /\bsee (?:it|them) refused\b/iu, instead: "expects … to be rejected" },
  { pattern: /\bin earnest\b/iu, instead: "effective; with effect" },
  { pattern: /\bstrangers?\b/iu, instead: "unauthorized callers" },
  { pattern: /\bin other writing\b/iu, instead: "in upper case; in another notation" },
  { pattern: /\babsurd\b/iu, instead: "huge; not valid" },
  { pattern: /\bthe very\b/iu, instead: "the same; exactly" },
  { pattern: /\bsave (?:for|those|where)\b/iu, instead: "except" },
  { pattern: /\bin peace\b/iu, instead: "passed; without a failure" },
  { pattern: /\bblam(?:e|es|ed)\b/iu, instead: "report as a failure" },
  { pattern: /\bis silent\b/iu, instead: "leaves open" },
  { pattern: /\bspeaks? (?:of|for|against)\b/iu, instead: "is about, covers" },
  { pattern: /\bbears? on\b/iu, instead: "is evidence for" },
  { pattern: /\bmeets no\b/iu, instead: "never returns" },
  { pattern: /\b(?:give|gives|gave) way\b/iu, instead: "is replaced by" },
  { pattern: /\bseen to (?:be|fail|hold|succeed|work)\b/iu, instead: "the result: passed, failed" },
  { pattern: /\b(?:is|are|was) at stake\b/iu, instead: "may already be applied" },
  { pattern: /\blets? in\b/iu, instead: "authorizes" },
  { pattern: /\bno volume's\b/iu, instead: "does not match" },
  { pattern: /\ball said for it\b/iu, instead: "are acceptable" },
  { pattern: /\bis nothing of\b/iu, instead: "is not part of" },
  { pattern: /(?<!\bthere )\bis no\b(?! longer)/iu, instead: "is not a" },
];

/** Words that an id does not have, and stems that differ from those of the chapter `publish`. */
export const idPhrases: readonly Phrase[] = [
  { pattern: /\balike\b/u, instead: "equal, with equal …" },
  { pattern: /\bnone\b/u, instead: "missing, invalid" },
  { pattern: /\botherwise\b/u, instead: "the condition" },
  { pattern: /\bsizes as text\b/u, instead: "sizes-in-strings" },
  { pattern: /\bintents expire later\b/u, instead: "intents-expire-in-the-future" },
];

/** Names of functions, types, members and variables. */
export const identifiers: readonly Phrase[] = [
  { pattern: /^(?:most|longest|biggest)[A-Z]\w*/u, instead: "max…" },
  { pattern: /^(?:fewest|shortest|smallest)[A-Z]\w*/u, instead: "min…" },
  { pattern: /^lane$/u, instead: "exchangeId" },
  { pattern: /^tier$/u, instead: "rateLimitKey" },
  { pattern: /^Sign$/u, instead: "CircuitOutcome" },
  { pattern: /^rests$/u, instead: "backoffs" },
  { pattern: /^lookAgainMs$/u, instead: "probeIntervalMs" },
  { pattern: /^isAtStake$/u, instead: "mayAlreadyBeApplied" },
  { pattern: /^startOver$/u, instead: "restartScenario" },
  { pattern: /^settleActor$/u, instead: "drainRequests" },
  { pattern: /^settle$/u, instead: "eventually" },
  { pattern: /^settleArguments$/u, instead: "normalizeArguments" },
  { pattern: /^isSettled$/u, instead: "isDecided" },
  { pattern: /^wantsLimit$/u, instead: "expectsRateLimit" },
  { pattern: /^inTime$/u, instead: "sortExchangesByStart" },
  { pattern: /^unlessSkipped$/u, instead: "undefinedIfSkipped" },
  { pattern: /^assertLetIn$/u, instead: "assertPublisherAuthorized" },
  { pattern: /^takeAway$/u, instead: "unpublishRelease" },
  { pattern: /^goesBy$/u, instead: "hasId" },
  { pattern: /^sendInEarnest$/u, instead: "sendEffective" },
  { pattern: /^expectAstray$/u, instead: "expectRefusedUnderOtherVolume" },
  { pattern: /^alikeArtifacts$/u, instead: "artifactsWithEqualDigestPrefix" },
  { pattern: /^judge(?:Size|Digest|Media|Version|Name)\w*/u, instead: "parse…, assert…" },
  { pattern: /^Refusal$/u, instead: "ProblemError" },
  { pattern: /^(?:ease|soften)$/u, instead: "recordSuccess, reduceConcurrency" },
];

/** Names of files, without what follows the first dot. */
export const fileNames: readonly Phrase[] = [
  { pattern: /^judge-again$/u, instead: "verify" },
  { pattern: /^without-secrets$/u, instead: "redact-report" },
  { pattern: /^room$/u, instead: "semaphore" },
  { pattern: /^politeness$/u, instead: "scheduler" },
  { pattern: /^strangers$/u, instead: "unauthorized-callers" },
  { pattern: /^several$/u, instead: "multiple-…, for example multiple-attachments" },
  { pattern: /^outside$/u, instead: "the concept, for example unknown-endpoints" },
  { pattern: /^others$/u, instead: "the concept, for example untouched-releases" },
  { pattern: /^opening$/u, instead: "the concept, for example valid-requests" },
  { pattern: /^take-away$/u, instead: "unpublish-release" },
  { pattern: /^(?:utils?|helpers?|common|misc|types)$/u, instead: "the concept" },
];
