/**
 * The vocabulary of the suite: what a chapter is made of. Types only. The words are those of README's glossary.
 */
import type { Depth, Exchange, Finding, Level, Operation } from "../schemas/report.ts";
import type { Answer } from "./registry/answer.ts";
import type { Tools } from "./running/tools.ts";

/** The two forms of a volume's path and name: with and without `@<scope>/`. */
export type Form = "scoped" | "unscoped";

/** The roles of tokens that a target can name, or that the states hook can make. */
export type TokenRole =
  "publisher" | "outsider" | "publishOnly" | "trustOnly" | "expired" | "revoked" | "rateLimited";

/** States that the states hook can be asked for. */
export type StateName =
  | "token"
  | "release-status"
  | "git-release"
  | "intent-expired"
  | "intent-failed"
  | "advisory"
  | "release-purged"
  | "inconsistent";

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

/** One testable sentence of the specification. */
export interface Requirement {
  /** `chapter/outcome-in-the-present-tense`; stable for ever. */
  readonly id: string;
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
}

/** A scripted or property-based probe of the requirement it carries. */
export interface Check extends Requirement {
  readonly needs?: readonly Need[];
  /**
   * `each` (the default) runs the scenario for scoped and unscoped names; `either` for one of them, where the name makes no
   * difference and the scenario is costly; `none` where no volume name is involved.
   */
  readonly forms?: "each" | "either" | "none" | Form;
  /** The smallest depth at which it runs; `quick` by default. */
  readonly from?: Depth;
  /** True for a check that other writers, even our own, would disturb: it runs by itself. */
  readonly alone?: boolean;
  readonly run: (tools: Tools) => Promise<void>;
}

/** What an invariant says of one exchange: nothing to judge, held, or a finding. */
export type Judgement = "not-applicable" | "held" | Omit<Finding, "rule" | "exchange">;

/** What an invariant may look at besides the answer. */
export interface JudgementContext {
  /** The problem namespace: configured, or learnt from the first well-formed problem. */
  readonly problemBase: string | undefined;
}

/** A requirement judged on every exchange of every check. */
export interface Invariant extends Requirement {
  readonly judge: (answer: Answer, context: JudgementContext) => Judgement;
}

/** A question the specification leaves open, and how to see what this registry does. Never judged. */
export interface Observation {
  readonly id: string;
  readonly question: string;
  readonly source: string;
  readonly operations: readonly Operation[];
  readonly needs?: readonly Need[];
  readonly forms?: "each" | "either" | "none" | Form;
  readonly from?: Depth;
  readonly covers?: readonly string[];
  /** The answer in one sentence, as plain fact. */
  readonly observe: (tools: Tools) => Promise<string>;
}

/** A sentence of the specification that no client of a registry can observe. */
export interface Untested {
  readonly id: string;
  readonly rule: string;
  readonly source: string;
  readonly reason: string;
  readonly covers?: readonly string[];
}

/** A chapter of the suite: a folder of `suites/`. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly checks: readonly Check[];
  readonly invariants?: readonly Invariant[];
  readonly observations?: readonly Observation[];
  readonly untested?: readonly Untested[];
}

export type { Depth, Exchange, Finding, Level, Operation, Tools };
