/** The interface to the network: it sends a request and gives the outcome. One implementation is live, one replays. */
import type { HeaderField } from "../../schemas/report.ts";

/** A request as it is sent. The URL is not normalized. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array;
  /** What it is for, such as the operation: requests of one kind back off together when the registry does not answer. */
  readonly kind?: string;
  /** True if the reset of its HTTP/2 stream alone is a refusal, which does not count as a silent registry. */
  readonly mayBeReset?: boolean;
  /** Maximum size of the response body that is read, in bytes after decoding. */
  readonly maxBytes: number;
}

/** A whole response. The body is decoded from any content coding. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Uint8Array;
}

/** The outcome of a request: a response, or the network's reason why there is none. Times in milliseconds from the run's start. */
export interface WireOutcome {
  readonly response?: WireResponse;
  readonly failure?: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
}

export interface Transport {
  /** False if it replays. */
  readonly live: boolean;
  /**
   * Sends one request and waits for the whole response. Never rejects: a network failure is an outcome.
   * @param exchangeId the replaying transport finds the recorded response by it
   */
  readonly send: (request: WireRequest, exchangeId: string) => Promise<WireOutcome>;
  /**
   * Waits, in real time when live and not at all when replaying. An interrupt cuts it short.
   * @param actorId who waits: the clean-up does so even after an interrupt
   * @param wait what for, and how long altogether if this is one sleep of several
   */
  readonly sleep: (
    milliseconds: number,
    actorId?: string,
    wait?: { readonly reason: string; readonly milliseconds?: number },
  ) => Promise<void>;
  /** Milliseconds on a clock that never goes back, and that `sleep` takes forward: real time when live. */
  readonly now: () => number;
  readonly close: () => Promise<void>;
}
