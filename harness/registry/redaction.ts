/**
 * Replaces every secret of the run in what is recorded or printed: by value, in every usual encoding. `recorder.ts` names the
 * doors where it is applied.
 */
import { readPlainly, readThroughEscapes } from "./escapes.ts";

/** Knows the secrets of a run and takes them out of text and bytes. */
export interface Redaction {
  /** Adds a secret; `label` takes its place in what is recorded. Adding it twice is harmless. */
  readonly add: (secret: string, label: string) => void;
  readonly text: (text: string) => string;
  /** As `text`, for the value of a header that carries credentials: there ordinary words are secrets too. */
  readonly credential: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** The placeholder that stands where a secret with this label stood. */
  readonly placeholder: (label: string) => string;
}

/** Any placeholder. Only characters that URLs, JSON, XML and shells leave alone. */
export const placeholderPattern: RegExp = /~redacted\.[A-Za-z0-9.-]+~/;

/** The shortest token that a target may have: of a shorter one, even the place in a header cannot be told from others. */
export const shortestSecret = 4;

/** Characters below which a text is a word like any other, and below which letters of one case, or digits, alone are. */
const shortestTelling = 8;
const shortestPlain = 16;

/**
 * True for a token that could be a word of anybody's, such as `test`, `password` or `12345678`. Taken out by value it would
 * tear holes into names, paths and words of the API, and what the registry answered could no longer be judged; so it is
 * taken out where a credential stands, and nowhere else.
 */
export function isOrdinary(secret: string): boolean {
  return (
    secret.length < shortestTelling ||
    (secret.length < shortestPlain && /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/.test(secret))
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

/** Places in the table of four characters: enough that ten thousand forms leave nearly all of it empty. */
const tableSize = 1 << 18;

export function createRedaction(): Redaction {
  const secrets = new Set<string>();
  const telling = createFinder(shortestTelling);
  const ordinary = createFinder(shortestSecret);
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
      if (secret.length < shortestSecret || secrets.has(secret)) return;
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
    placeholder: toPlaceholder,
  };
}

/** Where a credential stands in running text: after its scheme, or as the member that the states hook answers with. */
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
  /** Of as many characters in a row, one is looked at: wherever a form begins, it still has four characters from there on. */
  const stride = shortest - shortestSecret + 1;

  function addForm(form: Form): void {
    if (known.has(form.text)) return;
    known.add(form.text);
    for (let at = 0; at < stride; at += 1) table[toPlace(form.text, at)] = 1;
    const beginning = form.text.slice(0, shortestSecret);
    const alike = forms.get(beginning) ?? [];
    const place = alike.findIndex(({ text }) => text.length < form.text.length);
    alike.splice(place === -1 ? alike.length : place, 0, form);
    forms.set(beginning, alike);
  }

  function find(input: string, at: number): Form | undefined {
    if (table[toPlace(input, at)] === 0) return undefined;
    return forms.get(input.slice(at, at + shortestSecret))?.find(({ text }) => input.startsWith(text, at));
  }

  /** The first form from `from` on. */
  function seek(input: string, from: number): Found | undefined {
    for (let last = from + stride - 1; last + shortestSecret <= input.length; last += stride) {
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

  /** A secret can be escaped in part, or deeper than any list of forms goes: found in what the text says, cut out where it stands. */
  function replaceEscaped(input: string): string {
    if (!readPlainly(input).some(holdsAny)) return input;
    for (const { text, places } of readThroughEscapes(input)) {
      let output = "";
      let from = 0;
      findAll(text, ({ form, at }) => {
        output += input.slice(from, places[at]) + form.placeholder;
        from = places[at + form.text.length] ?? input.length;
      });
      const replaced = output + input.slice(from);
      // the places of deeper readings are those of the text as it was
      if (from > 0 && replaced !== input) return replaceEscaped(replaced);
    }
    return input;
  }

  return {
    add(texts, placeholder) {
      if (table.length === 0) table = new Uint8Array(tableSize);
      for (const text of texts) addForm({ text, placeholder });
    },
    isEmpty: () => known.size === 0,
    replaceAll: (text) => (known.size === 0 ? text : replaceEscaped(replaceVerbatim(text))),
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
  return [...new Set(forms.filter((form) => form.length >= shortestSecret))];
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
