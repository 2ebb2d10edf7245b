import { bytesBlockName, exchangeBlockName, exchangesPerBlock } from "../block-names.ts";
import { type ExchangeColumns, unpackExchanges } from "../exchange-columns.ts";
import type { ShownExchange } from "../shown-exchange.ts";
import { toVisibleTexts } from "../visible-report.ts";
import { readPacked, readPackedBytes } from "./packed.ts";

async function readBlock(place: number): Promise<readonly ShownExchange[]> {
  // the renderer wrote the block for this page
  const columns = (await readPacked(exchangeBlockName(place))) as ExchangeColumns;
  return unpackExchanges(columns, await readPackedBytes(bytesBlockName(place)));
}

const blocks = new Map<string, Promise<readonly ShownExchange[]>>();

/** The exchange at a place, as recorded. */
export async function readRecorded(place: number): Promise<ShownExchange | undefined> {
  const name = exchangeBlockName(place);
  const block = blocks.get(name) ?? readBlock(place);
  blocks.set(name, block);
  return (await block)[place % exchangesPerBlock];
}

/** The exchange at a place, with visible characters only. */
export async function readExchange(place: number): Promise<ShownExchange | undefined> {
  const recorded = await readRecorded(place);
  return recorded === undefined ? undefined : toVisibleTexts(recorded);
}
