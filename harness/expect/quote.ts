/** Values as short text for findings and messages. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** How values are quoted in one run. One of the four doors of redaction; `registry/recorder.ts` names them. */
export interface Quotes {
  /** The text without secrets, cut by `cut`; or a mark for it, if a secret in it may not be known yet. */
  readonly take: (text: string, cut: (redacted: string) => string) => string;
  /** A text with what each mark in it stands for. */
  readonly fill: (text: string) => string;
}

/** Ambient and not a parameter, so that no check can forget to redact what it quotes. */
export const quoting: AsyncLocalStorage<Quotes> = new AsyncLocalStorage();

const maxCharacters = 160;

/** Maximum characters of a sentence of a finding: it may quote several values, or list them. */
const maxSentence = 1_000;

/** A longer text may have to be cut once all secrets in it are replaced: a placeholder is longer than a short secret. */
const minOpenCharacters = 80;

/** A JSON value on one line, strings in quotes, without secrets, cut if it is long. Never throws. */
export function quote(value: unknown): string {
  if (value === undefined) return "nothing";
  const quotes = quoting.getStore();
  return quotes === undefined ? cut(toText(value)) : quotes.take(toText(value), (text) => cut(text));
}

/** A sentence of a finding, without secrets and cut if it is very long: a registry decides how long its values are. */
export function shorten(sentence: string): string {
  if (sentence.length <= maxSentence) return sentence;
  const cutSentence = (text: string): string => cut(text, maxSentence);
  const quotes = quoting.getStore();
  return quotes === undefined ? cutSentence(sentence) : quotes.take(sentence, cutSentence);
}

function cut(text: string, max: number = maxCharacters): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length} characters)`;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // nested deeper than the stack is high
    return Array.isArray(value) ? "a deeply nested array" : "a deeply nested object";
  }
}

export interface QuotesOptions {
  readonly redact: (text: string) => string;
  /** True if every secret that a registry can know is known. */
  readonly allKnown: () => boolean;
  /** Does work once every secret is known that a registry can know now. */
  readonly afterwards: (work: () => void) => void;
}

/**
 * The secret has to be out of a text before it is cut, or the beginning of a secret would remain. So a long text that is quoted
 * while a secret may be on its way stays whole until then.
 */
export function createQuotes({ redact, allKnown, afterwards }: QuotesOptions): Quotes {
  // a registry cannot know the word, so that no text of its own is taken for a mark
  const word = `~quote.${randomBytes(8).toString("hex")}`;
  const mark = new RegExp(`${word}\\.(\\d+)~`, "g");
  const toMark = (place: number): string => `${word}.${place}~`;
  const texts: string[] = [];
  const fill = (text: string): string => text.replaceAll(mark, (_, place) => texts[Number(place)] ?? "");
  /** The place of a text that is still whole: the same text has the same mark. */
  const open = new Map<string, number>();

  return {
    take(text, cutTo) {
      const redacted = redact(text);
      if (allKnown() || redacted.length < minOpenCharacters) return cutTo(redacted);
      const known = open.get(text);
      if (known !== undefined) return toMark(known);
      const place = texts.push("") - 1;
      open.set(text, place);
      afterwards(() => {
        texts[place] = cutTo(redact(text));
        open.delete(text);
      });
      return toMark(place);
    },
    // what a mark stands for may have marks: a sentence that quotes values
    fill: (text) => fill(fill(text)),
  };
}

/** Quotes where no secret can come later: each text is redacted and cut at once. */
export function createImmediateQuotes(redact: (text: string) => string): Quotes {
  return { take: (text, cutTo) => cutTo(redact(text)), fill: (text) => text };
}
