/**
 * Replaces every secret of the run in what is recorded or printed: by value, in every usual encoding. `recorder.ts` names the
 * doors where it is applied.
 */
import { readPlainly, readThroughEscapes } from "./escapes.ts";

/** Knows the secrets of a run and replaces them in text and bytes. */
export interface Redaction {
  /** Adds a secret; `label` replaces it. Adding it twice is harmless. */
  readonly add: (secret: string, label: string) => void;
  readonly text: (text: string) => string;
  /** As `text`, for the value of a header with credentials: there, secrets that are ordinary words are replaced too. */
  readonly credential: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** How many secrets it knows: what was redacted with as many need not be redacted again. */
  readonly size: () => number;
  /** The placeholder that replaces a secret with this label. */
  readonly placeholder: (label: string) => string;
}

/** Any placeholder. It has only characters that URLs, JSON, XML and shells do not escape. */
export const placeholderPattern: RegExp = /~redacted\.[A-Za-z0-9.-]+~/;

/** Minimum length of a token: a shorter one could not be found safely even in a header. */
export const minSecretLength = 4;

/** Below the first length a text is an ordinary word; below the second, if it is letters of one case or digits only. */
const minDistinctiveLength = 8;
const minPlainLength = 16;

/**
 * True for a token that looks like an ordinary word, such as `test`, `password` or `12345678`. Replaced by value, it would
 * damage names, paths and words of the API, and responses could no longer be judged. So it is replaced only where a
 * credential is expected.
 */
export function isOrdinary(secret: string): boolean {
  return (
    secret.length < minDistinctiveLength ||
    (secret.length < minPlainLength && /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/.test(secret))
  );
}

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

/** A part of a text, and what takes its place. */
interface Cut {
  readonly from: number;
  readonly to: number;
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

/** Places in the table of four characters: enough that ten thousand forms leave nearly all of it empty. */
const tableSize = 1 << 18;

export function createRedaction(): Redaction {
  const secrets = new Set<string>();
  const telling = createFinder(minDistinctiveLength);
  const ordinary = createFinder(minSecretLength);
  /** The recorder and the judges ask for the same bytes one after the other. */
  const done = new WeakMap<Uint8Array, { readonly secrets: number; readonly output: Uint8Array }>();

  function replaceWord(whole: string, before: string, word: string): string {
    const replaced = ordinary.replaceAll(word);
    return placeholderOnly.test(replaced) ? `${before}${replaced}` : whole;
  }

  function text(input: string): string {
    const output = telling.replaceAll(input);
    return ordinary.isEmpty() ? output : output.replaceAll(credentialPlace, replaceWord);
  }

  return {
    add(secret, label) {
      if (secret.length < minSecretLength || secrets.has(secret)) return;
      secrets.add(secret);
      const finder = isOrdinary(secret) ? ordinary : telling;
      finder.add(encodingsOf(secret), toPlaceholder(label));
    },
    text,
    credential: (input) => ordinary.replaceAll(text(input)),
    bytes(input) {
      const known = done.get(input);
      if (known?.secrets === secrets.size) return known.output;
      // latin1 maps every byte to one character and back, so that bytes that are no text come out as they went in
      const before = Buffer.from(input).toString("latin1");
      const after = text(before);
      const output = after === before ? input : Buffer.from(after, "latin1");
      done.set(input, { secrets: secrets.size, output });
      return output;
    },
    size: () => secrets.size,
    placeholder: toPlaceholder,
  };
}

/** The places of credentials in running text: after the scheme, or in the member `token` of the states hook's answer. */
const credentialPlace: RegExp =
  /(\b(?:Bearer|Token)(?: +|%20)|"token"\s*:\s*")([A-Za-z0-9._~+/=-]*[A-Za-z0-9_~+/=-])/gi;

/** A placeholder and nothing else. */
export const placeholderOnly: RegExp = new RegExp(`^${placeholderPattern.source}$`);

/** Finds any of thousands of forms in a text. */
interface Finder {
  readonly add: (forms: readonly string[], placeholder: string) => void;
  readonly isEmpty: () => boolean;
  readonly replaceAll: (text: string) => string;
}

/**
 * Finds thousands of forms in one pass: a table says for four characters whether they stand near the beginning of any form,
 * a map says which form begins where. Since no form is shorter than `shortest`, most characters need no look at all, as in
 * the search of Wu and Manber. A regular expression of all forms took half the time of a run, and had to be made anew for
 * every upload.
 */
function createFinder(shortest: number): Finder {
  const known = new Set<string>();
  /** By their first four characters, the longest first. */
  const forms = new Map<string, Form[]>();
  let table = new Uint8Array();
  let comparisons = 0;
  /** Of as many characters in a row, one is looked at: wherever a form begins, it still has four characters from there on. */
  const stride = shortest - minSecretLength + 1;

  function addForm(form: Form): void {
    if (known.has(form.text)) return;
    known.add(form.text);
    for (let at = 0; at < stride; at += 1) table[toPlace(form.text, at)] = 1;
    const beginning = form.text.slice(0, minSecretLength);
    const alike = forms.get(beginning) ?? [];
    const place = alike.findIndex(({ text }) => text.length < form.text.length);
    alike.splice(place === -1 ? alike.length : place, 0, form);
    forms.set(beginning, alike);
  }

  function find(input: string, at: number): Form | undefined {
    if (table[toPlace(input, at)] === 0) return undefined;
    const alike = forms.get(input.slice(at, at + minSecretLength)) ?? [];
    comparisons += alike.length;
    return comparisons > maxComparisons ? undefined : alike.find(({ text }) => input.startsWith(text, at));
  }

  /** The first form from `from` on. */
  function seek(input: string, from: number): Found | undefined {
    for (let last = from + stride - 1; last + minSecretLength <= input.length; last += stride) {
      if (table[toPlace(input, last)] === 0) continue;
      for (let at = last - stride + 1; at <= last; at += 1) {
        const form = find(input, at);
        if (form !== undefined) return { form, at };
      }
    }
    return undefined;
  }

  /** Calls for each form found, from the left, none overlapping another. */
  function findAll(input: string, onFound: (found: Found) => void): void {
    let found = seek(input, 0);
    while (found !== undefined) {
      onFound(found);
      found = seek(input, found.at + found.form.text.length);
    }
  }

  function holdsAny(input: string): boolean {
    return seek(input, 0) !== undefined;
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
  function replaceEscaped(input: string): string {
    if (!readPlainly(input).some(holdsAny)) return input;
    const cuts: Cut[] = [];
    for (const { text, placeOf } of readThroughEscapes(input)) {
      findAll(text, ({ form, at }) => {
        const end = at + form.text.length;
        cuts.push({ from: placeOf(at), to: placeOf(end), placeholder: form.placeholder });
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
      return comparisons > maxComparisons ? toPlaceholder("unsearchable-text") : replaced;
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

function toPlaceholder(label: string): string {
  return `~redacted.${label.replaceAll(/[^A-Za-z0-9.-]/g, "-")}~`;
}

/** Every form in which a secret may come back: raw, percent-encoded, JSON-escaped, XML-escaped, hexadecimal, base64 at each alignment. */
function encodingsOf(secret: string): readonly string[] {
  const utf8 = Buffer.from(secret, "utf8");
  // a lone surrogate has no percent-encoded form; UTF-8 writes the replacement character in its place
  const wellFormed = utf8.toString("utf8");
  const percent = encodeURIComponent(wellFormed);
  const everyByte = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    utf8.toString("latin1"),
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    everyByte,
    everyByte.toUpperCase(),
    encodeURIComponent(percent),
    new URLSearchParams([["", secret]]).toString().slice(1),
    json,
    json.replaceAll("/", String.raw`\/`),
    [...secret].map((character) => (character > "~" ? toUnicodeEscape(character) : character)).join(""),
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    utf8.toString("hex"),
    utf8.toString("hex").toUpperCase(),
    ...base64Forms(utf8),
  ];
  return [...new Set(forms.filter((form) => form.length >= minSecretLength))];
}

function toUnicodeEscape(character: string): string {
  return [...character]
    .flatMap((part) => Array.from({ length: part.length }, (_, index) => part.charCodeAt(index)))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

/** The base64 characters that depend on the secret alone, for each of the three places it can have in a longer text. */
function base64Forms(bytes: Buffer): readonly string[] {
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = padded.toString("base64").replaceAll("=", "");
    const start = shift === 0 ? 0 : shift + 1;
    const end = whole.length - (padded.length % 3 === 0 ? 0 : 1);
    const core = whole.slice(start, end);
    if (core.length >= 8) forms.push(core, core.replaceAll("+", "-").replaceAll("/", "_"));
    if (shift === 0) forms.push(bytes.toString("base64"), bytes.toString("base64url"));
  }
  return forms;
}
