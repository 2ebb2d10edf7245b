/** What a recording shows to be true of a request. */
import type { Operation } from "../../../../schemas/report.ts";

/** Something that is true of a request or of what came before it. */
export interface Level {
  readonly words: string;
  /** True if it is meant that the level is not there. */
  readonly isNegated?: boolean;
  /** True for what came before, of which there is much: one response has some of it by chance. */
  readonly isHistory?: boolean;
  /** True for what was done to another version than the one that the response is about. */
  readonly isBeside?: boolean;
  /** True for what the run draws at random for each request. */
  readonly isDrawn?: boolean;
  readonly operation?: Operation;
  /** The anchor of the specification that it is about. */
  readonly anchor?: string;
}

/** The words of a level, or those for where it is not there. */
export function toWords({ words, isNegated = false }: Level): string {
  if (!isNegated) return words;
  if (words.startsWith("with ")) return words.replace("with", "without");
  return words.startsWith("without ") ? words.replace("without", "with") : `not ${words}`;
}

/** Each level once: much is done several times. */
export function distinct(levels: readonly Level[]): readonly Level[] {
  return [...new Map(levels.map((level) => [level.words, level])).values()];
}
