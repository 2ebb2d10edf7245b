/** Runs the selected checks against one target and gives the report. */
import PQueue from "p-queue";
import type { Chapter, Check, Observation } from "../check.ts";
import type { RunContext } from "../given/context.ts";
import { createJournal, type Journal } from "../registry/journal.ts";
import type { Session } from "../registry/session.ts";
import { createPoliteness } from "../registry/politeness.ts";
import { createRecorder } from "../registry/recorder.ts";
import type { Redaction } from "../registry/redaction.ts";
import type { Transport } from "../registry/transport.ts";
import { interruption } from "../registry/network-error.ts";
import { quoting } from "../expect/quote.ts";
import { createStatesHook } from "../target-file/states.ts";
import type { Target } from "../target-file/target.ts";
import { createTokens } from "../target-file/tokens.ts";
import type { Depth, Profile, Report } from "../../schemas/report.ts";
import { buildReport } from "./build-report.ts";
import { cleanUp } from "./clean-up.ts";
import { createInvariantJudge } from "./invariants.ts";
import { preflight, Untestable } from "./preflight.ts";
import { type CheckOutcome, runCheck } from "./run-check.ts";
import { select } from "./selection.ts";
import { redactResults, toRecordedTarget } from "./without-secrets.ts";

/** How a run is to be done. */
export interface RunOptions {
  readonly depth: Depth;
  readonly seed: number;
  readonly profiles: readonly Profile[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly concurrency: number;
  /** Requests per second. */
  readonly rate?: number;
  readonly strict: boolean;
  readonly readOnly: boolean;
  /** Whether what the run published is unpublished at its end. */
  readonly cleanUp: boolean;
  /** How the target was named on the command line, as words of a shell such as `--target target.json`; part of the commands that repeat a check. */
  readonly named: string;
}

/** How far a run is. */
export interface RunProgress {
  readonly checksDone: number;
  readonly checksTotal: number;
  /** Of the check that ended last. */
  readonly chapter: string;
  readonly requests: number;
  /** Checks that failed so far. */
  readonly failed: number;
  readonly limiterWaitMs: number;
  readonly elapsedMs: number;
}

export interface RunPlan {
  readonly chapters: readonly Chapter[];
  readonly target: Target;
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly redaction: Redaction;
  /** Given where somebody else wants to know what the run has created, whatever becomes of it. */
  readonly journal?: Journal;
  readonly suite: Report["suite"];
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** Receives `exchanges.ndjson`, line by line. */
  readonly writeLine: (line: string) => void;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Aborted when the run is to stop early. */
  readonly signal?: AbortSignal;
  /** Set when a recorded run is judged again. */
  readonly replaying?: {
    /** The problem namespace that the run learnt. */
    readonly problemBase: string | undefined;
    /** The checks and observations that the run was interrupted before; nothing where it was not interrupted. */
    readonly notReached: ReadonlySet<string> | undefined;
  };
}

/**
 * @returns the report; the baseline has not been looked at yet
 * @throws Untestable where the registry cannot be tested, SelectionError where nothing is selected
 */
export async function runSuite(plan: RunPlan): Promise<Report> {
  try {
    const report = await quoting.run(plan.redaction.text, () => runSelected(plan));
    return redactResults(report, plan.redaction);
  } catch (error) {
    if (error instanceof Untestable) error.message = plan.redaction.text(error.message);
    throw error;
  }
}

async function runSelected(plan: RunPlan): Promise<Report> {
  const { options, target } = plan;
  const selection = select(plan.chapters, options);
  const judge = createInvariantJudge(selection.invariants, target.problemBase ?? plan.replaying?.problemBase);
  const recorder = createRecorder(plan.redaction, plan.writeLine);
  const politeness = createPoliteness({
    concurrency: options.concurrency,
    sleep: plan.transport.sleep,
    live: plan.transport.live,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
  let isOver = false;
  const readOnly = options.readOnly || (target.tokens.publisher === undefined && target.states === undefined);
  const journal = plan.journal ?? createJournal(target.baseUrl);
  const session: Session = {
    readOnly,
    namespace: target.namespace,
    ...(target.states === undefined ? {} : { runWord: () => runId }),
    baseUrl: target.baseUrl,
    transport: plan.transport,
    recorder,
    journal,
    redaction: plan.redaction,
    politeness,
    seed: options.seed,
    limiterPatienceMs: target.limits.limiterPatienceMs,
    settleMs: target.limits.settleMs,
    arrivals: new Set(),
    checkDeadlineMs: target.limits.checkDeadlineMs,
    judge: (answer) => {
      if (!isOver) judge.judge(answer);
    },
  };
  let runId = "";
  const states = createStatesHook(session, target);
  const run: RunContext = {
    session,
    target,
    states,
    tokens: createTokens(session, target, states),
    runId: () => runId,
    startedAtMs: plan.startedAtMs,
    seed: options.seed,
    readOnly,
    setUpKeys: new Map<string, object>(),
  };
  recorder.start({
    kind: "run",
    startedAtMs: plan.startedAtMs,
    options,
    target: toRecordedTarget(target, plan.redaction),
  });
  const isInterrupted = (): boolean =>
    plan.signal?.aborted === true || plan.replaying?.notReached !== undefined;
  await preflight(run, (id) => {
    runId = id;
  }).catch((error: unknown) => {
    // a preflight that was interrupted says nothing about the registry, and every check says that it was not reached
    if (!(error instanceof Untestable) || !isInterrupted()) throw error;
  });

  const outcomes = new Map<string, CheckOutcome>();
  const all: readonly (Check | Observation)[] = [
    ...selection.checks,
    ...selection.carriers,
    ...selection.observations,
  ];
  let done = 0;
  const notReached: string[] = [];
  async function runOne(one: Check | Observation): Promise<void> {
    if (plan.signal?.aborted || plan.replaying?.notReached?.has(one.id)) {
      notReached.push(one.id);
      outcomes.set(one.id, notReachedOutcome);
    } else {
      outcomes.set(one.id, await runCheck(one, { run, depth: options.depth }));
    }
    done += 1;
    plan.onProgress?.({
      checksDone: done,
      checksTotal: all.length,
      chapter: one.id.split("/")[0] ?? "",
      requests: recorder.counts().registry,
      failed: [...outcomes.values()].filter((each) => each.outcome.verdict === "failed").length,
      limiterWaitMs: politeness.figures().limiterWaitMs,
      elapsedMs: Date.now() - plan.startedAtMs,
    });
  }

  const queue = new PQueue({ concurrency: toChecksAtOnce(options.concurrency) });
  await queue.addAll(all.filter((one) => !isAlone(one)).map((one) => () => runOne(one)));
  for (const one of all.filter(isAlone)) await runOne(one);

  isOver = true;
  const left = options.cleanUp ? await cleanUp(run) : [];
  const interrupted = isInterrupted();
  if (interrupted) recorder.interrupted(notReached);
  return buildReport({
    left,
    interrupted,
    created: journal.releases(),
    plan,
    selection,
    outcomes,
    judge,
    recorder,
    runId,
    politeness: politeness.figures(),
  });
}

/**
 * More checks than requests are under way, so that while some wait for the limiter of one token, or for something to become
 * visible, others use the room that they leave. How many requests go out at once is the scheduler's to say.
 */
function toChecksAtOnce(concurrency: number): number {
  return concurrency === 1 ? 1 : concurrency * 3;
}

function isAlone(one: Check | Observation): boolean {
  return "alone" in one && one.alone === true;
}

const notReachedOutcome: CheckOutcome = {
  outcome: { verdict: "blocked", reason: interruption },
  findings: [],
  exchanges: [],
  durationMs: 0,
};
