import { collapseRuns, cutAtWord } from "../../../schemas/short-text.ts";

/** Maximum characters of what came, in a sentence. */
const maxValue = 160;

/** A value as a sentence of a cause has it. */
export function shorten(text: string): string {
  return text.length <= maxValue ? text : cutAtWord(collapseRuns(text), maxValue);
}
