/** Runs the selected checks against one target and gives the report: open, run, close. */
import PQueue from "p-queue";
import { type Check, isLast, type Observation } from "../check.ts";
import { interruption } from "../transport/network-error.ts";
import { createQuotes, quoting } from "../expect/quote.ts";
import { createUnderWay } from "../recording/under-way.ts";
import type { Report } from "../../schemas/report.ts";
import { cleanUp } from "./clean-up.ts";
import { brokenBy, untilGivenUp } from "./end-early.ts";
import { openRun, type OpenRun } from "./open-run.ts";
import { preflight } from "./preflight.ts";
import { Untestable } from "./untestable.ts";
import type { CheckOutcome } from "../verdict/check-outcome.ts";
import { prepareCheck, runCheck } from "./run-check.ts";
import type { RunPlan, RunProgress } from "../plan/run-plan.ts";
import { redactJudge, redactOutcomes, redactReport } from "../verdict/redact-report.ts";
import { buildScoredReport } from "../verdict/scored-report.ts";
import { toVerdict } from "../verdict/verdicts.ts";

/**
 * @returns the report; the baseline has not been applied yet
 * @throws Untestable if the registry cannot be tested, SelectionError if nothing is selected
 */
export async function runSuite(given: RunPlan): Promise<Report> {
  const plan = amongOthers(given);
  const underWay = createUnderWay();
  const quotes = createQuotes({
    redact: plan.redaction.text,
    allKnown: underWay.isIdle,
    afterwards: underWay.afterwards,
  });
  const clean = (text: string): string => plan.redaction.text(quotes.fill(text));
  try {
    return await quoting.run(quotes, async () => {
      const open = openRun(plan, underWay);
      await probeRegistry(open);
      return redactReport(await closeRun(open, await runChecks(open), clean), clean);
    });
  } catch (error) {
    underWay.finish();
    if (error instanceof Untestable) error.message = clean(error.message);
    throw error;
  }
}

/** A shard is not alone on the registry: the others publish at the same time. */
function amongOthers(plan: RunPlan): RunPlan {
  return plan.options.shard === undefined ? plan : { ...plan, target: { ...plan.target, exclusive: false } };
}

/** @throws Untestable if the registry cannot be tested, unless the run was interrupted */
async function probeRegistry({ plan, context, phase }: OpenRun): Promise<void> {
  try {
    const probing = preflight(context, (id) => {
      phase.runId = plan.options.visit?.runId ?? id;
    });
    await untilGivenUp(probing, plan.signal);
  } catch (error) {
    // an interrupted preflight says nothing about the registry; each check then reports that it was not reached
    if (!(error instanceof Untestable) || !isInterrupted(plan)) throw error;
  }
}

/** The outcomes of the checks. */
interface CheckResults {
  readonly outcomes: ReadonlyMap<string, CheckOutcome>;
  /** Checks and observations that the run ended before. */
  readonly notReached: readonly string[];
}

/**
 * Runs all checks side by side, then those that other writers would disturb, and at last those that judge the whole run. After
 * that, the checks outside of the requirement set run in the same order: nothing of what they do can change a scored result.
 */
async function runChecks(open: OpenRun): Promise<CheckResults> {
  const { plan, selection, context, phase } = open;
  const { depth, concurrency, soakMs } = plan.options;
  const isSequential = concurrency === 1;
  const all = [...selection.carriers, ...selection.checks, ...selection.observations];
  const outcomes = new Map<string, CheckOutcome>();
  let failed = 0;

  async function runOne(one: Check | Observation): Promise<void> {
    const isOver = plan.signal?.aborted || hasEnough(plan, failed);
    if (!isOver && !plan.replaying?.notReached?.has(one.id)) {
      const ended = await runCheck(one, { run: context, depth, soakMs, isSequential });
      outcomes.set(one.id, ended);
      if (isFailure(open, one, ended)) failed += 1;
    }
    reportProgress(open, one, { outcomes, checksTotal: all.length, failed });
  }

  /** The set-ups that a check of the end asks for early. */
  async function prepareOne(one: Check | Observation): Promise<void> {
    if (plan.signal?.aborted || !("prepare" in one) || plan.replaying?.notReached?.has(one.id)) return;
    await prepareCheck(one, { run: context, depth, soakMs, isSequential });
  }

  async function runAll(among: readonly (Check | Observation)[]): Promise<void> {
    const early = among.filter((one) => !isLast(one));
    const toPrepare = among.filter((one) => isLast(one) && "prepare" in one);
    await runSideBySide(open, [...early.filter((one) => !isAlone(one)), ...toPrepare], (one) =>
      isLast(one) ? prepareOne(one) : runOne(one),
    );
    await runSideBySide(open, early.filter(isAlone), runOne);
    const last = among.filter(isLast);
    if (soakMs !== undefined && phase.isScored && last.length > 0)
      await plan.transport.sleep(soakMs, "soak", { reason: "before all is read once more, as --soak says" });
    const together = last.filter((one) => one.last === "together");
    await holdingNotes(phase, () => runSideBySide(open, together, runOne));
    for (const one of last) if (!together.includes(one)) await runOne(one);
  }

  async function runScoredFirst(): Promise<void> {
    await runAll(all.filter(({ id }) => !selection.unscored.has(id)));
    phase.isScored = false;
    await runAll(all.filter(({ id }) => selection.unscored.has(id)));
  }
  await untilGivenUp(runScoredFirst(), plan.signal);
  const notReached = all.map(({ id }) => id).filter((id) => !outcomes.has(id));
  // an interrupted run gives a check that had begun the same reason as one that had not
  const reason = isInterrupted(plan) ? interruption : stoppedEarly(plan.options.maxFailures);
  for (const id of notReached)
    outcomes.set(id, { ...notReachedOutcome, outcome: { verdict: "blocked", reason } });
  return { outcomes, notReached };
}

/** No check sees what another one meanwhile notes: the order of answers, which is another when a run is verified, changes nothing. */
async function holdingNotes(phase: OpenRun["phase"], work: () => Promise<void>): Promise<void> {
  const held: (() => void)[] = [];
  phase.heldNotes = held;
  await work();
  delete phase.heldNotes;
  for (const note of held) note();
}

/** Runs checks at once, those that take longest first. */
async function runSideBySide(
  { plan, context }: OpenRun,
  checks: readonly (Check | Observation)[],
  runOne: (one: Check | Observation) => Promise<void>,
): Promise<void> {
  const { scheduler } = context.session;
  const isSequential = plan.options.concurrency === 1;
  const queue = new PQueue({ concurrency: toChecksAtOnce(scheduler.figures().atOnce, plan) });
  scheduler.onResize((size) => {
    queue.concurrency = toChecksAtOnce(size, plan);
  });
  const priorityOf = ({ id }: Check | Observation): number =>
    isSequential ? 0 : context.session.chainLengthOf(id);
  await Promise.all(checks.map((one) => queue.add(() => runOne(one), { priority: priorityOf(one) })));
}

/** True if as many requirements failed as `maxFailures` allows. A replay knows from its recording what was not reached. */
function hasEnough({ options, replaying }: OpenRun["plan"], failed: number): boolean {
  return options.maxFailures !== undefined && replaying === undefined && failed >= options.maxFailures;
}

/** True for a failure of a check in the requirement set, and not a warning. */
function isFailure({ plan, selection }: OpenRun, one: Check | Observation, ended: CheckOutcome): boolean {
  if (!("level" in one) || selection.unscored.has(one.id)) return false;
  return toVerdict(ended.outcome, one.level, plan.options.strict) === "failed";
}

function stoppedEarly(maxFailures: number | undefined): string {
  return `the run stopped before this check: --max-failures is ${maxFailures ?? "not set"}`;
}

function reportProgress(
  open: OpenRun,
  one: Check | Observation,
  {
    outcomes,
    checksTotal,
    failed,
  }: Pick<CheckResults, "outcomes"> & { readonly checksTotal: number; readonly failed: number },
): void {
  const { plan, context, selection } = open;
  const { recorder, scheduler } = context.session;
  plan.onProgress?.({
    checksDone: outcomes.size,
    checksTotal,
    chapter: one.id.split("/")[0] ?? "",
    requests: recorder.counts().registry,
    failed,
    ...(selection.unscored.has(one.id) ? {} : toEnded(one, outcomes.get(one.id), plan.options.strict)),
    limiterWaitMs: scheduler.figures().limiterWaitMs,
    elapsedMs: Date.now() - (plan.options.visit?.startedAtMs ?? plan.startedAtMs),
  });
}

/** The check that ended, unless the run ended before it: without a text, in which a secret may not be known yet. */
function toEnded(
  one: Check | Observation,
  ended: CheckOutcome | undefined,
  strict: boolean,
): Pick<RunProgress, "ended"> {
  if (ended === undefined || !("run" in one)) return {};
  const verdict = toVerdict(ended.outcome, one.level, strict);
  return { ended: { id: one.id, verdict, durationMs: ended.durationMs } };
}

/** Unpublishes what the run has published, ends the recording, and builds the report. */
async function closeRun(
  open: OpenRun,
  { outcomes, notReached }: CheckResults,
  clean: (text: string) => string,
): Promise<Report> {
  const { plan, selection, judge, context, phase } = open;
  const { journal, recorder, scheduler, underWay } = context.session;
  phase.isOver = true;
  const toCleanUp = journal.releases().length;
  if (plan.options.cleanUp && toCleanUp > 0) plan.onCleanUp?.(toCleanUp);
  const cleaning = plan.options.cleanUp ? cleanUp(context) : Promise.resolve([]);
  const notCleanedUp = (await untilGivenUp(cleaning, plan.signal, cleanUpMs)) ?? journal.remaining();
  const interrupted = isInterrupted(plan);
  const broken = plan.replaying?.broken ?? brokenBy(plan.signal);
  underWay.finish();
  const isStopped = !interrupted && notReached.length > 0;
  const stoppedAfter = isStopped ? plan.options.maxFailures : undefined;
  if (interrupted || isStopped) {
    recorder.interrupted(notReached, {
      ...(broken === undefined ? {} : { broken }),
      ...(stoppedAfter === undefined ? {} : { stoppedAfter }),
    });
  }
  return buildScoredReport({
    notCleanedUp,
    interrupted,
    ...(broken === undefined ? {} : { broken }),
    ...(stoppedAfter === undefined ? {} : { stoppedAfter }),
    created: journal.releases(),
    plan,
    selection,
    outcomes: redactOutcomes(outcomes, clean),
    judge: redactJudge(judge, clean),
    recorder,
    runId: phase.runId,
    scheduler: scheduler.figures(),
  });
}

/** Milliseconds for the clean-up after an interrupt: longer than the transport gives its requests. */
const cleanUpMs = 60_000;

function isInterrupted({ signal, replaying }: RunPlan): boolean {
  if (replaying !== undefined)
    return replaying.notReached !== undefined && replaying.stoppedAfter === undefined;
  return signal?.aborted === true;
}

/**
 * More checks than requests are under way. While some wait for a rate limiter or for a change to become visible, others use
 * the free places. The scheduler decides how many requests are sent at once.
 */
function toChecksAtOnce(requestsAtOnce: number, { options }: RunPlan): number {
  return options.concurrency === 1 ? 1 : requestsAtOnce * 3;
}

function isAlone(one: Check | Observation): boolean {
  return "alone" in one && one.alone === true;
}

const notReachedOutcome: Omit<CheckOutcome, "outcome"> = {
  findings: [],
  exchanges: [],
  durationMs: 0,
};
