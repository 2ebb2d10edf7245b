/** One exchange that somebody else sent and we saw. Types only. */
import type { HeaderField } from "../../schemas/report.ts";

export interface ObservedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body?: Uint8Array;
}

export interface ObservedResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  /** Without content codings. */
  readonly body: Uint8Array;
}

export interface ObservedExchange {
  readonly request: ObservedRequest;
  /** The response, or why it cannot be judged. */
  readonly response: ObservedResponse | { readonly unusable: string };
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}
