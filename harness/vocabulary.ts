/**
 * The words that everything else is made of: forms, roles, states, needs, requirements. Types only, and nothing of the engine
 * is imported here, so that every file may import this one.
 */
import type { Level, Operation, Profile } from "../schemas/report.ts";

/** The two forms of a volume's path and name: with and without `@<scope>/`. */
export type Form = "scoped" | "unscoped";

/**
 * What a check varies beside the form of names is divided in two halves: with scoped names it tries the first, with unscoped ones the
 * second. Crossed, it tries the other one.
 */
export type Half = "first" | "second";

/** The roles of tokens that a target can name, or that the states hook can make. */
export type TokenRole =
  "publisher" | "outsider" | "publishOnly" | "trustOnly" | "expired" | "revoked" | "rateLimited" | "foreign";

/** States that the states hook can be asked for. */
export type StateName =
  | "token"
  | "token-revoked"
  | "token-expired"
  | "release-status"
  | "git-release"
  | "intent-expired"
  | "intent-failed"
  | "advisory"
  | "release-purged"
  | "inconsistent"
  | "run-ended";

/** Release states that a fixture or the states hook can provide. */
export type FixtureState = "yanked" | "tombstoned" | "blocked" | "unavailable";

/**
 * What a check cannot do without. `token:*` is met by `tokens` or the states hook, `release:*` and `advisory` by
 * `fixtures` or the hook, `state:*` by the hook alone, `manifest:*` by `archive.manifests`.
 */
export type Need =
  | `token:${TokenRole}`
  | `state:${StateName}`
  | `release:${FixtureState | "git" | "externalDependencies"}`
  | `manifest:${"externalDependencies" | "permissionEscalation" | "semanticallyInvalid"}`
  | "advisory"
  | "expired-intent"
  | "search.componentTypeParam"
  | "exclusive";

/** One case of a sentence of the specification: what a check, or a rule for all responses, looks at. */
export interface Requirement {
  /** `chapter/outcome-in-the-present-tense`; stable for ever. */
  readonly id: string;
  /** The id of the sentence that it is a case of, and that states its level; absent where it is the only case. */
  readonly of?: string;
  readonly level: Level;
  /** The demand, in one sentence of our own. */
  readonly rule: string;
  /** Place in the specification: its heading, and the rule's number or the table's row. */
  readonly source: string;
  /** How an ambiguous place is read, and why, so that a vendor can dispute it. */
  readonly reading?: string;
  readonly operations: readonly Operation[];
  /** Anchors of the specification that this answers for; see `suites/specification.ts`. */
  readonly covers?: readonly string[];
  /** Where it is the only case: ids of requirements that it follows from. */
  readonly restsOn?: readonly string[];
}

/** A sentence that has more than one case, as a chapter states it. */
export interface Sentence {
  /** `chapter/outcome-in-the-present-tense`; stable for ever. */
  readonly id: string;
  /** `must` by default. The cases of one sentence share its level. */
  readonly level?: Level;
  /** The demand, in one sentence of our own. */
  readonly rule: string;
  /** Place in the specification: its heading, and the rule's number or the table's row. */
  readonly source: string;
  /** Anchors of the specification that it answers for beside those of its cases; see `suites/specification.ts`. */
  readonly covers?: readonly string[];
  /** Ids of requirements that it follows from: where one of them is broken too, that is told first. */
  readonly restsOn?: readonly string[];
}

/** A sentence of the specification that no client of a registry can observe. */
export interface Untested {
  readonly id: string;
  readonly rule: string;
  readonly source: string;
  readonly reason: string;
  readonly covers?: readonly string[];
}

/** All profiles, in the order of a report. */
export const profileOrder: readonly Profile[] = [
  "read",
  "search",
  "publish",
  "trust",
  "unpublish",
  "advisories",
];
