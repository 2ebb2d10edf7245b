/** The last of the four doors of redaction (`registry/recorder.ts` names them): no text of the report has a secret of the run. */
import type { Redaction } from "../registry/redaction.ts";
import type { Target } from "../target-file/target.ts";
import type { Report } from "../../schemas/report.ts";

/** The report, with every text redacted that a check or an invariant composed from responses. */
export function redactReport(report: Report, redaction: Redaction): Report {
  const { requirements, checks, observations, rootCauses, causes, foreignResponses, created, left, target } =
    report;
  const clean = <T>(value: T): T => redactTexts(value, redaction) as T;
  return {
    ...report,
    target: target.problemBase === undefined ? target : { ...target, problemBase: clean(target.problemBase) },
    requirements: clean(requirements),
    checks: clean(checks),
    observations: clean(observations),
    rootCauses: clean(rootCauses),
    ...(causes === undefined ? {} : { causes: clean(causes) }),
    ...(foreignResponses === undefined ? {} : { foreignResponses: clean(foreignResponses) }),
    ...(created === undefined ? {} : { created: clean(created) }),
    left: clean(left),
  };
}

/** Any JSON value with every string redacted, including member names, since a registry may choose those. */
function redactTexts(value: unknown, redaction: Redaction): unknown {
  if (typeof value === "string") return redaction.text(value);
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, redaction));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redaction.text(name), redactTexts(one, redaction)]),
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
