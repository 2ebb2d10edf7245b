/** What a chapter is made of: checks, invariants, observations. Types only. The words are those of GLOSSARY.md. */
import type { Slug } from "../schemas/problems.ts";
import type { Depth, Finding, Operation } from "../schemas/report.ts";
import type { Ledger } from "./ledger.ts";
import type { Answer } from "./exchange/answer.ts";
import type { Tools } from "./run/tools.ts";
import type { Form, Half, Need, Requirement, Sentence, StateName, Untested } from "./vocabulary.ts";

/** A deviation that many checks meet: another problem came than this one, or the content of a success is wrong. */
export type SharedDeviation = `another problem for ${Slug}` | `content of ${Operation}` | "refused download";

/** A scripted or property-based probe of the requirement it carries. */
export interface Check extends Requirement {
  readonly needs?: readonly Need[];
  /** States of the hook that it uses where the hook offers them: without, it has another way, or nothing to judge. */
  readonly uses?: readonly StateName[];
  /**
   * `each` (the default) runs the scenario for scoped and unscoped names. `either` is for what hardly depends on the name: at depth
   * standard, a `must` runs in both forms, anything else in the first form that is offered, the same for every seed.
   * `one` is for what costs many requests: it runs in the first form that is offered, and the report names the other. `one-last` is
   * the same with the last form: a store may treat names without a scope in another way. A deep run tries both.
   * `none` is for what involves no volume name.
   */
  readonly forms?: "each" | "either" | "one" | "one-last" | "none" | Form;
  /** The smallest depth at which it runs; `quick` by default. */
  readonly from?: Depth;
  /** True for a check that writers, even our own, would disturb: it only reads, and runs after all others beside its kind. */
  readonly alone?: boolean;
  /**
   * True for a check that judges the whole run. It runs after all others. What another check or rule reports, it leaves to that.
   * `together` is for one with requests that disturb no other of its kind: these run first, at once, and none sees what another notes.
   */
  readonly last?: boolean | "together";
  /** For a check of the end: asks for set-ups, so that they are built beside the other checks. It sends nothing of its own. */
  readonly prepare?: (tools: Tools) => Promise<unknown>;
  /** True for a check that plays through many operations: where a plainer check sees the same deviation, that one reports it. */
  readonly isStory?: boolean;
  /** The ledgers that it reads. */
  readonly ledgers?: readonly Ledger<unknown>[];
  /**
   * Ids of rules for every response that state what this check states too: it fails beside them. By all others it is blocked,
   * or goes on if it can still decide.
   */
  readonly owns?: readonly string[];
  /**
   * Deviations that other checks meet on their way. If this check fails for one of them, the others are blocked by it, except
   * those that name it in `owns`.
   */
  readonly answersFor?: readonly SharedDeviation[];
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
  /** True if no check can use a response that breaks it: such checks are blocked by it, or go on if they can still decide. */
  readonly ownsResponse?: boolean | ((answer: Answer) => boolean);
  /** True if it judges the form of documents. Where a malformed member is a deviation of other requirements too, it is of this one. */
  readonly judgesForm?: boolean;
  /** True if it judges the answers of gateways, too, after which a request was sent again. */
  readonly judgesGateways?: boolean;
  readonly judge: (answer: Answer, context: JudgementContext) => Judgement;
}

/** A question the specification leaves open, and how to see what this registry does. Never judged. */
export interface Observation {
  readonly id: string;
  readonly question: string;
  readonly source: string;
  readonly operations: readonly Operation[];
  readonly needs?: readonly Need[];
  readonly forms?: "each" | "either" | "one" | "one-last" | "none" | Form;
  readonly from?: Depth;
  readonly covers?: readonly string[];
  /** True for one that tells of the whole run: it is answered after all checks that are not. */
  readonly last?: true;
  /** True for one about the test system: the specification leaves nothing open there. */
  readonly isOfTestSystem?: true;
  /** The ledgers that it reads. */
  readonly ledgers?: readonly Ledger<unknown>[];
  /** The answer in one sentence, as plain fact. */
  readonly observe: (tools: Tools) => Promise<string>;
}

/** A chapter of the suite: a folder of `suites/`. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  /** The sentences of this chapter that have more than one case, in whichever chapter the cases are. */
  readonly sentences?: readonly Sentence[];
  readonly checks: readonly Check[];
  readonly invariants?: readonly Invariant[];
  readonly observations?: readonly Observation[];
  readonly untested?: readonly Untested[];
}

// a suite imports its words from here
export type { FixtureState, Sentence, TokenRole } from "./vocabulary.ts";
export type { Depth, Form, Half, Operation, Tools, Untested };

/** True for a check that judges what the whole run did. One of another chapter that only runs late asks its own requests. */
export function isAudit(check: Check): boolean {
  return check.last === true || (isLast(check) && check.id.startsWith("audit/"));
}

/** True for a check that looks at much at once: a plainer one says more exactly what is wrong. */
export function isBroad(check: Check): boolean {
  return check.isStory === true || isAudit(check);
}

/** True for a check that judges the whole run. */
export function isLast(one: Check | Observation): boolean {
  return one.last !== undefined && one.last !== false;
}
