/**
 * Records every exchange once, redacted, in the order in which they ended, each with the digest of the one before.
 *
 * The redaction (`redaction.ts`) replaces each secret of a run by a label. It learns the secrets of the target file
 * (`target-file/tokens.ts`), of the states hook (`target-file/states.ts`) and of upload instructions
 * (`instruction-secrets.ts`), each before the first record that may have it. Data leaves a run through four doors, and each
 * door redacts:
 *
 * 1. The recorder, here: every line of `exchanges.ndjson` and every exchange of the report. Headers that carry credentials
 *    lose their value even if the secret is unknown. `toRecordedTarget` (`running/redact-report.ts`) labels the target
 *    in the first line.
 * 2. `asRecorded` (`session.ts`): what invariants judge and what a download gives, so that digests in findings are those of
 *    the recorded bytes.
 * 3. `quoting` (`expect/quote.ts`): each value that a finding quotes, before it is cut. A cut secret would not be found.
 * 4. `redactReport` (`running/redact-report.ts`): every text of the report that a check composed. `runSuite` does the same
 *    for the message of an `Untestable`.
 */
import { createHash } from "node:crypto";
import type { Exchange, HeaderField, RecordedBody } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";
import { placeholderOnly, placeholderPattern, type Redaction } from "./redaction.ts";
import type { WireOutcome, WireRequest } from "./transport.ts";

/** Maximum bytes of a body in the report; `exchanges.ndjson` has whole response bodies. */
export const shownBodyBytes = 16_384;

/** Header fields whose values are always credentials. */
const credentialHeaders =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-amz-security-token)$/i;

const placeholders = new RegExp(placeholderPattern.source, "g");

/** A placeholder, with the rest of its word. */
const placeholderWithin = new RegExp(`\\S*(${placeholderPattern.source})\\S*`);

/** One line of `exchanges.ndjson`: the exchange with its whole response body, and the digest of the line before. */
export interface ExchangeRecord extends Exchange {
  /** `sha256:` of the line before, or the empty string on the first. */
  readonly previous: string;
}

/** The first line of `exchanges.ndjson`: the target and the options of the run, for `verify`. */
export interface RunRecord<Options = unknown, Target = unknown> {
  readonly kind: "run";
  readonly startedAtMs: number;
  readonly options: Options;
  readonly target: Target;
}

/** The last line of an interrupted run: the checks and observations that it did not start. */
export interface InterruptRecord {
  readonly kind: "interrupted";
  readonly notReached: readonly string[];
  /** What broke the suite, if that ended the run. */
  readonly broken?: string;
  readonly previous: string;
}

/** The number of requests sent, by receiver. */
export interface RequestCounts {
  /** To the registry, and to the addresses in its instructions and locators. */
  readonly registry: number;
  /** To the vendor's states hook, which puts no load on the registry. */
  readonly states: number;
}

export interface Recorder {
  /** Writes the first line: before every exchange, and after the redaction has learnt the target's secrets. */
  readonly start: (run: RunRecord) => void;
  readonly record: (
    request: WireRequest,
    outcome: WireOutcome,
    about: Pick<Exchange, "id" | "actor" | "operation">,
  ) => Exchange;
  /** Writes the last line of an interrupted run. */
  readonly interrupted: (notReached: readonly string[], broken?: string) => void;
  readonly exchanges: () => readonly Exchange[];
  /** Digest of the last line written, and through its chain of all lines before. */
  readonly digest: () => string;
  /** How many requests were sent, including repeats. */
  readonly counts: () => RequestCounts;
}

/**
 * @param redaction replaces the secrets before anything is recorded
 * @param writeLine receives each line of `exchanges.ndjson`, newline included
 */
export function createRecorder(redaction: Redaction, writeLine: (line: string) => void): Recorder {
  const kept: Exchange[] = [];
  let states = 0;
  let previous = "";

  function write(line: string): void {
    previous = sha256(line);
    writeLine(`${line}\n`);
  }

  return {
    start(run) {
      write(redaction.text(JSON.stringify({ ...run, previous })));
    },
    record(request, outcome, about) {
      const full = toExchange(redaction, request, { ...about, outcome });
      write(JSON.stringify({ ...full, previous } satisfies ExchangeRecord));
      const shown = cutBodies(full);
      kept.push(shown);
      if (about.operation === "state") states += 1;
      return shown;
    },
    interrupted(notReached, broken) {
      const reason = broken === undefined ? {} : { broken: redaction.text(broken) };
      const record: InterruptRecord = { kind: "interrupted", notReached, ...reason, previous };
      write(JSON.stringify(record));
    },
    exchanges: () => kept,
    digest: () => previous,
    counts: () => ({ registry: kept.length - states, states }),
  };
}

type Parts = Pick<Exchange, "id" | "actor" | "operation"> & { readonly outcome: WireOutcome };

function toExchange(redaction: Redaction, request: WireRequest, parts: Parts): Exchange {
  const { outcome, ...about } = parts;
  const { response, failure } = outcome;
  return {
    ...about,
    request: {
      // the method may be from an upload instruction
      method: redaction.text(request.method),
      url: redaction.text(request.url),
      headers: redactRequestHeaders(redaction, request.headers, about.operation),
      // the seed determines what we sent, so that its digest and its beginning are enough
      ...(request.body === undefined ? {} : { body: toBody(redaction, request.body, shownBodyBytes) }),
    },
    ...(response === undefined
      ? { failure: redaction.text(failure ?? "no response") }
      : {
          response: {
            status: response.status,
            headers: redactHeaders(redaction, response.headers),
            ...(response.body.length === 0
              ? {}
              : { body: toBody(redaction, response.body, Number.POSITIVE_INFINITY) }),
          },
        }),
    startedAtMs: outcome.startedAtMs,
    durationMs: outcome.durationMs,
  };
}

/** Header fields as they are recorded: without credentials, whether the redaction knows them or not. */
export function redactHeaders(redaction: Redaction, headers: readonly HeaderField[]): readonly HeaderField[] {
  return headers.map(([name, value]) => {
    const carriesCredentials = credentialHeaders.test(name);
    const isAuthorization = name.toLowerCase() === "authorization";
    const redacted = carriesCredentials ? redactCredential(redaction, value) : redaction.text(value);
    const bare = redacted.replaceAll(placeholders, "");
    // an unknown credential, such as a cookie of the registry
    if (carriesCredentials && !isAuthorization && bare === value) {
      return [name, redaction.placeholder(`header-${name.toLowerCase()}`)];
    }
    // in base64 the characters at a secret's edges belong to it too
    if (/^basic /i.test(redacted)) return [name, redacted.replace(placeholderWithin, "$1")];
    return [redaction.text(name), redacted];
  });
}

/** Any header field that the target file has for the states hook may be a secret. */
function redactRequestHeaders(
  redaction: Redaction,
  headers: readonly HeaderField[],
  operation: Exchange["operation"],
): readonly HeaderField[] {
  const redacted = redactHeaders(redaction, headers);
  if (operation !== "state") return redacted;
  return redacted.map(([name, value]) => {
    const credential = redaction.credential(value);
    return placeholderOnly.test(credential) ? [name, credential] : [name, value];
  });
}

/** In `Basic`, the base64 of a short token is too short to be found: the decoded value is searched. */
function redactCredential(redaction: Redaction, value: string): string {
  const redacted = redaction.credential(value);
  const [, scheme, encoded] = /^(basic +)(\S+)$/i.exec(redacted) ?? [];
  if (scheme === undefined || encoded === undefined) return redacted;
  const plain = Buffer.from(encoded, "base64").toString("latin1");
  const placeholder = placeholderPattern.exec(redaction.credential(plain))?.[0];
  return placeholder === undefined ? redacted : `${scheme}${placeholder}`;
}

function toBody(redaction: Redaction, bytes: Uint8Array, most: number): RecordedBody {
  const redacted = redaction.bytes(bytes);
  const body = { size: redacted.length, digest: sha256(redacted) };
  const shown = redacted.length > most ? redacted.subarray(0, most) : redacted;
  const cut = shown.length < redacted.length ? { cutAt: shown.length } : {};
  const text = toText(shown, shown.length < redacted.length);
  return text === undefined
    ? { ...body, base64: Buffer.from(shown).toString("base64"), ...cut }
    : { ...body, text, ...cut };
}

/** The bytes as text, or undefined if they are not valid UTF-8. If a cut splits a character, its rest is dropped. */
function toText(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

function cutBodies(exchange: Exchange): Exchange {
  const body = exchange.response?.body;
  if (exchange.response === undefined || body === undefined || body.size <= shownBodyBytes) return exchange;
  const whole = body.text === undefined ? Buffer.from(body.base64 ?? "", "base64") : Buffer.from(body.text);
  const shown = whole.subarray(0, shownBodyBytes);
  const text = body.text === undefined ? undefined : toText(shown, true);
  const cut: RecordedBody = {
    size: body.size,
    digest: body.digest,
    cutAt: shownBodyBytes,
    ...(text === undefined ? { base64: shown.toString("base64") } : { text }),
  };
  return { ...exchange, response: { ...exchange.response, body: cut } };
}

/** The bytes of a recorded body that was kept whole. */
export function toBytes(body: RecordedBody | undefined): Uint8Array {
  if (body === undefined) return new Uint8Array();
  return body.text === undefined ? Buffer.from(body.base64 ?? "", "base64") : Buffer.from(body.text, "utf8");
}

/** A digest over many parts, for comparing catalogues. */
export function digestOf(parts: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return `sha256:${hash.digest("hex")}`;
}
