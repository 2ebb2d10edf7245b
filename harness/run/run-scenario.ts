/** Runs the scenario of one check in one form. */
import { expiredMeanwhile } from "../given/expired-meanwhile.ts";
import { type Check, isLast, type Observation } from "../check.ts";
import type { Form, Half } from "../vocabulary.ts";
import { chooseOwner, type FindOwner } from "../expect/broken-rules.ts";
import { type AssertionListener, createExpect } from "../expect/expect.ts";
import {
  askHalf,
  createContext,
  eventually,
  type GivenContext,
  halfOf,
  type RunContext,
  toSuffix,
} from "../given/context.ts";
import { createGiven } from "../given/create-given.ts";
import { assertFormatAccepted } from "../given/trust.ts";
import { Blocked, ExpectationFailed, nothingToJudge, repeatOnNetworkFailure, Skipped } from "../outcome.ts";
import { resolveReference } from "../exchange/references.ts";
import { type Actor, drainRequests, isQuick, restartScenario } from "../api/session.ts";
import { deriveNumber } from "../seed.ts";
import type { Depth } from "../../schemas/report.ts";
import { formsOf, formWithoutNames, runsInBothForms } from "../plan/check-forms.ts";
import { assertNeeds } from "../plan/needs.ts";
import { judgeEach } from "./each.ts";
import { PropertyFailed, tryProperty } from "./property.ts";
import type { Outcome } from "../verdict/check-outcome.ts";
import type { Tools } from "./tools.ts";

export interface ScenarioOptions {
  readonly run: RunContext;
  readonly depth: Depth;
  /** Milliseconds that the run waits before the checks that judge all of it. */
  readonly soakMs?: number | undefined;
  /** True to run one form after the other. */
  readonly isSequential?: boolean;
}

type Scenario = (tools: Tools) => Promise<string | void>;

/** One try of a scenario. */
export interface Row {
  readonly form: Form | undefined;
  /** Absent for that of the form. */
  readonly half?: Half;
}

/** A scenario in one form, done. */
export interface Done {
  readonly form: Form | undefined;
  readonly outcome: Outcome;
  readonly answer?: string;
  readonly actor: Actor;
  readonly reviewed: ReadonlySet<string>;
}

/** Runs the scenario in one form of names, with one half of what it varies. */
export async function runInRow(
  check: Check | Observation,
  options: ScenarioOptions,
  { form, half: ownHalf }: Row,
): Promise<Done> {
  const scenario: Scenario = "run" in check ? check.run : check.observe;
  const named = form ?? formWithoutNames(options.run);
  const half = ownHalf ?? halfOf(named);
  const suffix = form === undefined ? "" : toSuffix({ form, half });
  const context = {
    ...createContext(options.run, `${check.id}${suffix}`, named, half),
    keepsSetUps: isLast(check),
  };
  const reviewed = new Set<string>();
  const about = { context, check, options, form, mustAssert: "run" in check, reviewed };
  return { form, actor: context.actor, reviewed, ...(await runScenario(scenario, about)) };
}

interface ScenarioAbout {
  readonly context: GivenContext;
  readonly check: Check | Observation;
  readonly options: ScenarioOptions;
  readonly form: Form | undefined;
  readonly mustAssert: boolean;
  /** Where exchanges of other checks are noted that the scenario judges. */
  readonly reviewed: Set<string>;
}

async function runScenario(
  scenario: Scenario,
  about: ScenarioAbout,
): Promise<{ readonly outcome: Outcome; readonly answer?: string }> {
  try {
    const { actor, run } = about.context;
    const { answer, reason } = await repeatOnNetworkFailure(
      () => runOnce(scenario, about),
      () => restartScenario(run.session, actor),
      () => isQuick(actor),
    );
    const outcome: Outcome = { verdict: "passed", ...(reason === undefined ? {} : { reason }) };
    return { outcome, ...(typeof answer === "string" ? { answer } : {}) };
  } catch (error) {
    return { outcome: toOutcome(error) };
  }
}

/** @returns what an observation found, and for a check the optional members that it could not judge */
async function runOnce(
  scenario: Scenario,
  about: ScenarioAbout,
): Promise<{ readonly answer: string | void; readonly reason: string | undefined }> {
  let asserted = 0;
  let judged = 0;
  const optional = new Map<string, boolean>();
  await assertNeeds(about.context, about.check);
  const tools = toTools(about, {
    onAssert(kind) {
      asserted += 1;
      if (kind === "content") judged += 1;
    },
    onOptional: (path, isPresent) => optional.set(path, isPresent || optional.get(path) === true),
    onReview: (exchange) => about.reviewed.add(exchange),
  });
  const answer = await runAndDrain(scenario, tools, about.context.actor);
  if (!about.mustAssert) return { answer, reason: undefined };
  const absent = [...optional].flatMap(([path, isPresent]) => (isPresent ? [] : [`\`${path}\``]));
  const lack = absent.length === 0 ? undefined : `the responses have no ${absent.join(", ")}`;
  // that a response has the right form says nothing about the members that it does not have
  if (judged === 0 && lack !== undefined) throw nothingToJudge(lack);
  if (asserted === 0) throw nothingToJudge("the responses have nothing of what this is about");
  return { answer, reason: lack === undefined ? undefined : `judged in part: ${lack}` };
}

async function runAndDrain(scenario: Scenario, tools: Tools, actor: Actor): Promise<string | void> {
  try {
    return await scenario(tools);
  } finally {
    await drainRequests(actor);
  }
}

/** A thrown error as an outcome. An error that is not one of the three known kinds is a bug of the suite. */
export function toOutcome(error: unknown): Outcome {
  if (error instanceof PropertyFailed)
    return { verdict: "failed", finding: error.finding, counterexample: error.counterexample };
  if (error instanceof ExpectationFailed)
    return { verdict: "failed", finding: error.finding, others: error.others };
  if (error instanceof Skipped)
    return { verdict: "skipped", reason: error.message, notOffered: error.notOffered };
  if (error instanceof Blocked) {
    return {
      verdict: "blocked",
      reason: error.message,
      ...(error.exchange === undefined ? {} : { causeExchange: error.exchange }),
      ...(error.owner === undefined ? {} : { owner: error.owner }),
    };
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { verdict: "errored", reason, error };
}

/** A check whose own rule is that of a rule for every response fails beside it; an observation is never judged. */
function toFindOwner({ check, context }: ScenarioAbout): FindOwner {
  if (!("run" in check)) return () => undefined;
  const { level, owns = [] } = check;
  return (answer, scope) => {
    const broken = context.run.session.brokenRules(answer.exchange.id);
    return chooseOwner(
      broken.filter(({ id }) => !owns.includes(id)),
      level,
      { answer, scope },
    );
  };
}

function toTools(about: ScenarioAbout, listener: AssertionListener): Tools {
  const { context, options, check, form } = about;
  const { run, actor, registry } = context;
  const seed = deriveNumber(run.seed, check.id, form ?? "none");
  const expect = createExpect(form, listener, toFindOwner(about), (answer) => expiredMeanwhile(run, answer));
  /** A part of a scenario that restarts alone: a lost response costs one part, not those before it. */
  const oneOfMany = (part: () => Promise<void>): Promise<void> =>
    repeatOnNetworkFailure(
      part,
      () => restartScenario(run.session, actor),
      () => isQuick(actor),
    );
  return {
    form: context.form,
    get half() {
      return askHalf(context);
    },
    runsInBothForms: runsInBothForms(check, options) && formsOf(check, options).length > 1,
    given: createGiven(context),
    registry,
    expect: {
      ...expect,
      success(answer, status) {
        assertFormatAccepted(context, answer);
        expect.success(answer, status);
      },
    },
    target: run.target,
    depth: options.depth,
    readsAllAgain: options.depth === "deep" || options.soakMs !== undefined || run.isVisit,
    seed,
    eventually: (request, about) => eventually(context, request, about),
    entries: (ledger) => ledger.entries(run.session),
    property: (property, predicate) =>
      tryProperty({ ...property, seed, depth: options.depth, hasTime: () => isQuick(actor) }, (input) =>
        oneOfMany(() => predicate(input)),
      ),
    each: (values, judge) => judgeEach(values, (value, place) => oneOfMany(() => judge(value, place))),
    async repeat(times, run) {
      for (let time = 0; time < times; time++) await oneOfMany(run);
    },
    now: () => actor.nowMs,
    hasTime: () => isQuick(actor),
    wallClock: () => run.startedAtMs + actor.nowMs,
    resolve: (reference, answer) => resolveReference(reference, answer.url),
  };
}
