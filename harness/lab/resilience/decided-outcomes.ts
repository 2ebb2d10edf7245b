/** What a run against each hostile behaviour has to end with, decided from what the behaviour does and before any run. */
import type { Report } from "../../../schemas/report.ts";

/**
 * `unharmed`: every answer can be used and breaks no rule. `blocked`: nothing comes that could be judged, so that nothing fails.
 * `failed`: a whole answer comes, and it is wrong.
 */
export type DecidedBehaviour = "unharmed" | "blocked" | "failed";

const unharmed: ReadonlySet<string> = new Set([
  "header-injection",
  "cookies",
  "upload-header-object",
  "upload-header-length",
  "upload-header-framing",
  "timestamps",
]);

/** Why nothing comes that could be judged, and what does that. */
const unjudgeable: Readonly<Record<string, string>> = {
  "the answer does not end, or not in time":
    "never-answers drips-headers drips-body drips-download silent-everywhere endless-headers endless-body endless-chunks endless-early-hints endless-download",
  "the answer is not HTTP, or its framing is wrong":
    "length-negative length-twice length-and-chunks garbage bytes no-status-line status-garbage header-control-character",
  "the connection ends before the answer":
    "closes resets resets-in-headers resets-create resets-upload resets-finalize resets-everywhere",
  "the body cannot be unpacked, or not within the memory of a run":
    "unknown-coding gzip-bomb brotli-bomb huge-json deep-json",
  "the bytes cannot be sent as the instruction says, and what takes them is not the API":
    "upload-forbidden uploads-to-a-file uploads-to-script uploads-to-nonsense uploads-to-nobody upload-header-breaks-line upload-header-name upload-many-credentials upload-method-breaks-line upload-method-connect",
};

const blocked: ReadonlySet<string> = new Set(Object.values(unjudgeable).flatMap((names) => names.split(" ")));

/** Every name that is in no list is of a wrong answer. */
export const decidedNames: readonly string[] = [...unharmed, ...blocked];

export function decidedFor(name: string): DecidedBehaviour {
  if (unharmed.has(name)) return "unharmed";
  return blocked.has(name) ? "blocked" : "failed";
}

/** The same of a run that ended; `untestable` where it did not begin. */
export function seenIn(report: Pick<Report, "counts"> | undefined): DecidedBehaviour | "untestable" {
  if (report === undefined) return "untestable";
  const { failed, errored, blocked: blockedCount } = report.counts;
  if (failed + errored > 0) return "failed";
  return blockedCount > 0 ? "blocked" : "unharmed";
}
