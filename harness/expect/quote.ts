/** Values as short text for findings and messages. */
import { randomBytes } from "node:crypto";
import { collapseRuns, keepEnds } from "../../schemas/short-text.ts";

/** How values are quoted in one run. One of the four doors of redaction; `recording/recorder.ts` names them. */
export interface Quotes extends QuotesOptions {
  /** The number of a text that is still whole; undefined if there is none. */
  readonly openPlace: (text: string) => number | undefined;
  /** Keeps a text whole until every secret in it is known. */
  readonly keepOpen: (text: string, place: number, finish: () => string) => void;
  /** A text with what each mark in it stands for. */
  readonly fill: (text: string) => string;
}

/** The runs under way in this process. */
const underWay = new Set<Quotes>();

/**
 * Ambient and not a parameter, so that no check can forget to redact what it quotes. Where runs are under way together, the secrets
 * of each are out of the texts of all. `AsyncLocalStorage` would tell them apart, and makes every promise of a run slower.
 */
export const quoting: { readonly run: <T>(quotes: Quotes, work: () => T) => T } = {
  run(quotes, work) {
    underWay.add(quotes);
    const end = (): void => void underWay.delete(quotes);
    let result: ReturnType<typeof work>;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) void result.then(end, end);
    else end();
    return result;
  },
};

const maxCharacters = 160;

/** Maximum characters of a sentence of a finding: it may quote several values, or list them. */
const maxSentence = 1_000;

/** A longer text may have to be cut once all secrets in it are replaced: a placeholder is longer than a short secret. */
const minOpenCharacters = 80;

/** A JSON value on one line, strings in quotes, without secrets, cut if it is long. Never throws. */
export function quote(value: unknown): string {
  return value === undefined ? "nothing" : take(toText(value), cut);
}

/**
 * A value beside another one: letters beyond ASCII are escaped where the two would look the same. Of a list, what the other has too is
 * left out.
 */
export function quoteBeside(value: unknown, other: unknown): string {
  if (Array.isArray(value) && Array.isArray(other)) {
    const own = withoutThose(value, other);
    const equal = value.length - own.length;
    const differs = own.length > 0 || withoutThose(other, value).length > 0;
    const equalOnes = equal === 1 ? "equal one" : `${equal} equal ones`;
    if (equal > 0 && differs)
      return own.length === 0
        ? `nothing but the ${equalOnes}`
        : `${quote(own)} and ${equal === 1 ? "an " : ""}${equalOnes}`;
  }
  const quoted = quote(value);
  const part = typeof value === "string" && typeof other === "string" ? tellPart(value, other) : undefined;
  if (part !== undefined) return `${part}: ${quoted}`;
  const looksSame =
    typeof value === "string" &&
    typeof other === "string" &&
    value !== other &&
    value.normalize() === other.normalize();
  return looksSame ? escapeLetters(quoted) : quoted;
}

/** Where a long text first differs from another one; undefined if all of it is shown. */
function tellPart(value: string, other: string): string | undefined {
  if (value === other || Math.max(value.length, other.length) <= maxCharacters) return undefined;
  if (other.startsWith(value)) return `its first ${value.length} characters alone`;
  if (value.startsWith(other)) return undefined;
  const place = [...value].findIndex((character, index) => character !== other[index]);
  return place < maxCharacters / 2 ? undefined : `a text that differs from character ${place + 1} on`;
}

/** The items of a list that another one does not have: as often as they are more there. */
function withoutThose(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const left = others.map(toText);
  return items.filter((item) => {
    const place = left.indexOf(toText(item));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** True if a text has a secret that a run under way knows: a part of it may be a part of that secret. */
export function holdsSecret(text: string): boolean {
  return [...underWay].some((run) => run.redact(text) !== text);
}

/** Letters beyond ASCII as their code points: equal ones may be composed in different ways. */
export function escapeLetters(text: string): string {
  return text.replaceAll(
    /[^\u0020-\u007e]/gu,
    (letter) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ""}}`,
  );
}

/** A sentence of a finding, without secrets and cut if it is very long: a registry decides how long its values are. */
export function shorten(sentence: string): string {
  return sentence.length <= maxSentence ? sentence : take(sentence, cutSentence);
}

// a registry cannot know the word, so that no text of its own is taken for a mark
const word = `~quote.${randomBytes(8).toString("hex")}`;
const mark = new RegExp(`${word}\\.(\\d+)~`, "g");
let places = 0;

/**
 * The text without secrets, cut by `cutTo`. The secret has to be out of a text before it is cut, or the beginning of a secret
 * would remain. So a long text that is quoted while a secret may be on its way stays whole until then, and a mark stands for it.
 */
function take(text: string, cutTo: (redacted: string) => string): string {
  const runs = [...underWay];
  const redact = (whole: string): string => runs.reduce((rest, run) => run.redact(rest), whole);
  const redacted = redact(text);
  if (redacted.length < minOpenCharacters || runs.every((run) => run.allKnown())) return cutTo(redacted);
  const known = runs[0]?.openPlace(text);
  if (known !== undefined && runs.every((run) => run.openPlace(text) === known)) return toMark(known);
  const place = places++;
  for (const run of runs) run.keepOpen(text, place, () => cutTo(redact(text)));
  return toMark(place);
}

function toMark(place: number): string {
  return `${word}.${place}~`;
}

function cutSentence(text: string): string {
  return text.length <= maxSentence ? text : `${text.slice(0, maxSentence)}… (${text.length} characters)`;
}

function cut(text: string): string {
  if (text.length <= maxCharacters) return text;
  const short = collapseRuns(text);
  if (short.length <= maxCharacters) return short;
  return `${keepEnds(short, maxCharacters)} (${text.length} characters)`;
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

export function createQuotes(options: QuotesOptions): Quotes {
  const texts = new Map<number, string>();
  /** The places of texts that are still whole: the same text has the same mark. */
  const open = new Map<string, number>();
  const fill = (text: string): string =>
    text.includes(word) ? text.replaceAll(mark, (_, place) => texts.get(Number(place)) ?? "") : text;
  return {
    ...options,
    openPlace: (text) => open.get(text),
    keepOpen(text, place, finish) {
      open.set(text, place);
      options.afterwards(() => {
        texts.set(place, finish());
        open.delete(text);
      });
    },
    // what a mark stands for may have marks: a sentence that quotes values
    fill: (text) => fill(fill(text)),
  };
}

/** Quotes where no secret can come later: each text is redacted and cut at once. */
export function createImmediateQuotes(redact: (text: string) => string): Quotes {
  return createQuotes({ redact, allKnown: () => true, afterwards: (work) => work() });
}
