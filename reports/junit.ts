import junit from "junit-report-builder";
import type { Builder, TestCase, TestSuite } from "junit-report-builder";
import type { Cause, Report, CaseResult } from "../schemas/report.ts";
import { indexCauses } from "./cause-list.ts";
import { type ChapterResult, toChapters } from "./chapters.ts";
import { explainExitCode, openCases, renderConclusion } from "./conclusion.ts";
import {
  counterexampleOf,
  findingsAgainst,
  indexReport,
  replaysOf,
  type ReportIndex,
} from "./evidence-list.ts";
import { summarizeExchange } from "./exchange-summary.ts";
import { renderJsonLine } from "./json-text.ts";
import { toShortText, toVisibleLines, toVisibleText } from "./visible-text.ts";
import { describeRequest } from "./request-lines.ts";

/** The package's types are made for bundlers; under Node the import is the builder itself. */
const builder = junit as unknown as Builder;

const maxValueCharacters = 2000;

/** One line for an attribute. XML 1.0 cannot contain most control characters, so they become visible escapes. */
function toAttribute(text: string): string {
  return toVisibleText(toShortText(text, maxValueCharacters));
}

/**
 * Several lines for the text of an element. The writer puts them into a CDATA section and escapes only the first `]]>`. A second
 * one would end the section and let a registry inject XML, so each of them is changed here.
 */
function toElementText(lines: readonly string[]): string {
  return toVisibleLines(lines.join("\n")).replaceAll("]]>", "]] >");
}

function describe(requirement: CaseResult, index: ReportIndex): readonly string[] {
  const lines = [
    `rule: ${requirement.title}`,
    `level: ${requirement.level}`,
    `section: ${requirement.section}`,
    `verdict: ${requirement.verdict}`,
  ];
  const findings = findingsAgainst(requirement, index);
  // the findings say what the reason says
  if (requirement.reason !== undefined && findings.length === 0)
    lines.push(`reason: ${toShortText(requirement.reason, maxValueCharacters)}`);
  if (requirement.accepted !== undefined) {
    lines.push(
      `accepted by the baseline until ${requirement.accepted.expires}: ${requirement.accepted.reason}`,
    );
  }
  for (const { finding, exchange, where } of findings) {
    lines.push("");
    if (finding.rule !== requirement.title) lines.push(`rule: ${finding.rule}`);
    lines.push(`expected: ${toShortText(finding.expected, maxValueCharacters)}`);
    lines.push(`got: ${toShortText(finding.got, maxValueCharacters)}`);
    if (where !== undefined) lines.push(`seen in: ${where}`);
    if (exchange !== undefined) lines.push(`exchange: ${summarizeExchange(exchange, index.baseUrl)}`);
  }
  const counterexample = counterexampleOf(requirement, index);
  if (counterexample !== undefined)
    lines.push("", `input: ${toShortText(renderJsonLine(counterexample), maxValueCharacters)}`);
  return [...lines, "", ...replaysOf(requirement, index).map((replay) => `repeat: ${replay}`)];
}

/** What this case saw, in one line: its cause may have been seen by many. */
function shortReason(requirement: CaseResult, { index }: JunitContext): string {
  const first = findingsAgainst(requirement, index)[0]?.finding;
  if (first !== undefined) return `got ${first.got}, expected ${first.expected}`;
  return requirement.reason ?? requirement.title;
}

/** The cause that took this case with it, the same text for all its cases. */
function toCauseLines({ id }: CaseResult, { causes, index }: JunitContext): readonly string[] {
  const cause = causes.get(id);
  if (cause === undefined) return [];
  const lines = cause.blocks.includes(id) ? [] : describeRequest(cause, index);
  return [
    `cause: ${cause.sentence}`,
    // the rule and the input of the case stand below
    ...lines.flatMap(({ label, text }) =>
      label !== "input" && label !== "rule" ? [`${label}: ${toShortText(text, maxValueCharacters)}`] : [],
    ),
  ];
}

interface JunitContext {
  readonly index: ReportIndex;
  readonly causes: ReadonlyMap<string, Cause>;
}

function setOutcome(testCase: TestCase, requirement: CaseResult, context: JunitContext): void {
  const message = toAttribute(shortReason(requirement, context));
  const text = toElementText([
    ...toCauseLines(requirement, context),
    ...describe(requirement, context.index),
  ]);
  switch (requirement.verdict) {
    case "failed":
      testCase.failure(message, requirement.level).stacktrace(text);
      return;
    case "errored":
    case "blocked":
      testCase.error(message, requirement.verdict, text);
      return;
    case "skipped":
      testCase.skipped().standardOutput(text);
      return;
    case "warned":
    case "passed":
      testCase.standardOutput(text);
  }
}

/** Seconds of the checks that decided the case; of one that judged what others had sent, at least a millisecond. */
function secondsOf(requirement: CaseResult, index: ReportIndex): number {
  // a rule for all responses takes no time of its own: the checks that carried it count theirs
  const ids = index.checks.has(requirement.id) ? [requirement.id] : requirement.checks;
  const milliseconds = ids.reduce((sum, id) => sum + (index.checks.get(id)?.durationMs ?? 0), 0);
  return Math.max(requirement.verdict === "skipped" ? 0 : 1, Math.round(milliseconds)) / 1000;
}

function addRunProperties(suite: TestSuite, report: Report): void {
  const properties: Readonly<Record<string, string>> = {
    verdict: report.verdict,
    exitCode: String(report.exitCode),
    baseUrl: report.target.baseUrl,
    implementation: [report.target.implementation?.name, report.target.implementation?.version]
      .join(" ")
      .trim(),
    specification: report.suite.specification,
    suiteDigest: report.suite.digest,
    ...(report.run.set === undefined ? {} : { set: `${report.run.set.name} ${report.run.set.digest}` }),
    run: report.run.id,
    seed: String(report.run.seed),
    depth: report.run.depth,
    interrupted: String(report.run.interrupted),
  };
  for (const [name, value] of Object.entries(properties)) suite.property(name, toAttribute(value));
}

/**
 * The published schemas of Jenkins and Surefire allow properties for a suite only, not for a case. So the names of a
 * requirement's properties contain its id.
 */
function addRequirementProperties(suite: TestSuite, requirement: CaseResult): void {
  const { id, level, section, verdict, operations } = requirement;
  const properties = { level, section, verdict, operations: operations.join(" ") };
  for (const [name, value] of Object.entries(properties))
    suite.property(toAttribute(`${id} ${name}`), toAttribute(value));
}

function addChapter(suite: TestSuite, chapter: ChapterResult, context: JunitContext): void {
  let seconds = 0;
  for (const requirement of chapter.cases) {
    addRequirementProperties(suite, requirement);
    const time = secondsOf(requirement, context.index);
    seconds += time;
    const testCase = suite
      .testCase()
      .name(toAttribute(requirement.id))
      .className(toAttribute(requirement.requirement))
      .time(time);
    setOutcome(testCase, requirement, context);
  }
  suite.time(Math.round(seconds * 1000) / 1000);
}

/** Each is a skipped case: the requirement ran, and is not in the requirement set. */
function addUnscored(suite: TestSuite, { unscored = [], run }: Report): void {
  for (const { id, verdict, reason } of unscored) {
    const result = reason === undefined ? verdict : `${verdict}: ${reason}`;
    const testCase = suite.testCase().name(toAttribute(id)).className("not scored").time(0);
    const text = [
      `not in the set ${run.set?.name ?? ""}, not scored; ${toShortText(result, maxValueCharacters)}`,
    ];
    testCase.skipped().standardOutput(toElementText(text));
  }
}

function addBaseline(suite: TestSuite, errors: readonly string[]): void {
  errors.forEach((error, place) => {
    const testCase = suite
      .testCase()
      .name(`baseline/entry-${place + 1}`)
      .className("baseline")
      .time(0);
    testCase.failure(toAttribute(error), "baseline");
  });
}

function isRed(report: Report): boolean {
  const { failed, errored, blocked } = report.counts;
  return failed + errored + blocked + (report.baseline?.errors.length ?? 0) > 0;
}

/** Adds a case with an error to a run with an exit code above 0 that has only skipped cases: it must not look green. */
function addRunVerdict(suite: TestSuite, report: Report): void {
  const open = openCases(report).map((requirement) => requirement.id);
  suite
    .testCase()
    .name("run/verdict")
    .className("run")
    .time(0)
    .error(
      toAttribute(renderConclusion(report)),
      report.verdict,
      toElementText([`exit code ${report.exitCode}: ${explainExitCode(report)}`, ...open]),
    );
}

/**
 * The report as JUnit XML, valid against the schemas that Jenkins and Surefire publish: a suite for each chapter, a case for
 * each requirement. `failed` is a failure, `errored` and `blocked` are errors, `skipped` is skipped; `warned` passes, with the
 * warning in its output. Baseline errors are failures of a separate suite. If the exit code is not 0 and no case is red, one
 * more case has the verdict of the run.
 */
export function renderJunit(report: Report): string {
  const root = builder.newBuilder().name(toAttribute(report.suite.name));
  const context: JunitContext = { index: indexReport(report), causes: indexCauses(report) };
  const addSuite = (name: string): TestSuite => {
    const suite = root.testSuite().name(toAttribute(name)).timestamp(report.run.startedAt);
    addRunProperties(suite, report);
    return suite;
  };
  for (const chapter of toChapters(report)) addChapter(addSuite(chapter.name), chapter, context);
  if (report.unscored !== undefined) addUnscored(addSuite("not scored").time(0), report);
  const errors = report.baseline?.errors ?? [];
  if (errors.length > 0) addBaseline(addSuite("baseline").time(0), errors);
  if (report.exitCode !== 0 && !isRed(report)) addRunVerdict(addSuite("run").time(0), report);
  // Jenkins' schema gives the root no `skipped`, which the writer always adds
  return `${root.build().replace(/^(<\?xml[^>]*>\s*<testsuites\b[^>]*?) skipped="\d+"/u, "$1")}\n`;
}
