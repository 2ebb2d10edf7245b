import { deflateSync } from "fflate";
import { renderJsonLine } from "../json-text.ts";
import { exchangeBlockName, exchangesPerBlock } from "./block-names.ts";

/** Data of a page that its script unpacks when it is needed. */
export interface PackedBlock {
  readonly name: string;
  readonly value: unknown;
}

/** Exchanges in blocks of {@link exchangesPerBlock}. */
export function toExchangeBlocks(exchanges: readonly unknown[]): readonly PackedBlock[] {
  const blocks: PackedBlock[] = [];
  for (let from = 0; from < exchanges.length; from += exchangesPerBlock)
    blocks.push({ name: exchangeBlockName(from), value: exchanges.slice(from, from + exchangesPerBlock) });
  return blocks;
}

/**
 * JSON as raw deflate in base64. The compressor is JavaScript and not the platform's: the same report gives the same bytes on
 * each machine, so `verify` can compare them.
 */
export function packJson(value: unknown): string {
  const json = new TextEncoder().encode(renderJsonLine(value));
  return Buffer.from(deflateSync(json, { level: 6 })).toString("base64");
}
