import type { Change } from "../rules/change.ts";

/** One rule of the specification, broken on purpose. */
export interface Fault {
  readonly name: string;
  /** The id of the requirement that is not met any more. */
  readonly breaks: string;
  /** What the server does wrong, in one sentence. */
  readonly summary: string;
  readonly change: Change;
}
