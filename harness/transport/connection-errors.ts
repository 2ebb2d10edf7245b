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
