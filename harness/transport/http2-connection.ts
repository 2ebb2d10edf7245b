/** One HTTP/2 connection (RFC 9113). What ends a stream is told apart: refused unread, reset, or lost with its answer. */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { Socket } from "node:net";
import type { HeaderField } from "../../schemas/report.ts";
import { keepAliveMs, maxHeaderBytes, type ReceivedResponse, type SentRequest } from "./connection.ts";
import { NetworkFailure, StreamReset, toBrokenOff, Unapplied, Unwritable } from "./connection-errors.ts";
import { describeNetworkError } from "./network-error.ts";
import { announcedLength } from "./response-body.ts";

export interface Http2Connection {
  readonly send: (request: SentRequest, signal: AbortSignal) => Promise<ReceivedResponse>;
  /** False once the connection takes no new requests. */
  readonly isOpen: () => boolean;
  /** Takes no new requests; those under way go on. */
  readonly retire: () => void;
  readonly destroy: () => void;
}

/** What the connection knows of its end. */
interface ConnectionState {
  isRetired: boolean;
  openStreams: number;
  idleSince: number;
  /** The last stream that the registry has processed or may yet process (RFC 9113 section 6.8). */
  lastStream: number | undefined;
  /** Why the whole connection ended. */
  error: Error | undefined;
}

export function openHttp2(origin: URL, socket: Socket): Http2Connection {
  const session = connect(origin.href, {
    createConnection: () => socket,
    settings: { enablePush: false, maxHeaderListSize: maxHeaderBytes },
  });
  const state: ConnectionState = {
    isRetired: false,
    openStreams: 0,
    idleSince: performance.now(),
    lastStream: undefined,
    error: undefined,
  };
  session.on("error", (error: Error) => (state.error ??= error));
  session.on("goaway", (_code: number, lastStream: number) => {
    state.lastStream = lastStream;
    state.isRetired = true;
    closeIfUnused();
  });
  session.unref();

  /** Whether the process waits for this connection. */
  function holdProcess(isHeld: boolean): void {
    // Node would wait for the "connect" of a socket that is destroyed, with one listener more each time
    if (socket.destroyed) return;
    if (isHeld) session.ref();
    else session.unref();
  }

  function close(): void {
    session.destroy();
    // after a graceful GOAWAY, Node only ends its side, and waits for the registry to close the connection
    socket.destroy();
  }

  function closeIfUnused(): void {
    if (state.isRetired && state.openStreams === 0) close();
  }

  return {
    async send(request, signal) {
      const stream = openStream(session, request, signal);
      state.openStreams += 1;
      holdProcess(true);
      try {
        return await receive(stream, { request, session, state, signal });
      } finally {
        state.openStreams -= 1;
        state.idleSince = performance.now();
        if (state.openStreams === 0) holdProcess(false);
        closeIfUnused();
      }
    },
    isOpen: () => {
      const isStale = state.openStreams === 0 && performance.now() - state.idleSince > keepAliveMs;
      if (isStale) state.isRetired = true;
      closeIfUnused();
      return !state.isRetired && !session.closed && !session.destroyed;
    },
    retire: () => {
      state.isRetired = true;
      closeIfUnused();
    },
    destroy: close,
  };
}

/** @throws Unwritable if HTTP/2 has no form for the request, Unapplied if the connection takes no more requests */
function openStream(
  session: ClientHttp2Session,
  { method, path, headers, body }: SentRequest,
  signal: AbortSignal,
): ClientHttp2Stream {
  const fields = toHttp2Headers(headers, body);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method)) throw new Unwritable(`Invalid method "${method.slice(0, 100)}"`);
  const pseudo = { ":method": method, ":path": path };
  try {
    const stream = session.request({ ...fields, ...pseudo }, { endStream: body === undefined, signal });
    if (body !== undefined) stream.end(body);
    return stream;
  } catch (error) {
    if (session.closed || session.destroyed)
      throw new Unapplied("the connection was closed", { cause: error });
    throw new Unwritable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Repeated fields are joined (RFC 9110 section 5.3); `Host` becomes `:authority`. */
function toHttp2Headers(headers: readonly HeaderField[], body: Uint8Array | undefined): OutgoingHttpHeaders {
  const fields: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (/[\r\n\0]/.test(value)) throw new Unwritable(`Invalid character in header field "${name}"`);
    const key = name.toLowerCase() === "host" ? ":authority" : name.toLowerCase();
    fields[key] = fields[key] === undefined ? value : `${fields[key]}, ${value}`;
  }
  const size = String(body?.length ?? 0);
  const stated = fields["content-length"];
  if (stated !== undefined && stated !== size)
    throw new Unwritable(`Content-Length is ${stated}, and the body has ${size} bytes`);
  return body === undefined ? fields : { ...fields, "content-length": size };
}

interface Receiving {
  readonly request: SentRequest;
  readonly session: ClientHttp2Session;
  readonly state: ConnectionState;
  readonly signal: AbortSignal;
}

async function receive(stream: ClientHttp2Stream, about: Receiving): Promise<ReceivedResponse> {
  const { maxBytes } = about.request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let head: Omit<ReceivedResponse, "body"> | undefined;
  let isWhole = false;
  let failure: Error | undefined;
  stream.on("response", (fields: IncomingHttpHeaders, _flags: number, raw: readonly string[]) => {
    head = { status: Number(fields[":status"] ?? 0), headers: toHeaderFields(raw) };
  });
  stream.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) {
      failure ??= new RangeError(`the response body is longer than ${maxBytes} bytes`);
      stream.close(constants.NGHTTP2_CANCEL);
    } else chunks.push(chunk);
  });
  stream.on("end", () => (isWhole = true));
  stream.on("error", (error: Error) => (failure ??= error));
  await new Promise<void>((resolve) => {
    stream.once("close", resolve);
  });
  // why the connection ended may be told after its streams were closed
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
  const isClean = stream.rstCode === constants.NGHTTP2_NO_ERROR && failure === undefined;
  if (head !== undefined && isWhole && isClean) return { ...head, body: Buffer.concat(chunks) };
  const error = toFailure(stream, { ...about, failure });
  const mayBeOurs = error instanceof RangeError || error instanceof Unapplied || about.signal.aborted;
  if (head === undefined || mayBeOurs || about.request.mayBeReset === true) throw error;
  throw toBrokenOff(size, announcedLength(head.headers), describeNetworkError(error));
}

/** The header fields in order, repeated ones apart, without the pseudo-header fields. */
function toHeaderFields(raw: readonly string[]): readonly HeaderField[] {
  const fields: HeaderField[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    if (!name.startsWith(":")) fields.push([name, raw[index + 1] ?? ""]);
  }
  return fields;
}

function toFailure(
  stream: ClientHttp2Stream,
  { session, state, signal, failure }: Receiving & { readonly failure: Error | undefined },
): Error {
  signal.throwIfAborted();
  if (failure instanceof RangeError) return failure;
  const { id, rstCode } = stream;
  const isBeyond = state.lastStream !== undefined && (id === undefined || id > state.lastStream);
  if (isBeyond) return new Unapplied("the connection is going away (GOAWAY)");
  if (rstCode === constants.NGHTTP2_REFUSED_STREAM)
    return new Unapplied("the stream was refused (REFUSED_STREAM)");
  if (state.error !== undefined) return toConnectionError(state.error);
  // its streams end with it, each with a code of its own
  if (session.destroyed) return new NetworkFailure("the HTTP/2 connection was closed");
  if (rstCode !== constants.NGHTTP2_NO_ERROR) return new StreamReset(toCodeName(rstCode));
  return failure ?? new NetworkFailure("the HTTP/2 stream was closed before the response was whole");
}

function toConnectionError(error: Error): Error {
  return new NetworkFailure(`the HTTP/2 connection failed: ${error.message}`, { cause: error });
}

/** The name of an error code (RFC 9113 section 7). */
function toCodeName(code: number): string {
  return errorCodes[code] ?? `error code ${code}`;
}

const errorCodes: readonly string[] = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
  "INADEQUATE_SECURITY",
  "HTTP_1_1_REQUIRED",
];
