/** `explain CAUSE --report FILE`: one cause of a report on the screen, or as a test for another repository (`--as`). */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { type CloseUpOptions, renderCloseUp } from "../../reports/cause-close-up.ts";
import { renderGoTest } from "../../reports/reproduction/go-test.ts";
import { renderJunitTest } from "../../reports/reproduction/junit-test.ts";
import { renderPythonTest } from "../../reports/reproduction/python-test.ts";
import type { Reproduction } from "../../reports/reproduction/reproduction.ts";
import { renderShellTest } from "../../reports/reproduction/shell-test.ts";
import { NotReproducible } from "../../reports/reproduction/find-proof.ts";
import { toReproduction } from "../../reports/reproduction/to-reproduction.ts";
import type { Cause, Report } from "../../schemas/report.ts";
import { nearestId } from "../target-file/nearest.ts";
import { UsageError } from "./command.ts";
import { readExamples, renderExample } from "./examples.ts";
import { withOwnCommands } from "./program.ts";
import { readWholeReport } from "./report-recording.ts";
import { terminalOptions } from "./terminal-options.ts";

/** The forms of a reproduction. */
export const testForms = ["curl", "python", "go", "junit"] as const;
export type TestForm = (typeof testForms)[number];

const renderers: Readonly<Record<TestForm, (reproduction: Reproduction) => string>> = {
  curl: renderShellTest,
  python: renderPythonTest,
  go: renderGoTest,
  junit: renderJunitTest,
};

const standardReport = "conformance-report/report.json";

/** The cause with this id, or the one that breaks this requirement. */
export function findCause({ causes = [] }: Report, id: string): Cause | undefined {
  return (
    causes.find((cause) => cause.id === id || cause.breaks === id) ??
    causes.find(({ explains }) => explains.includes(id))
  );
}

/**
 * The cause as the text of a test.
 * @param file report.json, by default that of the last run in this folder
 * @throws UsageError if there is no such cause, or it cannot be written as a short test
 */
export async function explainAs(id: string, form: TestForm, file: string | undefined): Promise<string> {
  if (file === undefined && !existsSync(standardReport))
    throw new UsageError(`Cannot use --as without --report FILE: there is no ${standardReport} here`);
  const report = await readWholeReport(file ?? standardReport);
  const cause = findCause(report, id);
  if (cause === undefined) {
    const known = (report.causes ?? []).flatMap((one) => [
      one.id,
      ...(one.breaks === undefined ? [] : [one.breaks]),
    ]);
    const near = nearestId(id, known);
    throw new UsageError(
      `Cannot write "${id}" as a test: the report has no such cause${near === undefined ? "" : `, did you mean "${near}"`}`,
    );
  }
  try {
    return renderers[form](toReproduction(report, cause, toFreshId(report.run.id)));
  } catch (error) {
    if (!(error instanceof NotReproducible)) throw error;
    throw new UsageError(
      `Cannot write "${id}" as a test: ${error.message}. This command shows it again: ${withOwnCommands(cause.repeat)}`,
      { cause: error },
    );
  }
}

/** As long as the id of the run, in letters and digits that every name may have. */
function toFreshId(runId: string): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const first = letters.slice(0, 24);
  return Array.from(randomBytes(runId.length), (byte, index) => {
    const from = index === 0 ? first : letters;
    return from.charAt(byte % from.length);
  }).join("");
}

/** One cause of a report, as `fix` shows it; undefined if no cause has this id. */
export function renderCause(
  report: Report,
  id: string,
  options: Readonly<Record<string, unknown>>,
): string | undefined {
  const cause = (report.causes ?? []).find((one) => one.id === id);
  return cause === undefined
    ? undefined
    : renderAlone(report, cause, { ...terminalOptions(options), title: `Cause ${cause.id}` });
}

/** A cause alone, with a right answer of the reference server to a request like the one that it shows. */
export function renderAlone(report: Report, cause: Cause, options: CloseUpOptions): string {
  const example = readExamples()[cause.breaks ?? ""];
  const shown = report.exchanges.find(({ id }) => id === cause.exchange);
  // of a requirement about several requests, the example is one of them
  const isAlike = shown === undefined || shown.request.method === example?.request.method;
  return renderCloseUp(report, cause, {
    ...options,
    ...(example === undefined || !isAlike ? {} : { example: renderExample(example) }),
  });
}
