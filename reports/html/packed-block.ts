import { deflateSync } from "fflate";
import { renderJsonLine } from "../json-text.ts";
import { bytesBlockName, exchangeBlockName, exchangesPerBlock } from "./block-names.ts";
import { packExchanges } from "./exchange-columns.ts";
import type { ShownExchange } from "./shown-exchange.ts";

/** Data of a page that its script unpacks when it is needed. */
export interface PackedBlock {
  readonly name: string;
  /** JSON, or bytes. */
  readonly value: unknown;
}

/** Exchanges in blocks of {@link exchangesPerBlock}. */
export function toExchangeBlocks(exchanges: readonly ShownExchange[]): readonly PackedBlock[] {
  const blocks: PackedBlock[] = [];
  for (let from = 0; from < exchanges.length; from += exchangesPerBlock) {
    const { columns, bytes } = packExchanges(exchanges.slice(from, from + exchangesPerBlock));
    blocks.push({ name: exchangeBlockName(from), value: columns });
    if (bytes.length > 0) blocks.push({ name: bytesBlockName(from), value: bytes });
  }
  return blocks;
}

/**
 * A value as raw deflate in base64. The compressor is JavaScript and not the platform's: the same report gives the same bytes on
 * each machine, so `verify` can compare them.
 */
export function packValue(value: unknown): string {
  const bytes = value instanceof Uint8Array ? value : new TextEncoder().encode(renderJsonLine(value));
  return Buffer.from(deflateSync(bytes, { level: 6 })).toString("base64");
}
