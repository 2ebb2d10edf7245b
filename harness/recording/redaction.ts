/**
 * Replaces every secret of the run in what is recorded or printed: by value, in every usual encoding. `recorder.ts` names the
 * doors where it is applied.
 */
import { createFinder, type Kept, minFormLength } from "./secret-finder.ts";

/** Knows the secrets of a run and replaces them in text and bytes. */
export interface Redaction {
  /** Adds a secret; `label` replaces it. Adding it twice is harmless. */
  readonly add: (secret: string, label: string) => void;
  /**
   * Notes a credential that the suite made up and sends, which is no secret and never becomes one. A registry may give it back as a
   * credential of its own: what is sent would be recorded in two ways.
   */
  readonly spare: (credential: string) => void;
  /** True for a text that has something else than secrets which are known, so that it can be one more. */
  readonly isNew: (text: string) => boolean;
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
export const minSecretLength: number = minFormLength;

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

/** Options of a redaction. */
interface RedactionOptions {
  /**
   * True in a replay: its texts were redacted when they were recorded, and each placeholder in them stays. In a live run only the
   * redaction's own placeholders stay, because a registry can write a token between the marks of a placeholder.
   */
  readonly isReplay?: boolean;
}

/**
 * A placeholder is a word of its own: nothing inside it is replaced, except that a longer secret can begin with it. In a replay,
 * placeholders stand for the tokens. A token without its end is then the beginning of a placeholder, and a token with one more
 * character is longer than one.
 */
export function createRedaction({ isReplay = false }: RedactionOptions = {}): Redaction {
  const secrets = new Set<string>();
  const spared = new Set<string>();
  const own = new Set([unsearchable]);
  const telling = createFinder(minDistinctiveLength, keptIn);
  const ordinary = createFinder(minSecretLength, keptIn);
  /** The recorder and the judges ask for the same bytes one after the other. */
  const done = new WeakMap<Uint8Array, { readonly secrets: number; readonly output: Uint8Array }>();

  function* keptIn(input: string): Iterable<Kept> {
    for (const { 0: placeholder, index } of input.matchAll(placeholders)) {
      if (isReplay || own.has(placeholder)) yield { from: index, to: index + placeholder.length };
    }
  }

  function placeholderOf(label: string): string {
    const placeholder = toPlaceholder(label);
    own.add(placeholder);
    return placeholder;
  }

  function replaceWord(whole: string, before: string, word: string): string {
    const replaced = ordinary.replaceAll(word) ?? unsearchable;
    return placeholderOnly.test(replaced) ? `${before}${replaced}` : whole;
  }

  function text(input: string): string {
    const output = telling.replaceAll(input) ?? unsearchable;
    if (ordinary.isEmpty()) return output;
    return credentialPlaces.reduce((redacted, place) => redacted.replaceAll(place, replaceWord), output);
  }

  return {
    add(secret, label) {
      if (secret.length < minSecretLength || secrets.has(secret) || spared.has(secret)) return;
      secrets.add(secret);
      const finder = isOrdinary(secret) ? ordinary : telling;
      finder.add(encodingsOf(secret), placeholderOf(label));
    },
    spare(credential) {
      if (text(credential) === credential) spared.add(credential);
    },
    isNew: (value) =>
      text(value)
        .replaceAll(placeholders, "")
        .replaceAll(/[^A-Za-z0-9]/g, "").length >= minDistinctiveLength,
    text,
    credential: (input) => ordinary.replaceAll(text(input)) ?? unsearchable,
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
    placeholder: placeholderOf,
  };
}

/**
 * The places of credentials in running text, each with the credential in its second group: after the scheme, in the member `token` of
 * the states hook's answer, and in the members of a body and of a query in which some services read a token.
 */
const credentialPlaces: readonly RegExp[] = [
  /(\b(?:Bearer|Token)(?: +|%20)|"(?:access_)?token"\s*:\s*")([A-Za-z0-9._~+/=-]*[A-Za-z0-9_~+/=-])/gi,
  /([?&](?:access_token|api_key|token)=)([A-Za-z0-9._~+/=%-]*[A-Za-z0-9_~+/=-])/gi,
];

/** What is in every recorded text that has a secret. */
export const secretMark = "~redacted.";

/** The places of tokens of the run, by their roles or by who made them. Other secrets, such as cookies, have different labels. */
const tokens =
  /~redacted\.(?:publisher|outsider|publishOnly|trustOnly|expired|revoked|rateLimited|token-[A-Za-z0-9.-]+)~/;

/** True if a recorded text has a token of the run. */
export function holdsToken(text: string): boolean {
  return tokens.test(text);
}

/** The label of the token in an `Authorization` header as it is recorded; undefined if it is not a whole token of the run. */
export function labelIn(authorization: string): string | undefined {
  return /^Bearer ~redacted\.([A-Za-z0-9.-]+)~$/.exec(authorization)?.[1];
}

/** A placeholder and nothing else. */
export const placeholderOnly: RegExp = new RegExp(`^${placeholderPattern.source}$`);

/** What takes the place of a text that cannot be searched in bounded time. */
const unsearchable: string = toPlaceholder("unsearchable-text");

const placeholders = new RegExp(placeholderPattern.source, "g");

function toPlaceholder(label: string): string {
  return `~redacted.${toPlainLabel(label)}~`;
}

/** The credential in an `Authorization` value: `Bearer abc` has `abc`, and the scheme is no secret. */
export function withoutScheme(authorization: string): string {
  return authorization.replace(/^[A-Za-z]+ +/, "");
}

/** The label as it is in placeholders. */
export function toPlainLabel(label: string): string {
  return label.replaceAll(/[^A-Za-z0-9.-]/g, "-");
}

/**
 * Every form in which a secret may come back: raw, percent-encoded, JSON-escaped, XML-escaped, hexadecimal, base64 at each alignment. The
 * finder reads through line breaks and through what is escaped otherwise.
 */
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
    ...["", ":", " "].flatMap((between) => hexForms(utf8, between)),
    ...base64Forms(utf8),
    ...(json === secret ? [] : base64Forms(Buffer.from(json, "utf8"))),
  ];
  return [...new Set(forms.filter((form) => form.length >= minSecretLength))];
}

function hexForms(bytes: Buffer, between: string): readonly string[] {
  const form = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(between);
  return [form, form.toUpperCase()];
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
