/** Reads the text of a specification (Markdown) as blocks: headings, list items, table rows and paragraphs. */
import { sha256 } from "../seed.ts";

export interface TextBlock {
  readonly kind: "heading" | "numbered" | "bullet" | "row" | "head-row" | "paragraph" | "code";
  readonly text: string;
  /** Of a heading: 1 to 6. */
  readonly level?: number;
  /** Text of the nearest heading above; of a heading, its own. */
  readonly heading: string;
  /** Of a list item: its place in the list, from 1. */
  readonly ordinal?: number;
  /** Of a table row. */
  readonly cells?: readonly string[];
}

/** Each line is a block, since a sentence of a list of gaps may be a line of its own. */
export function readBlocks(markdown: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let heading = "";
  let ordinal = 0;
  let isCode = false;
  const lines = markdown.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      continue;
    }
    if (isCode) {
      blocks.push({ kind: "code", text: line, heading });
      continue;
    }
    const block = readLine(line, lines[index + 1] ?? "");
    if (block === undefined) continue;
    if (block.kind === "heading") heading = block.text;
    const isItem = block.kind === "numbered" || block.kind === "bullet";
    ordinal = isItem && blocks.at(-1)?.kind === block.kind ? ordinal + 1 : 1;
    blocks.push({ ...block, heading, ...(isItem ? { ordinal } : {}) });
  }
  return blocks;
}

type Line = Omit<TextBlock, "heading" | "ordinal">;

/** A line on its own; undefined for a line without text, such as the one below the head of a table. */
function readLine(line: string, next: string): Line | undefined {
  const text = line.trim();
  if (text === "" || isSeparator(text)) return undefined;
  const [, hashes, title] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(text) ?? [];
  if (hashes !== undefined && title !== undefined)
    return { kind: "heading", text: title, level: hashes.length };
  if (text.startsWith("|")) {
    const kind = isSeparator(next.trim()) ? "head-row" : "row";
    return { kind, text, cells: toCells(text) };
  }
  const [, item] = /^\d+[.)]\s+(.*)$/.exec(text) ?? [];
  if (item !== undefined) return { kind: "numbered", text: item };
  const [, bullet] = /^[-*+]\s+(.*)$/.exec(text) ?? [];
  return bullet === undefined ? { kind: "paragraph", text } : { kind: "bullet", text: bullet };
}

function isSeparator(text: string): boolean {
  return /^\|?(?:\s*:?-{3,}:?\s*\|?)+$/.test(text);
}

function toCells(row: string): readonly string[] {
  return row
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, "|"));
}

/** A digest of what a block says. White space and the widths of table columns do not count. */
export function digestOfBlock({ text, cells }: Pick<TextBlock, "text" | "cells">): string {
  const words = (cells === undefined ? text : cells.join(" | ")).replaceAll(/\s+/g, " ").trim();
  return sha256(words).slice("sha256:".length, "sha256:".length + 16);
}

/** True for a block that can state something to cover: a list item or a row of a table. */
export function isNormative({ kind }: TextBlock): boolean {
  return kind === "numbered" || kind === "bullet" || kind === "row";
}
