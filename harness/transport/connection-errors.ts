/** How a request can fail on a connection, where that decides whether it is sent again. */

/** A failure in our own words: a report shows them, and not those of the cause. */
export class NetworkFailure extends Error {
  override readonly name: string = "NetworkFailure";
}

/** The request cannot be written in HTTP, such as one with a line break in a header field. */
export class Unwritable extends NetworkFailure {
  override readonly name: string = "Unwritable";
}

/** The other side has said that it has not processed the request (RFC 9113 section 8.7): it may be sent again. */
export class Unapplied extends NetworkFailure {
  override readonly name: string = "Unapplied";
}

/** What begins the failure of a response whose body did not come whole. */
const brokenOff = "the response broke off after ";

/** The head of a response has come, and its body has not come whole. */
export class BrokenOff extends NetworkFailure {
  override readonly name: string = "BrokenOff";
}

/** @param why as a report says it */
export function toBrokenOff(received: number, announced: number | undefined, why: string): BrokenOff {
  const most = announced === undefined || announced < received ? "" : ` of ${announced}`;
  return new BrokenOff(`${brokenOff}${received}${most} bytes: ${why}`);
}

/** After how much a response broke off, such as `12 of 40 bytes`, from the failure of its exchange; undefined for any other failure. */
export function placeOfBreak(failure: string | undefined): string | undefined {
  return failure?.startsWith(brokenOff) === true
    ? /^\d+(?: of \d+)? bytes/.exec(failure.slice(brokenOff.length))?.[0]
    : undefined;
}

/** What begins the failure of a request whose HTTP/2 stream alone was reset. */
export const streamReset = "the HTTP/2 stream was reset";

/** The other side has reset the stream of this request; the connection goes on. */
export class StreamReset extends NetworkFailure {
  override readonly name: string = "StreamReset";

  constructor(code: string) {
    const advice = code === "HTTP_1_1_REQUIRED" ? "; the option --http1 speaks HTTP/1.1 to it" : "";
    super(`${streamReset} with ${code}${advice}`);
  }
}
