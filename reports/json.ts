import type {
  Cause,
  CheckResult,
  Evidence,
  Exchange,
  Finding,
  ForeignResponses,
  ObservationResult,
  ProfileResult,
  RecordedBody,
  Report,
  CaseResult,
  RootCause,
  RequirementResult,
} from "../schemas/report.ts";
import { indexReport, type ReportIndex } from "./evidence-list.ts";
import { describeRequest } from "./request-lines.ts";
import { renderJsonLine, renderJsonValue } from "./json-text.ts";

/** The members of a type in the order they are written. A missing member is a type error. */
type Order<T> = Readonly<Record<keyof T, true>>;

const reportOrder: Order<Report> = {
  reportVersion: true,
  suite: true,
  target: true,
  run: true,
  verdict: true,
  exitCode: true,
  counts: true,
  profiles: true,
  foreignResponses: true,
  causes: true,
  rootCauses: true,
  baseline: true,
  requirements: true,
  cases: true,
  unscored: true,
  checks: true,
  observations: true,
  created: true,
  left: true,
  recording: true,
  exchanges: true,
};

const caseOrder: Order<CaseResult> = {
  id: true,
  requirement: true,
  level: true,
  title: true,
  chapter: true,
  section: true,
  reading: true,
  operations: true,
  profiles: true,
  verdict: true,
  reason: true,
  notOffered: true,
  cause: true,
  accepted: true,
  checks: true,
  evidence: true,
};

const { requirement: _requirement, ...requirementOrder } = caseOrder;

const checkOrder: Order<CheckResult> = {
  id: true,
  title: true,
  verdict: true,
  message: true,
  durationMs: true,
  exchanges: true,
  findings: true,
  counterexample: true,
  untriedForm: true,
  replay: true,
};

const evidenceOrder: Order<Evidence> = { check: true, verdict: true, exchanges: true, finding: true };
const findingOrder: Order<Finding> = {
  rule: true,
  expected: true,
  got: true,
  exchange: true,
  member: true,
  wanted: true,
  input: true,
  aspect: true,
  form: true,
};

const causeOrder: Order<Cause> = {
  id: true,
  sentence: true,
  verdict: true,
  breaks: true,
  explains: true,
  blocks: true,
  operations: true,
  count: true,
  exchange: true,
  repeat: true,
  hint: true,
  when: true,
  likewise: true,
  before: true,
  request: true,
  looksLike: true,
};

const foreignOrder: Order<ForeignResponses> = { sentence: true, hint: true, count: true, exchange: true };
const rootCauseOrder: Order<RootCause> = { cause: true, exchange: true, requirements: true };
const bodyOrder: Order<RecordedBody> = {
  size: true,
  digest: true,
  cutAt: true,
  text: true,
  base64: true,
  gzip: true,
};

const observationOrder: Order<ObservationResult> = {
  id: true,
  question: true,
  section: true,
  answer: true,
  observed: true,
  exchanges: true,
};

const profileOrder: Order<ProfileResult> = {
  name: true,
  verdict: true,
  passed: true,
  failed: true,
  warned: true,
  skipped: true,
  blocked: true,
  errored: true,
};

const countsOrder: Order<Report["counts"]> = {
  passed: true,
  failed: true,
  warned: true,
  skipped: true,
  blocked: true,
  errored: true,
};

type Implementation = NonNullable<Report["target"]["implementation"]>;
type Acceptance = NonNullable<CaseResult["accepted"]>;
type BaselineResult = NonNullable<Report["baseline"]>;
type RecordingReference = NonNullable<Report["recording"]>;

const implementationOrder: Order<Implementation> = { name: true, version: true, commit: true };
const acceptanceOrder: Order<Acceptance> = { reason: true, expires: true };
const baselineOrder: Order<BaselineResult> = { file: true, accepted: true, errors: true };
const recordingOrder: Order<RecordingReference> = { file: true, exchanges: true };

const suiteOrder: Order<Report["suite"]> = { name: true, version: true, digest: true, specification: true };
const targetOrder: Order<Report["target"]> = {
  baseUrl: true,
  problemBase: true,
  implementation: true,
  notOffered: true,
};

const runOrder: Order<Report["run"]> = {
  id: true,
  startedAt: true,
  durationMs: true,
  seed: true,
  seedChosenBy: true,
  depth: true,
  requests: true,
  stateRequests: true,
  profiles: true,
  only: true,
  skip: true,
  strict: true,
  concurrency: true,
  concurrencyReached: true,
  requestChain: true,
  limiterWaitMs: true,
  interrupted: true,
  broken: true,
  stoppedAfter: true,
  exchangesDigest: true,
  shard: true,
  shards: true,
  traffic: true,
  visit: true,
  errata: true,
  set: true,
};

const exchangeOrder: Order<Exchange> = {
  id: true,
  actor: true,
  operation: true,
  about: true,
  request: true,
  response: true,
  failure: true,
  startedAtMs: true,
  durationMs: true,
};

const requestOrder: Order<Exchange["request"]> = { method: true, url: true, headers: true, body: true };
const responseOrder: Order<NonNullable<Exchange["response"]>> = { status: true, headers: true, body: true };

function inOrder<T extends object>(value: T, order: Order<T>): T {
  const known = Object.keys(order).filter((key) => Object.hasOwn(value, key));
  const unknown = Object.keys(value)
    .filter((key) => !Object.hasOwn(order, key))
    .toSorted();
  const members = [...known, ...unknown].map((key) => [key, Reflect.get(value, key)] as const);
  return Object.fromEntries(members) as T;
}

/** A value with one optional member ordered; an absent member stays absent. */
function withOrdered<T extends object, K extends keyof T>(
  value: T,
  key: K,
  order: (member: NonNullable<T[K]>) => T[K],
): T {
  const member = value[key];
  return member === undefined || member === null ? value : { ...value, [key]: order(member) };
}

function orderBody(body: RecordedBody): RecordedBody {
  return inOrder(body, bodyOrder);
}

function orderExchange(exchange: Exchange): Exchange {
  const request = withOrdered(inOrder(exchange.request, requestOrder), "body", orderBody);
  const ordered = withOrdered({ ...exchange, request }, "response", (response) =>
    withOrdered(inOrder(response, responseOrder), "body", orderBody),
  );
  return inOrder(ordered, exchangeOrder);
}

function orderFinding(finding: Finding): Finding {
  return inOrder(finding, findingOrder);
}

/** A requirement or a case with its evidence and its acceptance in order. */
function withOrderedDetails<T extends RequirementResult>(result: T): T {
  const { accepted } = result;
  return {
    ...result,
    evidence: result.evidence.map(orderEvidence),
    ...(accepted === undefined ? {} : { accepted: inOrder(accepted, acceptanceOrder) }),
  };
}

function orderCase(result: CaseResult): CaseResult {
  return inOrder(withOrderedDetails(result), caseOrder);
}

function orderCheck(check: CheckResult): CheckResult {
  return inOrder({ ...check, findings: check.findings.map(orderFinding) }, checkOrder);
}

function orderEvidence(evidence: Evidence): Evidence {
  return inOrder(withOrdered(evidence, "finding", orderFinding), evidenceOrder);
}

function orderImplementation(implementation: Implementation): Implementation {
  return inOrder(implementation, implementationOrder);
}

/** The cause with what people read of its request; without exchanges, what an earlier report says of it. */
function withRequest(cause: Cause, index: ReportIndex): Cause {
  if (index.exchanges.size === 0) return cause;
  const { request: _known, ...rest } = cause;
  const request = describeRequest(cause, index);
  return request.length === 0 ? rest : { ...rest, request };
}

function orderReport(report: Report): Report {
  const withBaseline = withOrdered(report, "baseline", (baseline) => inOrder(baseline, baselineOrder));
  const withCauses = withOrdered(withBaseline, "causes", (causes) => {
    if (causes.length === 0) return causes;
    const index = indexReport(report);
    return causes.map((cause) => inOrder(withRequest(cause, index), causeOrder));
  });
  const withForeign = withOrdered(withCauses, "foreignResponses", (foreign) =>
    inOrder(foreign, foreignOrder),
  );
  return inOrder(
    {
      ...withOrdered(withForeign, "recording", (recording) => inOrder(recording, recordingOrder)),
      suite: inOrder(report.suite, suiteOrder),
      target: withOrdered(inOrder(report.target, targetOrder), "implementation", orderImplementation),
      run: inOrder(report.run, runOrder),
      counts: inOrder(report.counts, countsOrder),
      profiles: report.profiles.map((profile) => inOrder(profile, profileOrder)),
      requirements: report.requirements.map((one) => inOrder(withOrderedDetails(one), requirementOrder)),
      cases: report.cases.map(orderCase),
      ...(report.unscored === undefined ? {} : { unscored: report.unscored.map(orderCase) }),
      checks: report.checks.map(orderCheck),
      observations: report.observations.map((observation) => inOrder(observation, observationOrder)),
      rootCauses: report.rootCauses.map((rootCause) => inOrder(rootCause, rootCauseOrder)),
      // those in the recording beside the report are not stored again
      exchanges: report.recording === undefined ? report.exchanges.map(orderExchange) : [],
    },
    reportOrder,
  );
}

/** A member of the report: a list has each entry on one line, so that large reports stay small and differ line by line. */
function renderMember(name: string, value: unknown): string {
  const entries: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  const text =
    entries === undefined || entries.length === 0
      ? renderJsonValue(value).trimEnd().replaceAll("\n", "\n  ")
      : `[\n${entries.map(renderJsonLine).join(",\n")}\n]`;
  return `  ${JSON.stringify(name)}: ${text}`;
}

/**
 * The report as the text of `report.json`, with its members in a fixed order, so that two reports differ only in their
 * results. Each entry of a list is one line. Ends with a newline. Big integers in a counterexample become strings. Exchanges
 * in a recording beside it are left out.
 */
export function renderJson(report: Report): string {
  const members = Object.entries(orderReport(report)).filter(([, value]) => value !== undefined);
  return `{\n${members.map(([name, value]) => renderMember(name, value)).join(",\n")}\n}\n`;
}
