import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";
import type { TokenTexts } from "./tokens.ts";

/** The options of a reference server. */
export interface ReferenceServerOptions {
  /** Names of faults: rules that are broken on purpose. */
  readonly faults?: readonly string[];
  /** The circumstance in which the faults hold, such as `scoped`; every one by default. */
  readonly circumstance?: string;
  /** Choice name to value: another legal answer to a question that the specification leaves open. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly random?: Random;
  /** How many bytes all uploads together may have: everything is kept in memory. 256 MiB by default. */
  readonly capacity?: number;
  /** Whether the states hook is on. */
  readonly states?: boolean;
  /** The text of tokens; the others are random. */
  readonly tokens?: Partial<TokenTexts>;
  /** A path such as `/registry` below which everything is served; empty by default. */
  readonly basePath?: string;
  /** Receives errors that no rule threw. */
  readonly onError?: (error: unknown) => void;
}

/** Where a reference server listens. */
export interface ListenOptions extends ReferenceServerOptions {
  readonly host?: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
}
