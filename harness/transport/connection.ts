/** What a connection takes and gives, in HTTP/1.1 and in HTTP/2, and the limits of all connections of a run. */
import type { Socket } from "node:net";
import type { HeaderField } from "../../schemas/report.ts";
import type { OpenSocket } from "./open-socket.ts";

/** A request on a connection: the path as it is sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array;
  readonly maxBytes: number;
  /** True if the reset of its HTTP/2 stream is an answer. */
  readonly mayBeReset?: boolean;
}

/** A response as it was received, its body still in its content codings. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

export interface ConnectionOptions {
  readonly openSocket: OpenSocket;
  readonly proxyFor: (origin: URL) => URL | undefined;
  readonly timeoutMs: number;
  /** Offers no HTTP/2. */
  readonly http1: boolean;
}

/** What the connections of one origin share. */
export interface OriginOptions extends ConnectionOptions {
  readonly origin: URL;
  /** Connections over which the origin chose HTTP/1.1, and that carry no request yet. */
  readonly spare: Socket[];
  /** Aborted when the connections of this origin are closed. */
  readonly closed: AbortSignal;
}

/** Idle connections are dropped before usual servers drop them, so that no request meets a closing one. */
export const keepAliveMs: number = 1_500;

/** Header fields are recorded whole, a thousand times and more: what Node itself takes by default is enough. */
export const maxHeaderBytes: number = 16_384;
