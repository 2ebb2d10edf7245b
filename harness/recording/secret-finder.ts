/** Finds the secrets of a run in a text, in thousands of encodings, and replaces them. */
import { countGaps, readPlainly, readThroughEscapes } from "./escapes.ts";

/** No form of a secret is shorter: the finder looks at as many characters at once. */
export const minFormLength = 4;

/** One encoding of a secret, and what takes its place. */
interface Form {
  readonly text: string;
  readonly placeholder: string;
}

/** A form, and where it begins. */
interface Found {
  readonly form: Form;
  readonly at: number;
}

/** A part of a text that stays as it is. */
export interface Kept {
  readonly from: number;
  readonly to: number;
}

/** A part of a text, and what takes its place. */
interface Cut extends Kept {
  readonly placeholder: string;
}

/** The text with its parts replaced, in the order of the text. Parts that overlap are one. */
function cutOut(text: string, cuts: readonly Cut[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const cut of cuts.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (cut.from >= from) pieces.push(text.slice(from, cut.from), cut.placeholder);
    from = Math.max(from, cut.to);
  }
  return pieces.join("") + text.slice(from);
}

/**
 * Forms that are compared with one text. A registry can issue hundreds of credentials that begin alike, and send a text that is
 * nothing but that beginning.
 */
const maxComparisons = 500_000;

/** Gaps in a text with a secret in it; each is remembered, and a document of the API in short lines has a tenth of these. */
const maxGaps = 200_000;

/** Places in the table of four characters: enough that ten thousand forms leave nearly all of it empty. */
const tableSize = 1 << 18;

/** Finds any of thousands of forms in a text. */
export interface Finder {
  readonly add: (forms: readonly string[], placeholder: string) => void;
  readonly isEmpty: () => boolean;
  /** @returns undefined if the text cannot be searched in bounded time */
  readonly replaceAll: (text: string) => string | undefined;
}

/**
 * Finds thousands of forms in one pass: a table says for four characters whether they stand near the beginning of any form,
 * a map says which form begins where. Since no form is shorter than `shortest`, most characters need no look at all, as in
 * the search of Wu and Manber. A regular expression of all forms took half the time of a run, and had to be made anew for
 * every upload.
 * @param keptIn the parts of a text that stay as they are, from the left; only a form that begins at the same place and is not shorter
 *   takes the place of one
 */
export function createFinder(shortest: number, keptIn: (text: string) => Iterable<Kept>): Finder {
  const known = new Set<string>();
  /** By their first four characters, the longest first. */
  const forms = new Map<string, Form[]>();
  let table = new Uint8Array();
  let comparisons = 0;
  /** Of as many characters in a row, one is looked at: wherever a form begins, it still has four characters from there on. */
  const stride = shortest - minFormLength + 1;

  function addForm(form: Form): void {
    if (known.has(form.text)) return;
    known.add(form.text);
    for (let at = 0; at < stride; at += 1) table[toPlace(form.text, at)] = 1;
    const beginning = form.text.slice(0, minFormLength);
    const alike = forms.get(beginning) ?? [];
    const place = alike.findIndex(({ text }) => text.length < form.text.length);
    alike.splice(place === -1 ? alike.length : place, 0, form);
    forms.set(beginning, alike);
  }

  function find(input: string, at: number): Form | undefined {
    if (table[toPlace(input, at)] === 0) return undefined;
    const alike = forms.get(input.slice(at, at + minFormLength)) ?? [];
    comparisons += alike.length;
    return comparisons > maxComparisons ? undefined : alike.find(({ text }) => input.startsWith(text, at));
  }

  /** The first form from `from` on. */
  function seek(input: string, from: number): Found | undefined {
    for (let last = from + stride - 1; last + minFormLength <= input.length; last += stride) {
      if (table[toPlace(input, last)] === 0) continue;
      for (let at = last - stride + 1; at <= last; at += 1) {
        const form = find(input, at);
        if (form !== undefined) return { form, at };
      }
    }
    return undefined;
  }

  /** Calls for each form found, from the left, none overlapping another or inside a part that stays. */
  function findAll(input: string, onFound: (found: Found) => void): void {
    let found = seek(input, 0);
    function takeBefore(end: number): void {
      while (found !== undefined && found.at < end) {
        onFound(found);
        found = seek(input, found.at + found.form.text.length);
      }
    }
    for (const { from, to } of found === undefined ? [] : keptIn(input)) {
      takeBefore(from);
      if (found === undefined) return;
      const takesItsPlace = found.at === from && found.form.text.length >= to - from;
      if (found.at < to && !takesItsPlace) found = seek(input, to);
    }
    takeBefore(input.length);
  }

  function holdsAny(input: string): boolean {
    let holds = false;
    findAll(input, () => (holds = true));
    return holds;
  }

  function replaceVerbatim(input: string): string {
    let output = "";
    let from = 0;
    findAll(input, ({ form, at }) => {
      output += input.slice(from, at) + form.placeholder;
      from = at + form.text.length;
    });
    return from === 0 ? input : output + input.slice(from);
  }

  /**
   * A secret can be escaped in part, or deeper than any list of forms: it is found in what the text says at each depth, and cut
   * out of the text as it came. All depths are cut at once, so that the work is linear in the text.
   */
  function replaceEscaped(input: string): string | undefined {
    if (!readPlainly(input).some(holdsAny)) return input;
    if (countGaps(input) > maxGaps) return undefined;
    const cuts: Cut[] = [];
    for (const { text, placeOf, endOf } of readThroughEscapes(input)) {
      findAll(text, ({ form, at }) => {
        const end = at + form.text.length;
        cuts.push({ from: placeOf(at), to: endOf(end), placeholder: form.placeholder });
      });
    }
    return cutOut(input, cuts);
  }

  return {
    add(texts, placeholder) {
      if (table.length === 0) table = new Uint8Array(tableSize);
      for (const text of texts) addForm({ text, placeholder });
    },
    isEmpty: () => known.size === 0,
    replaceAll(text) {
      if (known.size === 0) return text;
      comparisons = 0;
      const replaced = replaceEscaped(replaceVerbatim(text));
      return comparisons > maxComparisons ? undefined : replaced;
    },
  };
}

/** Where four characters stand in the table. */
function toPlace(text: string, at: number): number {
  const mixed =
    text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 4) ^
    (text.charCodeAt(at + 2) << 8) ^
    (text.charCodeAt(at + 3) << 11);
  return mixed & (tableSize - 1);
}
