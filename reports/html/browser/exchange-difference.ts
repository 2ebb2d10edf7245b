import type { Exchange } from "../../../schemas/report.ts";
import { compareRequests } from "../../differing-parts.ts";

/** What to mark in one message. */
export interface MessageMarks {
  /** The characters of the first line, which has method and URL or the status: from, up to. */
  readonly firstLine?: readonly [from: number, to: number];
  /** Header names in lowercase. */
  readonly headers: readonly string[];
  /** JSON pointers into the body. */
  readonly pointers: readonly string[];
}

export const noMarks: MessageMarks = { headers: [], pointers: [] };

/** The first line of a request, as the page shows it. */
export function firstLineOf({ method, url }: Exchange["request"]): string {
  return `${method} ${url}`;
}

/** The characters of a text that are between what it has in common with another at both ends. */
function findDifference(one: string, other: string): readonly [from: number, to: number] {
  const shorter = Math.min(one.length, other.length);
  let from = 0;
  while (from < shorter && one[from] === other[from]) from += 1;
  let common = 0;
  while (common < shorter - from && one.at(-1 - common) === other.at(-1 - common)) common += 1;
  return [from, one.length - common];
}

/** What of the request of `one` differs from the request of `other`. */
export function findRequestDifference(one: Exchange, other: Exchange): MessageMarks {
  const own = firstLineOf(one.request);
  const others = firstLineOf(other.request);
  const { headers, pointers } = compareRequests(one, other);
  return {
    ...(own === others ? {} : { firstLine: findDifference(own, others) }),
    headers,
    pointers,
  };
}
