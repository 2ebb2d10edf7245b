import type { Exchange } from "../../schemas/report.ts";

/** An exchange as the page's data block holds it, for the page's script. */
export interface ShownExchange extends Exchange {
  /** The command that sends the request again. */
  readonly curl: string;
  /** The URL without the registry's base URL. */
  readonly path: string;
}
