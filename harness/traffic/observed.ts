/** One exchange that somebody else sent and we saw. */
import type { HeaderField } from "../../schemas/report.ts";
import { maxJsonBytes } from "../exchange/json-body.ts";

/** Why a response cannot be judged that is longer than any document. */
export const tooLong: string = `the response body is longer than ${maxJsonBytes} bytes`;

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
