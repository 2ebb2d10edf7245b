/** Interim responses (1xx) that no request asked for, on HTTP/1.1: a client reads over them (RFC 9110 section 15.2). */
import type { Socket } from "node:net";

/** Maximum bytes of the head of an interim response. */
const maxHeadBytes = 16_384;

const requestLine = /^[!-~]+ [!-~]+ HTTP\/1\.1\r\n/u;

/** The beginning of a status line that may become, or is, that of an interim response. 101 changes the protocol, and is none. */
const interimLine = "HTTP/1.1 1";
const endOfHead = "\r\n\r\n";

/**
 * Leaves interim responses out of what is read from a socket. The HTTP client takes one for the end of the connection if its status
 * is 100. On a connection without pipelining, they can only stand between a request and its response.
 */
export function readOverInterimResponses(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...sent: readonly unknown[]) => boolean;
  /** What has come since the request, while it may be an interim response; undefined once the response has begun. */
  let held: Buffer | undefined;

  function sift(chunk: Buffer): Buffer | null {
    if (held === undefined) return chunk;
    held = Buffer.concat([held, chunk]);
    for (let end = endOfInterim(held); end !== undefined; end = endOfInterim(held)) held = held.subarray(end);
    if (mayBecomeInterim(held)) return null;
    const response = held;
    held = undefined;
    return response;
  }

  socket.write = (...sent: readonly unknown[]): boolean => {
    const [first] = sent;
    if (typeof first === "string" && requestLine.test(first)) held = Buffer.alloc(0);
    return write(...sent);
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      const sifted = chunk === null ? null : sift(chunk);
      if (chunk === null || sifted !== null) return sifted;
    }
  };
  return socket;
}

/** Where the interim response ends that the bytes begin with; undefined if they begin with none that is whole. */
function endOfInterim(bytes: Buffer): number | undefined {
  if (!isInterim(bytes)) return undefined;
  const end = bytes.indexOf(endOfHead, 0, "latin1");
  return end === -1 || end > maxHeadBytes ? undefined : end + endOfHead.length;
}

function isInterim(bytes: Buffer): boolean {
  const line = bytes.subarray(0, interimLine.length + 2).toString("latin1");
  return line.startsWith(interimLine) && /1\d\d$/u.test(line) && !line.endsWith("101");
}

/** True if more bytes can make it an interim response that is whole. */
function mayBecomeInterim(bytes: Buffer): boolean {
  if (bytes.length > maxHeadBytes) return false;
  if (bytes.length >= interimLine.length + 2) return isInterim(bytes);
  const line = bytes.toString("latin1");
  return `${interimLine}00`.startsWith(line) || /^HTTP\/1\.1 1\d?$/u.test(line);
}
