/**
 * What one run takes from a registry: responses that a run of thousands of requests cannot hold or record are cut or refused,
 * so that memory and files stay bounded whatever a registry sends. It stands before the recorder: what is judged is what is
 * recorded, and a replay takes the same decisions without a budget of its own.
 */
import type { HeaderField } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";
import { countByte, isStructured } from "../exchange/json-body.ts";
import { refuseUnsearchable } from "./searchable-body.ts";
import { compressBody } from "./recorded-body.ts";
import { notSent, notTaken } from "../transport/network-error.ts";
import { redactHeaders } from "./redacted-headers.ts";
import type { Redaction } from "./redaction.ts";
import { haveSameOrigin } from "../exchange/references.ts";
import { createSemaphore } from "../transport/semaphore.ts";
import type { Transport, WireOutcome, WireRequest, WireResponse } from "../transport/transport.ts";

/** A header value or URL up to this length is always recorded whole: a signed URL of an object store has up to 2,000. */
const maxFreeCharacters = 2_048;

/** Characters of longer header values and URLs in one run. Beyond, header values are cut and requests are not sent. */
const maxLongCharacters = 1024 * 1024;

/** The beginning of a header value that is cut. */
const cutCharacters = 256;

/** Maximum characters of a request's URL and headers: twice of what servers take by default. */
const maxRequestCharacters = 32_768;

/** Bytes that a body may cost in the recording before it is charged to the run. */
const maxFreeBytes = 1_024;

/** Bytes of all longer bodies in the recording of one run. */
const maxRecordedBytes = 8 * 1024 * 1024;

/** Bodies up to this size are recorded as they are while half of the budget is left; a larger one is compressed. */
const maxPlainBytes = 16_384;

/** Bytes of all large bodies that one run reads, searches for secrets and judges. */
const maxReadBytes = 256 * 1024 * 1024;

/** Memory of all large bodies in one run, in bytes. Most are released when their check ends; set-ups that are shared are not. */
const maxHeldBytes = 72 * 1024 * 1024;

/** Once so many bodies of more bytes than this have come, few requests are under way at once: each of their bodies may be as large. */
const hugeBytes = 1024 * 1024;
const manyHuge = 3;
const maxHugeAtOnce = 2;

/** A body up to this size is not large. */
const maxSmallBytes = 64 * 1024;

/** The white space of a body up to this size is left out of account: a registry may indent its documents. */
const maxIndentedBytes = 256 * 1024;

/** Memory of one JSON value beside its text, in bytes. */
const bytesOfValue = 32;

/**
 * The live transport within the budget of one run.
 * @param redaction knows the secrets of the run: none of its tokens is sent to another origin
 */
export function withinBudget(
  transport: Transport,
  redaction: Redaction,
  bases: readonly string[],
): Transport {
  const long = createPool(maxLongCharacters);
  const recorded = createPool(maxRecordedBytes);
  const read = createPool(maxReadBytes);
  const held = createPool(maxHeldBytes);
  const places = createSemaphore(Infinity);
  let latestMs = 0;
  let huge = 0;

  async function refuseResponse({ body }: WireResponse): Promise<string | undefined> {
    if (body.length > maxSmallBytes && !read.take(body.length))
      return `the run has read ${maxReadBytes} bytes of large response bodies, and this one has ${body.length}`;
    const unsearched = await refuseUnsearchable(body, redaction);
    if (unsearched !== undefined) return unsearched;
    const cost =
      recorded.left() > maxRecordedBytes / 2 ? costOf(body, maxPlainBytes) : costOf(body, maxFreeBytes);
    if (cost > maxFreeBytes && !recorded.take(cost - maxFreeBytes))
      return `the response body of ${body.length} bytes does not fit into what is left of the recording's ${maxRecordedBytes} bytes`;
    const memory = memoryOf(body);
    if (memory > maxSmallBytes && !held.take(memory))
      return `the response body of ${body.length} bytes does not fit into what is left of the run's memory of ${maxHeldBytes} bytes for large bodies`;
    return undefined;
  }

  async function admit(outcome: WireOutcome): Promise<WireOutcome> {
    const { response, startedAtMs, durationMs } = outcome;
    latestMs = Math.max(latestMs, startedAtMs + durationMs);
    if (response === undefined) return outcome;
    if (response.body.length > hugeBytes) huge += 1;
    if (huge === manyHuge) places.resize(maxHugeAtOnce);
    const refuse = (reason: string): WireOutcome => ({
      failure: `${notTaken}${reason} (status ${response.status}, ${sha256(response.body)})`,
      startedAtMs,
      durationMs,
    });
    const reason = await refuseResponse(response);
    if (reason !== undefined) return refuse(reason);
    const headers = response.headers.map((field) => cutHeader(field, long));
    const location = headers.find((field, index) => field !== response.headers[index] && isLocation(field));
    if (location !== undefined) return refuse("the `Location` header is too long to be recorded");
    return { ...outcome, response: { ...response, headers } };
  }

  return {
    ...transport,
    async send(request, exchangeId) {
      const refusal = refuseRequest(request, redaction, long) ?? refuseForeign(request, redaction, bases);
      if (refusal !== undefined)
        return { failure: `${notSent}${refusal}`, startedAtMs: latestMs, durationMs: 0 };
      await places.acquire();
      try {
        return await admit(await transport.send(request, exchangeId));
      } finally {
        places.release();
      }
    },
  };
}

interface Pool {
  readonly left: () => number;
  /** Takes an amount if it is there. */
  readonly take: (amount: number) => boolean;
}

function createPool(size: number): Pool {
  let left = size;
  return {
    left: () => left,
    take(amount) {
      if (amount > left) return false;
      left -= amount;
      return true;
    },
  };
}

/** Why a request with an instruction of the registry is not sent; undefined if it may be. What is recorded of it counts. */
function refuseRequest({ url, headers }: WireRequest, redaction: Redaction, long: Pool): string | undefined {
  const length = lengthOf(url, headers);
  if (length <= maxFreeCharacters) return undefined;
  if (length > maxRequestCharacters)
    return `the URL and the headers have ${length} characters, more than ${maxRequestCharacters}`;
  const recorded = lengthOf(url, redactHeaders(redaction, headers));
  return recorded <= 2 * maxFreeCharacters || long.take(recorded)
    ? undefined
    : `the URL and the headers have ${recorded} characters, and the run has sent ${maxLongCharacters} in such requests`;
}

function lengthOf(url: string, headers: readonly HeaderField[]): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, url.length);
}

/** The placeholder of a token, and not of a credential that an upload instruction or a signed URL has for its own address. */
const ownSecret = /~redacted\.(?!upload-|url-|header-)/;

/** Why a request to another origin is not sent: an instruction or a redirect of the registry has a token of the run in it. */
function refuseForeign(
  { url, headers, kind }: WireRequest,
  redaction: Redaction,
  bases: readonly string[],
): string | undefined {
  // the states hook is the vendor's own, and the target file names it
  if (kind === "state" || !URL.canParse(url) || bases.some((base) => haveSameOrigin(url, base)))
    return undefined;
  const sent = [redaction.text(url), ...redactHeaders(redaction, headers).flat()];
  return sent.some((text) => ownSecret.test(text))
    ? "the registry asks to send a token of the run to another origin"
    : undefined;
}

function cutHeader(field: HeaderField, long: Pool): HeaderField {
  const [name, value] = field;
  if (value.length <= maxFreeCharacters / 4 || (isLocation(field) && value.length <= maxFreeCharacters))
    return field;
  if (long.take(value.length)) return field;
  // a copy: a slice would keep the whole text in memory
  const beginning = Buffer.from(value.slice(0, cutCharacters)).toString();
  return [name, `${beginning}… (${value.length} characters, ${sha256(value)})`];
}

function isLocation([name]: HeaderField): boolean {
  return name.toLowerCase() === "location";
}

/** What a body costs in the recording: its bytes, or those of its compressed form. */
function costOf(body: Uint8Array, maxPlain: number): number {
  if (body.length <= maxPlain) return body.length;
  return Math.min(body.length, Math.ceil((compressBody(body).length * 4) / 3));
}

/** White space in JSON. */
const whiteSpace = [0x20, 0x09, 0x0a, 0x0d] as const;

/** What a body may take in memory until its check ends, as bytes and once it is parsed. */
function memoryOf(body: Uint8Array): number {
  if (body.length <= maxSmallBytes || !isStructured(body)) return body.length;
  const spaces =
    body.length > maxIndentedBytes ? 0 : whiteSpace.reduce((sum, byte) => sum + countByte(body, byte), 0);
  return body.length - spaces + bytesOfValue * (countByte(body, 0x2c) + countByte(body, 0x7b));
}
