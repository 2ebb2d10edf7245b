import type { Exchange } from "../../schemas/report.ts";

/** An exchange in the data block of the page, for its script. */
export interface ShownExchange extends Exchange {
  /** The command that sends the request again. */
  readonly curl: string;
  /** The URL without the registry's base URL. */
  readonly path: string;
}
