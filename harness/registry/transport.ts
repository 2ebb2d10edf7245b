/** The one door to the network: a request goes in, an outcome comes out. Live and replaying twins stand behind it. */
import type { HeaderField } from "../../schemas/report.ts";

/** A request as it goes out. The URL is sent as it stands, without normalization. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array;
  /** What it is for, such as the operation: requests of one kind rest together when nothing answers them. */
  readonly kind?: string;
  /** Most bytes of a response body that are read, after decoding. */
  readonly maxBytes: number;
}

/** A whole response. The body is what remains after any content coding is taken off. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

/** What came of a request: a response, or the network's words for why there is none. Times in milliseconds from the run's start. */
export interface WireOutcome {
  readonly response?: WireResponse;
  readonly failure?: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

export interface Transport {
  /** False for the replaying twin. */
  readonly live: boolean;
  /**
   * Sends one request and waits for the whole response. Never rejects: a network that fails is an outcome.
   * @param exchangeId the replaying twin finds the recorded answer by it
   */
  readonly send: (request: WireRequest, exchangeId: string) => Promise<WireOutcome>;
  /**
   * Waits, in real time when live and not at all when replaying. An interrupt cuts it short.
   * @param actorId who waits: the clean-up does so even after an interrupt
   */
  readonly sleep: (milliseconds: number, actorId?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
