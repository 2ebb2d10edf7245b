import type { Exchange } from "../../schemas/report.ts";

/**
 * An exchange as recorded, for the page's script: what it needs of it. The digest of a body that is shown whole is empty: it does
 * not compress, and would be a quarter of the block.
 */
export interface ShownExchange extends Omit<Exchange, "actor" | "about"> {
  /** The URL without the registry's base URL. */
  readonly path: string;
}
