/** The last of the four doors of redaction (`recording/recorder.ts` names them): no text of the report has a secret of the run. */
import type { Redaction } from "../recording/redaction.ts";
import type { Target } from "../target-file/target.ts";
import type { Report } from "../../schemas/report.ts";
import type { InvariantJudge, InvariantTally } from "./invariants.ts";
import type { CheckOutcome } from "./check-outcome.ts";

/** The report, with every text redacted that a check or an invariant composed from responses. */
export function redactReport(report: Report, cleanText: (text: string) => string): Report {
  const { requirements, cases, unscored, checks, observations, rootCauses, causes, foreignResponses } =
    report;
  const { created, left, target } = report;
  const clean = <T>(value: T): T => redactTexts(value, cleanText) as T;
  return {
    ...report,
    target: target.problemBase === undefined ? target : { ...target, problemBase: clean(target.problemBase) },
    requirements: clean(requirements),
    cases: clean(cases),
    ...(unscored === undefined ? {} : { unscored: clean(unscored) }),
    checks: clean(checks),
    observations: clean(observations),
    rootCauses: clean(rootCauses),
    ...(causes === undefined ? {} : { causes: clean(causes) }),
    ...(foreignResponses === undefined ? {} : { foreignResponses: clean(foreignResponses) }),
    ...(created === undefined ? {} : { created: clean(created) }),
    left: clean(left),
  };
}

/** The outcomes of the checks, with every text redacted and whole: causes are made of them. */
export function redactOutcomes(
  outcomes: ReadonlyMap<string, CheckOutcome>,
  cleanText: (text: string) => string,
): ReadonlyMap<string, CheckOutcome> {
  const clean = <T>(value: T): T => redactTexts(value, cleanText) as T;
  return new Map(
    [...outcomes].map(([id, { outcome, findings, answers, ...rest }]) => {
      const { error, ...texts } = outcome;
      const cleaned = { ...clean(texts), ...(error === undefined ? {} : { error }) };
      return [
        id,
        {
          ...rest,
          outcome: cleaned,
          findings: clean(findings),
          ...(answers === undefined ? {} : { answers: clean(answers) }),
        },
      ];
    }),
  );
}

/** The judge, with every text of its findings redacted and whole. */
export function redactJudge(judge: InvariantJudge, cleanText: (text: string) => string): InvariantJudge {
  const clean = (found: InvariantTally["findings"]): InvariantTally["findings"] =>
    found.map(({ finding, exchange }) => ({
      finding: redactTexts(finding, cleanText) as typeof finding,
      exchange,
    }));
  return {
    ...judge,
    tally: (id) => {
      const tally = judge.tally(id);
      return { ...tally, findings: clean(tally.findings) };
    },
    findings: (id) => clean(judge.findings(id)),
  };
}

/** Any JSON value with every string redacted, including member names, since a registry may choose those. */
function redactTexts(value: unknown, cleanText: (text: string) => string): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, cleanText));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cleanText(name), redactTexts(one, cleanText)]),
  );
}

/** The target as it is recorded: with labels instead of secrets, and without file names of this machine. */
export function toRecordedTarget(target: Target, redaction: Redaction): unknown {
  const labelled = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, redaction.credential(value)]));
  const { states } = target;
  return {
    ...target,
    tokens: labelled(target.tokens),
    ...(states === undefined ? {} : { states: { ...states, headers: labelled(states.headers) } }),
    tls: {},
  };
}
