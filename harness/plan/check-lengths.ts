/**
 * How many requests are sent in a row, learnt from a recorded run: by the longest checks, so that they can begin first, and through each
 * set-up that such a check waits for, so that its requests go first.
 */
import { valueAt } from "../exchange/answer.ts";
import { toCheckId } from "../exchange/actor-ids.ts";
import { readRecorded } from "../package-file.ts";

/** The recorded document of the longest rows of requests, by the id of the check or set-up. Without it, no check begins before others. */
export const recordedLengths = "long-checks";

/**
 * Gives the number of requests in the longest row that a check, or the actor of a check or set-up, belongs to; zero for the many that are
 * short.
 */
export function readLengths(): (id: string) => number {
  const lengths = readRecorded(recordedLengths);
  return (id) => {
    // the actors of both forms of names send as many requests
    const length = valueAt(lengths, toCheckId(id));
    return typeof length === "number" ? length : 0;
  };
}
