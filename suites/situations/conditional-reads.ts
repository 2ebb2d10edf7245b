/** Reads on the condition that a document is still as it was (RFC 9110 section 13). */
import type { Half } from "../../harness/check.ts";
import { isSameJson } from "../../harness/expect/expect.ts";
import type { SituationTools } from "../../harness/given/given.ts";
import { type Answer, dateIn, headerOf, isSuccess, sentAt } from "../../harness/exchange/answer.ts";
import type { RequestOptions } from "../../harness/api/registry.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { eventuallyEach, type Poll } from "./first-at-once.ts";

/** A document before and after a change, what it has to say of the release, and how it is read. */
interface Changed {
  readonly before: Answer;
  readonly after: Answer;
  readonly says: (answer: Answer) => unknown;
  readonly read: (options: RequestOptions) => Promise<Answer>;
}

/** By how much the clocks of two servers of a registry may differ. */
const clockDifferenceMs = 2_000;

/**
 * The condition that a document is still as it was: by its `ETag`, or by its `Last-Modified` if that is so much older than the
 * response that every later change is newer, also by the clock of another server. In one half by the latter if there are both.
 */
function conditionOf(before: Answer, half: Half): HeaderField | undefined {
  const tag = headerOf(before, "etag");
  const modified = headerOf(before, "last-modified");
  const isOlder = (dateIn(before, "last-modified") ?? Infinity) + clockDifferenceMs < (sentAt(before) ?? 0);
  if (modified !== undefined && isOlder && (half === "second" || tag === undefined))
    return ["if-modified-since", modified];
  return tag === undefined ? undefined : ["if-none-match", tag];
}

/** Reads each that has changed under the validator that it had before, until it is the document or the time for that is over. */
export async function readConditionally(
  { given, eventually }: SituationTools,
  since: { readonly sinceMs: number },
  documents: readonly Changed[],
): Promise<readonly Answer[]> {
  const polls = documents.flatMap(({ before, after, says, read }): readonly Poll[] => {
    const condition = conditionOf(before, given.half);
    const differs = isSuccess(before) && isSuccess(after) && !isSameJson(says(before), says(after));
    if (condition === undefined || !differs) return [];
    return [[() => read({ headers: [condition] }), { since, until: isSuccess }]];
  });
  return await eventuallyEach({ eventually }, ...polls);
}
