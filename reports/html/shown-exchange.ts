import type { Exchange } from "../../schemas/report.ts";

/** An exchange in a packed block of the page, as recorded, for its script. */
export interface ShownExchange extends Exchange {
  /** The URL without the registry's base URL. */
  readonly path: string;
}
