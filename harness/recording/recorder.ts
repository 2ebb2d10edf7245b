/**
 * Records every exchange once, redacted, in the order in which they ended, each with the digest of the one before.
 *
 * The redaction (`redaction.ts`) replaces each secret of a run by a label. It learns the secrets of the target file
 * (`target-file/tokens.ts`), of the states hook (`target-file/states.ts`) and of upload instructions
 * (`instruction-secrets.ts`), each before the first record that may have it. Data leaves a run through four doors, and each
 * door redacts:
 *
 * 1. The recorder, here: every line of `exchanges.ndjson` and every exchange of the report, once all requests have ended that
 *    were under way with it (`under-way.ts`). Headers that carry credentials lose their value (`redacted-headers.ts`) even if the secret is
 *    unknown. `toRecordedTarget` (`verdict/redact-report.ts`) labels the target in the first line.
 * 2. `asRecorded` (`session.ts`): what invariants judge and what a download gives, so that digests in findings are those of
 *    the recorded bytes.
 * 3. `quoting` (`expect/quote.ts`): each value that a finding quotes, before it is cut, and as late as an exchange is written. A
 *    cut secret would not be found.
 * 4. `redactReport` (`verdict/redact-report.ts`): every text of the report that a check composed. `runSuite` does the same
 *    for the message of an `Untestable`.
 */
import { createHash } from "node:crypto";
import type { About, Exchange } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";
import { notSent } from "../transport/network-error.ts";
import { shownBodyBytes, toShownBody, toWholeBody } from "./recorded-body.ts";
import { redactHeaders, redactRequestHeaders } from "./redacted-headers.ts";
import { placeholderPattern, type Redaction } from "./redaction.ts";
import { createExchangeCutter, toShownExchange } from "./shown-exchanges.ts";
import type { WireOutcome, WireRequest } from "../transport/transport.ts";
import { createUnderWay, type UnderWay } from "./under-way.ts";

/** After so many bytes of larger response bodies, smaller ones are compressed too. */
const maxPlainBytesOfRun = 4 * 1024 * 1024;

/** A response body up to this size is recorded as it is; once the run has used those bytes, up to the second. */
const maxPlainBytes = 16_384;
const minPlainBytes = 1_024;

/** Characters of a URL or header value of a request that was not sent, because it was too long. */
const maxUnsentCharacters = 1_024;
const maxUnsentHeaders = 64;

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

/** The last line of a run that ended early: the checks and observations that it did not start. */
export interface InterruptRecord {
  readonly kind: "interrupted";
  readonly notReached: readonly string[];
  /** What broke the suite, if that ended the run. */
  readonly broken?: string;
  /** The number of failures that ended the run (`--max-failures`), if it was not interrupted. */
  readonly stoppedAfter?: number;
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
  /** @returns the exchange without the body of its response, for the check that sent it; what is written may have further secrets redacted */
  readonly record: (
    request: WireRequest,
    outcome: WireOutcome,
    about: Pick<Exchange, "id" | "actor" | "operation" | "about">,
  ) => Exchange;
  /** Writes an exchange of another recording, which is redacted already. It is not counted as sent. */
  readonly copy: (recorded: Exchange) => void;
  /** Writes the last line of a run that ended early. */
  readonly interrupted: (
    notReached: readonly string[],
    why?: { readonly broken?: string; readonly stoppedAfter?: number },
  ) => void;
  /** The exchanges that are written. */
  readonly exchanges: () => readonly Exchange[];
  /** Digest of the last line written, and through its chain of all lines before. */
  readonly digest: () => string;
  /** How many requests were sent, including repeats. */
  readonly counts: () => RequestCounts;
}

/**
 * @param redaction replaces the secrets before anything is recorded
 * @param writeLine receives each line of `exchanges.ndjson`, newline included
 * @param underWay says when all secrets of an exchange are known
 */
export function createRecorder(
  redaction: Redaction,
  writeLine: (line: string) => void,
  underWay: Pick<UnderWay, "afterwards"> = createUnderWay(),
): Recorder {
  const kept: Exchange[] = [];
  const cut = createExchangeCutter();
  let plainBytes = 0;
  let states = 0;
  let others = 0;
  let previous = "";

  function write(line: string): void {
    previous = sha256(line);
    writeLine(`${line}\n`);
  }

  function writeExchange(known: Exchange, received: Uint8Array | undefined): void {
    const most = plainBytes < maxPlainBytesOfRun ? maxPlainBytes : minPlainBytes;
    const full = withResponseBody(redaction, known, received, most);
    const size = full.response?.body?.size ?? 0;
    if (size > minPlainBytes && size <= most) plainBytes += size;
    write(JSON.stringify({ ...full, previous } satisfies ExchangeRecord));
    kept.push(cut(toShownExchange(full)));
  }

  return {
    start(run) {
      write(redaction.text(JSON.stringify({ ...run, previous })));
    },
    record(request, outcome, about) {
      const redact = (): Exchange =>
        withRequestBody(redaction, toHeads(redaction, request, { ...about, outcome }), request.body);
      const heads = redact();
      const known = redaction.size();
      underWay.afterwards(() =>
        writeExchange(redaction.size() === known ? heads : redact(), outcome.response?.body),
      );
      if (about.operation === "state") states += 1;
      else others += 1;
      return heads;
    },
    copy(recorded) {
      write(JSON.stringify({ ...recorded, previous } satisfies ExchangeRecord));
      kept.push(cut(toShownExchange(recorded)));
    },
    interrupted(notReached, { broken, ...why } = {}) {
      const reason = { ...why, ...(broken === undefined ? {} : { broken: redaction.text(broken) }) };
      const record: InterruptRecord = { kind: "interrupted", notReached, ...reason, previous };
      write(JSON.stringify(record));
    },
    exchanges: () => kept,
    digest: () => previous,
    counts: () => ({ registry: others, states }),
  };
}

type Parts = Pick<Exchange, "id" | "actor" | "operation" | "about"> & { readonly outcome: WireOutcome };

/** The exchange without bodies. */
function toHeads(redaction: Redaction, request: WireRequest, { outcome, ...parts }: Parts): Exchange {
  const { response, failure } = outcome;
  const headers = redactRequestHeaders(redaction, request.headers, parts.operation);
  return {
    ...parts,
    about: toRecordedAbout(parts.about, redaction),
    request: toRecordedHead({ method: request.method, url: request.url, headers }, failure, redaction),
    ...(response === undefined
      ? { failure: redaction.text(failure ?? "no response") }
      : { response: { status: response.status, headers: redactHeaders(redaction, response.headers) } }),
    startedAtMs: outcome.startedAtMs,
    durationMs: outcome.durationMs,
  };
}

/**
 * Without names or a key that have a secret in them, or are too long for any registry: nothing is to be found by them. The ids that a
 * registry gives are as long as it likes.
 */
function toRecordedAbout(about: About = {}, redaction: Redaction): About {
  const { volume, version, uploadId, advisoryId, key, ...plain } = about;
  const names = { volume, version, uploadId, advisoryId };
  const isNamed = isShort({ volume, version }) && isPlain(names, redaction);
  const isKeyed = key !== undefined && isShort({ key }) && isPlain({ key }, redaction);
  return {
    ...plain,
    ...(isNamed ? definedMembers(names) : {}),
    ...(isKeyed ? { key } : {}),
  };
}

function definedMembers(members: { readonly [Name in keyof About]?: About[Name] | undefined }): About {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function isShort(sent: unknown): boolean {
  return JSON.stringify(sent).length <= maxUnsentCharacters;
}

function isPlain(value: unknown, redaction: Redaction): boolean {
  return !placeholderPattern.test(redaction.text(JSON.stringify(value)));
}

/** The seed determines what we sent, so that its digest and its beginning are enough. */
function withRequestBody(redaction: Redaction, heads: Exchange, sent: WireRequest["body"]): Exchange {
  if (sent === undefined) return heads;
  return {
    ...heads,
    request: { ...heads.request, body: toShownBody(redaction.bytes(sent), shownBodyBytes) },
  };
}

function withResponseBody(
  redaction: Redaction,
  heads: Exchange,
  received: Uint8Array | undefined,
  most: number,
): Exchange {
  if (heads.response === undefined || received === undefined || received.length === 0) return heads;
  return { ...heads, response: { ...heads.response, body: toWholeBody(redaction.bytes(received), most) } };
}

/** The request as it is recorded. One that was not sent may be too long to be recorded, and is cut. */
export function toRecordedHead(
  { method, url, headers }: Pick<Exchange["request"], "method" | "url" | "headers">,
  failure: string | undefined,
  redaction: Redaction,
): Pick<Exchange["request"], "method" | "url" | "headers"> {
  // the method may be from an upload instruction
  const head = { method: redaction.text(method), url: redaction.text(url), headers };
  if (failure?.startsWith(notSent) !== true) return head;
  const more = headers.length - maxUnsentHeaders;
  return {
    method: cutText(head.method),
    url: cutText(head.url),
    headers: [
      ...headers.slice(0, maxUnsentHeaders).map(([name, value]) => [cutText(name), cutText(value)] as const),
      ...(more > 0 ? [["…", `${more} more header fields`] as const] : []),
    ],
  };
}

function cutText(text: string): string {
  return text.length <= maxUnsentCharacters
    ? text
    : `${text.slice(0, maxUnsentCharacters)}… (${text.length} characters, ${sha256(text)})`;
}

/** A digest over many parts, for comparing catalogues. */
export function digestOf(parts: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return `sha256:${hash.digest("hex")}`;
}
