import { inflateRawSync } from "node:zlib";
import type { PackedRow } from "../../html/packed-row.ts";

/** The rows of all chapters of a page, as its script adds them. */
export function unpackRows(html: string): readonly PackedRow[] {
  const blocks = html.matchAll(/<script [^>]*data-packed="chapter-[^"]*">(?<packed>[^<]*)<\/script>/gu);
  return [...blocks].flatMap(
    ({ groups }): readonly PackedRow[] =>
      JSON.parse(inflateRawSync(Buffer.from(groups?.["packed"] ?? "", "base64")).toString()) as PackedRow[],
  );
}
