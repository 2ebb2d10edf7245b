import type { Json } from "./json.ts";

/** An answer before it is written to the wire: a JSON value, raw bytes (with their own `content-type`), or no body. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | Uint8Array | undefined;
}
