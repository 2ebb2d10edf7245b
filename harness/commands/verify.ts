/** `verify`: verifies the report of a finished run, offline, from its recorded exchanges. */
import { renderCaveats } from "../../reports/conclusion.ts";
import { formatCounted } from "../../reports/measures.ts";
import { renderRequirement } from "../../reports/terminal-finding.ts";
import { toVisibleText } from "../../reports/visible-text.ts";
import { withoutCommands } from "../../reports/workflow-commands.ts";
import type { Report } from "../../schemas/report.ts";
import { toPatternOfAny } from "../plan/selection.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { type Command, toWords, UsageError } from "./command.ts";
import { keepHeapLean } from "./lean-heap.ts";
import { colorOptions, terminalOptions } from "./terminal-options.ts";
import { readErrata } from "./use-errata.ts";
import { readSet, setOption } from "./use-set.ts";
import { verifyAloud } from "./verify-aloud.ts";

/** Maximum number of differences shown; the rest is counted. */
const shownDifferences = 10;

export const verifyCommand: Command = {
  configure: (parser) =>
    parser
      .positional("dir", {
        type: "string",
        demandOption: true,
        describe: "Directory of the run: report.json and exchanges.ndjson",
      })
      .option("only", {
        type: "string",
        array: true,
        default: [],
        describe: "Explain the results whose ids match",
      })
      .option("errata", {
        type: "string",
        describe: "The errata that the run was made with, if they are not the package's",
      })
      .options(setOption("The requirement set that the run was made with, if it is not the newest"))
      .options(colorOptions),
  run: async (options) => {
    keepHeapLean();
    const { report, judged, differences } = await verifyAloud(String(options["dir"]), {
      errata: await readErrata(options),
      set: await readSet(options),
    });
    const only = toWords(options["only"]);
    if (only.length > 0 && judged.report !== undefined)
      process.stdout.write(explain(judged.report, only, options));
    process.stdout.write(renderVerification(report, differences));
    return differences.length === 0 ? exitCodes.conformant : exitCodes.failed;
  },
};

function renderVerification(report: Report, differences: readonly string[]): string {
  const lines: string[] = [];
  if (differences.length === 0) {
    lines.push(
      `confirmed: the ${formatCounted(report.exchanges.length, "exchange")} of this ${report.run.depth} run with seed ${report.run.seed} give ${report.verdict}, ${formatCounted(report.requirements.length, "requirement")} as reported`,
      ...renderCaveats(report),
      ...renderUnchecked(report),
    );
  } else {
    lines.push(`NOT CONFIRMED: ${differences[0] ?? ""}`);
    lines.push(...differences.slice(1, shownDifferences).map((difference) => `  also: ${difference}`));
    if (differences.length > shownDifferences)
      lines.push(`  and ${differences.length - shownDifferences} more`);
  }
  // a forged report may have line breaks and control characters in its texts
  return withoutCommands(`${lines.map(toVisibleText).join("\n")}\n`);
}

/** The claims that a recording cannot confirm. */
function renderUnchecked({ baseline, exitCode, run }: Report): readonly string[] {
  const lines: string[] = [];
  if (baseline !== undefined)
    lines.push(`not checked: the baseline "${baseline.file}", which makes the exit code ${exitCode}`);
  if (run.limiterWaitMs > 0) lines.push("not checked: how long the requests waited for a rate limiter");
  return lines;
}

function explain(
  report: Report,
  only: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string {
  const pattern = toPatternOfAny(only);
  const results = report.cases.filter(
    ({ id, requirement }) => pattern.test(id) || only.includes(requirement),
  );
  if (results.length === 0)
    throw new UsageError(`Cannot explain "${only.join(" ")}": no result of the run matches`);
  return results.map((result) => `${renderRequirement(report, result, terminalOptions(options))}\n`).join("");
}
