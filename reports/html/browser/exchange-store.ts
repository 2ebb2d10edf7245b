import { exchangeBlockName, exchangesPerBlock } from "../block-names.ts";
import type { ShownExchange } from "../shown-exchange.ts";
import { toVisibleTexts } from "../visible-report.ts";
import { readPacked } from "./packed.ts";

/** The exchange at a place, as recorded. */
export async function readRecorded(place: number): Promise<ShownExchange | undefined> {
  // the renderer wrote the block for this page
  const block = (await readPacked(exchangeBlockName(place))) as readonly ShownExchange[];
  return block[place % exchangesPerBlock];
}

/** The exchange at a place, with visible characters only. */
export async function readExchange(place: number): Promise<ShownExchange | undefined> {
  const recorded = await readRecorded(place);
  return recorded === undefined ? undefined : toVisibleTexts(recorded);
}
