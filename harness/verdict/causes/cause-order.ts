/** The order of causes in a report. */
import type { Cause, Operation } from "../../../schemas/report.ts";

/**
 * The order of causes in a report: the largest first. Among those of about one size, the one that the others may follow from: a
 * malformed response, then what is wrong at an earlier step on the way of a release.
 */
export function largestFirst(a: Cause, b: Cause): number {
  return (
    sizeOf(b) - sizeOf(a) || stepOf(a) - stepOf(b) || weightOf(b) - weightOf(a) || (a.id < b.id ? -1 : 1)
  );
}

/** What is blocked counts half: it may be right. */
function weightOf({ explains, blocks }: Cause): number {
  return (explains.length + 1) * 10 + blocks.length * 5;
}

/** Causes whose weights differ by less than a factor of about eight have one size. Those that only block come last. */
function sizeOf(cause: Cause): number {
  return cause.breaks === undefined ? -1 : Math.floor(Math.log(weightOf(cause)) / Math.log(8));
}

/** The way of a release, from its upload to what others read of it. */
const steps: readonly Operation[] = [
  "createReleaseUpload",
  "transferBytes",
  "finalizeReleaseUpload",
  "unpublishVersion",
  "getRelease",
  "getVersionIndex",
  "createTrustUpload",
  "finalizeTrustUpload",
  "getTrustSummary",
  "getTrustDetail",
];

function stepOf({ breaks = "", sentence, operations: [first] }: Cause): number {
  if (breaks.startsWith("every-response/")) return -1;
  // a download is no step of an upload
  const isDownload = first === "transferBytes" && sentence.startsWith("`GET ");
  const step = first === undefined || isDownload ? -1 : steps.indexOf(first);
  return step === -1 ? steps.length : step;
}
