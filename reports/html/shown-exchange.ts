import type { Exchange } from "../../schemas/report.ts";

/**
 * An exchange in a packed block of the page, as recorded, for its script. The digest of a body that is shown whole is empty: it
 * does not compress, and would be a quarter of the block.
 */
export interface ShownExchange extends Exchange {
  /** The URL without the registry's base URL. */
  readonly path: string;
}
