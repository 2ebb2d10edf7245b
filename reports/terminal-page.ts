import { createColors } from "picocolors";
import type { Verdict } from "../schemas/report.ts";
import { toVisibleText } from "./visible-text.ts";
import { withoutCommands } from "./workflow-commands.ts";

/** How a piece of text is highlighted. Colour only repeats what the text says. */
export type Tone = Verdict | "strong" | "faint" | "command";

/** A piece of a line: plain, or with a tone. */
export type Segment = string | { readonly text: string; readonly tone: Tone };

/** How a terminal shows text. */
export interface TerminalOptions {
  readonly color: boolean;
  /** Columns; 80 if unknown. */
  readonly width: number;
}

/**
 * Collects lines for a terminal. Every segment passes through {@link toVisibleText} here: no text of a registry or a target
 * file can contain an escape sequence. The only ones in the result are the colours.
 */
export interface TerminalPage {
  /** One line, never wrapped: users copy commands and URLs from it. */
  line(...segments: readonly Segment[]): void;
  /** Text wrapped at the width, indented after its label. */
  paragraph(label: string, text: string, tone?: Tone): void;
  blank(): void;
  text(): string;
  /** The number of columns. */
  readonly width: number;
}

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{20000}-\u{3FFFD}]/u;

function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += wide.test(character) ? 2 : 1;
  return columns;
}

function hardBreak(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (columnsOf(piece) + columnsOf(character) > width) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces;
}

/** Wraps text to a number of columns: at spaces, and inside a word only if the word alone is too long. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const words = text.split(/ +/u).filter((word) => word !== "");
  for (const piece of words.flatMap((word) => hardBreak(word, width))) {
    const joined = line === "" ? piece : `${line} ${piece}`;
    if (columnsOf(joined) <= width) {
      line = joined;
      continue;
    }
    lines.push(line);
    line = piece;
  }
  lines.push(line);
  return lines;
}

function createPainter(color: boolean): (segment: Segment) => string {
  const colors = createColors(color);
  const paints: Readonly<Record<Tone, (text: string) => string>> = {
    passed: colors.green,
    failed: (text) => colors.bold(colors.red(text)),
    warned: colors.yellow,
    skipped: colors.cyan,
    blocked: colors.magenta,
    errored: (text) => colors.bold(colors.magenta(text)),
    strong: colors.bold,
    faint: colors.dim,
    command: colors.cyan,
  };
  return (segment) =>
    typeof segment === "string" ? toVisibleText(segment) : paints[segment.tone](toVisibleText(segment.text));
}

const minWidth = 40;

/** Starts an empty page. A width under 40 columns counts as 40. */
export function createTerminalPage(options: TerminalOptions): TerminalPage {
  const lines: string[] = [];
  const width = Math.max(minWidth, options.width);
  const paint = createPainter(options.color);
  return {
    width,
    line: (...segments) => void lines.push(segments.map(paint).join("").trimEnd()),
    paragraph: (label, text, tone) => {
      const room = width - columnsOf(label);
      wrapText(toVisibleText(text), room).forEach((line, index) => {
        const lead = index === 0 ? toVisibleText(label) : " ".repeat(columnsOf(label));
        lines.push(`${lead}${tone === undefined ? line : paint({ text: line, tone })}`.trimEnd());
      });
    },
    blank: () => {
      if (lines.length > 0 && lines.at(-1) !== "") lines.push("");
    },
    text: () => `${withoutCommands(lines.join("\n"))}\n`,
  };
}
