/** Opens a run: selects the checks, and builds everything that its requests share. */
import type { Exchange } from "../../schemas/report.ts";
import type { RunContext } from "../given/context.ts";
import type { Ledger } from "../ledger.ts";
import { createJournal } from "../api/journal.ts";
import { createLastWrites } from "../api/last-writes.ts";
import { createUploadIds } from "../api/upload-ids.ts";
import { createScheduler, type Scheduler } from "../transport/scheduler.ts";
import { toRecordedAnswer } from "../recording/recorded-answer.ts";
import { toBytes } from "../recording/recorded-body.ts";
import { createRecorder } from "../recording/recorder.ts";
import { toShownExchange } from "../recording/shown-exchanges.ts";
import { createUnderWay, type UnderWay } from "../recording/under-way.ts";
import { withinBudget } from "../recording/run-budget.ts";
import type { Session } from "../api/session.ts";
import { createStatesHook } from "../target-file/states.ts";
import { toRunId } from "./publish-shared.ts";
import { createTokens } from "../target-file/tokens.ts";
import { readLengths } from "../plan/check-lengths.ts";
import { createInvariantJudge, type InvariantJudge } from "../verdict/invariants.ts";
import type { RunPlan } from "../plan/run-plan.ts";
import { type Selection, select } from "../plan/selection.ts";
import { toRecordedTarget } from "../verdict/redact-report.ts";

/** A run that is open: requests can be sent. */
export interface OpenRun {
  readonly plan: RunPlan;
  readonly selection: Selection;
  readonly judge: InvariantJudge;
  readonly context: RunContext;
  readonly phase: RunPhase;
}

/** What changes while a run is open. */
export interface RunPhase {
  /** A short word that is in every name this run makes; the preflight sets it. */
  runId: string;
  /** True after the last check: the answers to the clean-up are not judged. */
  isOver: boolean;
  /** True after the last check of the requirement set: what other checks meet is not scored. */
  isScored: boolean;
  /** What checks that run together have to note: for none of them to see. */
  heldNotes?: (() => void)[];
}

/**
 * @param underWay the run's requests under way, on which its quotes depend
 * @throws SelectionError if nothing is selected
 */
export function openRun(plan: RunPlan, underWay: UnderWay): OpenRun {
  const { options, target } = plan;
  const selection = select(plan.chapters, options);
  const judge = createInvariantJudge(
    selection.invariants,
    target.problemBase ?? plan.replaying?.problemBase,
    selection.unscored,
  );
  const phase: RunPhase = { runId: "", isOver: false, isScored: true };
  const ledgers = ledgersOf(selection);
  const session = createSession(plan, { judge, phase, underWay, ledgers });
  const states = createStatesHook(
    session,
    target,
    toRunId({ seed: options.seed, session }, "hook", plan.startedAtMs),
  );
  const context: RunContext = {
    session,
    target,
    states,
    tokens: createTokens(session, target, states),
    runId: () => phase.runId,
    startedAtMs: plan.startedAtMs,
    seed: options.seed,
    readOnly: session.readOnly,
    depth: options.depth,
    isVisit: options.visit !== undefined,
    lag: { isSeen: false },
    setUpKeys: new Map<string, object>(),
  };
  session.recorder.start({
    kind: "run",
    startedAtMs: plan.startedAtMs,
    options,
    target: toRecordedTarget(target, plan.redaction),
  });
  for (const exchange of plan.earlier ?? []) noteEarlier(session, exchange);
  return { plan, selection, judge, context, phase };
}

/** What an earlier run saw is what the reads of this one are held against. Its own run has judged it. */
function noteEarlier(session: Session, exchange: Exchange): void {
  session.recorder.copy(exchange);
  session.lastWrites.note(exchange);
  const answer = toRecordedAnswer(toShownExchange(exchange), toBytes(exchange.response?.body));
  const { body } = exchange.request;
  if (answer !== undefined)
    session.note(answer, body === undefined || body.cutAt !== undefined ? undefined : toBytes(body));
}

/** The ledgers of the selected checks and observations, each once. */
function ledgersOf({ checks, observations }: Selection): readonly Ledger<unknown>[] {
  return [...new Set([...checks, ...observations].flatMap(({ ledgers = [] }) => ledgers))];
}

interface SessionParts extends Pick<OpenRun, "judge" | "phase"> {
  readonly underWay: UnderWay;
  readonly ledgers: readonly Ledger<unknown>[];
}

function createSession(plan: RunPlan, { judge, phase, underWay, ledgers }: SessionParts): Session {
  const { options, target } = plan;
  const { replicas = [] } = target;
  const hasPublisher = target.tokens.publisher !== undefined || target.states !== undefined;
  const session: Session = {
    readOnly: options.readOnly || options.visit !== undefined || !hasPublisher,
    namespace: target.namespace,
    ...(target.states === undefined ? {} : { runWord: () => phase.runId }),
    baseUrl: target.baseUrl,
    ...(replicas.length === 0 ? {} : { replicas }),
    transport: plan.transport.live
      ? withinBudget(plan.transport, plan.redaction, [target.baseUrl, ...replicas])
      : plan.transport,
    recorder: createRecorder(plan.redaction, plan.writeLine, underWay),
    underWay,
    tokensUnderWay: createUnderWay(),
    writesUnderWay: createUnderWay(),
    journal: plan.journal ?? createJournal(),
    redaction: plan.redaction,
    scheduler: toScheduler(plan),
    chainLengthOf: readLengths(),
    expiries: new Map(),
    seed: options.seed,
    ...(options.shard === undefined ? {} : { shard: options.shard.index }),
    unavailable: new Map(),
    limiterPatienceMs: target.limits.limiterPatienceMs,
    settleMs: target.limits.settleMs,
    lastWrites: createLastWrites(plan.replaying?.exchanges),
    uploadIds: createUploadIds(plan.replaying?.exchanges),
    arrivals: new Map(),
    checkDeadlineMs: target.limits.checkDeadlineMs,
    judge: (answer) => {
      if (!phase.isOver) judge.judge(answer, !phase.isScored);
    },
    note: (answer, sent) => {
      const note = (): void => {
        for (const ledger of ledgers) ledger.note(session, answer, sent);
      };
      if (phase.heldNotes === undefined) note();
      else phase.heldNotes.push(note);
    },
    brokenRules: judge.brokenRules,
  };
  return session;
}

function toScheduler({ options, transport, hasFixedConcurrency = false }: RunPlan): Scheduler {
  return createScheduler({
    concurrency: options.concurrency,
    hasFixedConcurrency,
    sleep: transport.sleep,
    now: transport.now,
    live: transport.live,
    ...(options.rate === undefined ? {} : { rate: options.rate }),
  });
}
