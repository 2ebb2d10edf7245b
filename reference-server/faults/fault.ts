import type { Change } from "../rules/change.ts";

/** One rule of the specification, broken on purpose. */
export interface Fault {
  readonly name: string;
  /** The id of the requirement that the broken server no longer meets. */
  readonly breaks: string;
  /** What the server does wrong, in one sentence. */
  readonly summary: string;
  /** The requirement that a report leads with, where the fault breaks a plainer sentence, too. */
  readonly leads?: string;
  /** Milliseconds after which it shows: only a run that waits as long before its end sees it. */
  readonly soakMs?: number;
  readonly change: Change;
}

/** A change whose fault has more than its name. */
export interface DescribedChange {
  readonly summary?: string;
  readonly leads?: string;
  readonly soakMs?: number;
  readonly change: Change;
}

/**
 * The faults for one file of checks: by the id of the requirement they break, then by name. The file
 * `faults/<chapter>/<stem>.ts` breaks what `suites/<chapter>/<stem>.ts` checks. A fault without a summary has its name as
 * its summary.
 */
export type FaultFile = Readonly<Record<string, Readonly<Record<string, Change | DescribedChange>>>>;
