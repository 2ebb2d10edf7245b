/** Judges observed traffic by the rules for every response. It sends nothing. */
import type { Exchange, Finding, Operation, Report } from "../../schemas/report.ts";
import type { Chapter } from "../check.ts";
import { createImmediateQuotes, quoting } from "../expect/quote.ts";
import { type Answer, textAt, valueAt } from "../exchange/answer.ts";
import { opensUpload } from "../exchange/creates.ts";
import { isGatewayError } from "../api/gateway.ts";
import { learnInstructionSecrets, learnUrlSecrets } from "../recording/instruction-secrets.ts";
import { nameOperation, readAbout } from "../recording/read-about.ts";
import type { Recorder } from "../recording/recorder.ts";
import { redactHeaders } from "../recording/redacted-headers.ts";
import { toRecordedAnswer } from "../recording/recorded-answer.ts";
import type { Redaction } from "../recording/redaction.ts";
import type { Transport, WireRequest } from "../transport/transport.ts";
import { buildScoredReport } from "../verdict/scored-report.ts";
import { createInvariantJudge } from "../verdict/invariants.ts";
import { redactReport, toRecordedTarget } from "../verdict/redact-report.ts";
import type { RunOptions, RunPlan } from "../plan/run-plan.ts";
import { select } from "../plan/selection.ts";
import type { Target } from "../target-file/target.ts";
import type { ObservedExchange, ObservedResponse } from "./observed.ts";
import { createTrafficSecrets, showsCredential } from "./traffic-secrets.ts";

/** What is judged, and by what. */
export interface TrafficPlan {
  readonly chapters: readonly Chapter[];
  readonly target: Target;
  readonly options: RunOptions;
  readonly suite: Report["suite"];
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly redaction: Redaction;
  /** Records what is judged. */
  readonly recorder: Recorder;
}

/** A rule that a response broke. */
export interface BrokenByTraffic {
  readonly id: string;
  readonly level: "must" | "should" | "gap";
  readonly finding: Omit<Finding, "rule">;
}

export interface TrafficJudge {
  /** Judges and records one exchange, and returns the rules that it broke. */
  readonly observe: (observed: ObservedExchange) => readonly BrokenByTraffic[];
  /** Judges an exchange that is recorded already. */
  readonly judgeRecorded: (exchange: Exchange, body: Uint8Array) => void;
  /** Counts an exchange that is not judged, by the reason. */
  readonly leaveOut: (reason: string) => void;
  readonly report: () => Report;
}

/** Why an exchange is not judged. */
const foreignRequest = "not a request to an endpoint of the API";

/** @throws SelectionError if nothing is selected */
export function createTrafficJudge(plan: TrafficPlan): TrafficJudge {
  const { target, redaction, recorder } = plan;
  const quotes = createImmediateQuotes(redaction.text);
  const selection = select(toInvariantsOnly(plan.chapters), plan.options);
  const judge = createInvariantJudge(selection.invariants, target.problemBase, selection.unscored);
  const secrets = createTrafficSecrets(redaction);
  const transfers = new Set<string>();
  const leftOut = new Map<string, number>();
  let ordinal = 0;
  const runPlan: RunPlan = { ...plan, transport: noTransport, writeLine: () => {} };

  for (const [role, value] of Object.entries(target.tokens)) redaction.add(value, role);
  recorder.start({
    kind: "run",
    startedAtMs: plan.startedAtMs,
    options: plan.options,
    target: toRecordedTarget(target, redaction),
  });

  function leaveOut(reason: string): void {
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  }

  function judgeAnswer(answer: Answer): void {
    const isSetAside = isGatewayError(answer);
    const judged = plan.options.traffic?.hidesCredentials === true ? withUnknownCredential(answer) : answer;
    judge.judge(isSetAside ? { ...judged, isSetAside } : judged);
  }

  function observe(observed: ObservedExchange): readonly BrokenByTraffic[] {
    const { request, response } = observed;
    const operation = nameTraffic(observed, target.baseUrl, transfers);
    if (operation === undefined) leaveOut(foreignRequest);
    else if ("unusable" in response) leaveOut(response.unusable);
    else {
      learnInstructions(operation, response, { redaction, request: toWire(request) });
      for (const url of addressesIn(operation, response))
        if (URL.canParse(url, request.url)) transfers.add(new URL(url, request.url).href);
      const id = `traffic#${ordinal++}`;
      const sent = toWire(secrets.hide(request));
      const headers = redactHeaders(redaction, sent.headers);
      const exchange = recorder.record(sent, toOutcome(observed, response, plan), {
        id,
        actor: "traffic",
        operation,
        about: readAbout({ ...sent, headers }, target.baseUrl),
      });
      const answer = toRecordedAnswer(exchange, redaction.bytes(response.body));
      if (answer === undefined) leaveOut("the body has too many values or levels");
      else judgeAnswer(answer);
      return judge.brokenRules(id);
    }
    return [];
  }

  return {
    observe: (observed) => quoting.run(quotes, () => observe(observed)),
    judgeRecorded(exchange, body) {
      quoting.run(quotes, () => {
        const answer = toRecordedAnswer(exchange, body);
        if (answer === undefined) leaveOut("the body has too many values or levels");
        else judgeAnswer(answer);
      });
    },
    leaveOut,
    report() {
      const report = quoting.run(quotes, () =>
        buildScoredReport({
          plan: runPlan,
          selection,
          outcomes: new Map(),
          judge,
          recorder,
          runId: "traffic",
          scheduler: { limiterWaitMs: 0, isPaused: false, atOnce: 1, maxAtOnce: 1 },
          interrupted: false,
          notCleanedUp: [],
          created: [],
        }),
      );
      return redactReport(withLeftOut(report, leftOut), redaction.text);
    },
  };
}

function withLeftOut(report: Report, leftOut: ReadonlyMap<string, number>): Report {
  const { traffic } = report.run;
  if (traffic === undefined) return report;
  const notJudged = [...leftOut].map(([reason, count]) => ({ reason, count }));
  return { ...report, run: { ...report.run, traffic: { ...traffic, notJudged } } };
}

/** The rules for every response alone: checks send requests. */
function toInvariantsOnly(chapters: readonly Chapter[]): readonly Chapter[] {
  return chapters.map(({ id, title, invariants = [] }) => ({ id, title, checks: [], invariants }));
}

const noTransport: Transport = {
  live: false,
  send: () => Promise.reject(new Error("observed traffic is judged without sending anything")),
  sleep: () => Promise.resolve(),
  now: () => 0,
  close: () => Promise.resolve(),
};

function toWire({ method, url, headers, body }: ObservedExchange["request"]): WireRequest {
  return { method, url, headers, maxBytes: 0, ...(body === undefined ? {} : { body }) };
}

function toOutcome(
  { startedAtMs, durationMs }: ObservedExchange,
  response: ObservedResponse,
  plan: TrafficPlan,
): Parameters<Recorder["record"]>[1] {
  return { response, startedAtMs: Math.max(0, startedAtMs - plan.startedAtMs), durationMs };
}

/** The operation of an observed request; undefined if it is for no endpoint, or if something on the client's side answered it. */
function nameTraffic(
  { request, response }: ObservedExchange,
  baseUrl: string,
  transfers: ReadonlySet<string>,
): Operation | undefined {
  // the proxy of the client asks for its own credentials
  if ("status" in response && response.status === 407) return undefined;
  return (
    nameOperation(request.method, request.url, baseUrl) ??
    (transfers.has(request.url) ? "transferBytes" : undefined)
  );
}

/** The addresses of bytes that a response names: an upload instruction, or the `dist` of a release. */
function addressesIn(operation: Operation, { status, body }: ObservedResponse): readonly string[] {
  if (status < 200 || status > 299) return [];
  const value = readBody(body);
  const url = opensUpload(operation)
    ? textAt(value, "upload", "url")
    : textAt(operation === "finalizeReleaseUpload" ? valueAt(value, "release") : value, "dist", "url");
  return url === undefined ? [] : [url];
}

function readBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function learnInstructions(
  operation: Operation,
  response: ObservedResponse,
  { redaction, request }: { readonly redaction: Redaction; readonly request: WireRequest },
): void {
  if (opensUpload(operation)) learnInstructionSecrets(redaction, response, request);
  learnUrlSecrets(redaction, response, request);
}

/** Where credentials are left out of a file, a request may have had one: only the rules that hold in both cases can be judged. */
function withUnknownCredential(answer: Answer): Answer {
  const { exchange } = answer;
  if (showsCredential(exchange.request)) return answer;
  return { ...answer, exchange: { ...exchange, about: { ...exchange.about, credential: "other" } } };
}
