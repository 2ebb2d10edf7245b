/** `verify`: judges a finished run again, offline, from its recorded exchanges. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chapters } from "../../suites/index.ts";
import { renderCaveats } from "../../reports/conclusion.ts";
import { formatCounted } from "../../reports/measures.ts";
import type { Report } from "../../schemas/report.ts";
import { judgeAgain, readRecording, type Verification } from "../running/judge-again.ts";
import { toPattern } from "../running/selection.ts";
import { exitCodes } from "../running/verdicts.ts";
import { type Command, toWords, UsageError } from "./command.ts";
import { readReport, readText } from "./read-report.ts";
import { formats } from "./report-formats.ts";
import { describeSuite } from "./suite-identity.ts";

/** Differences that are named; the rest is counted. */
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
      }),
  run: async (options) => {
    const folder = String(options["dir"]);
    const report = await readReport(join(folder, "report.json"));
    const recording = readRecording(await readText(join(folder, "exchanges.ndjson")));
    const judged: Verification =
      "broken" in recording
        ? { differences: [recording.broken] }
        : await judgeAgain(report, recording, { chapters, suite: describeSuite() });
    // files made of a report that does not hold would only repeat what is wrong with it
    const differences =
      judged.differences.length > 0 ? judged.differences : await findForeignFiles(folder, report);
    const verification = { ...judged, differences };
    process.stdout.write(renderVerification(report, verification, toWords(options["only"])));
    return verification.differences.length === 0 ? exitCodes.conformant : exitCodes.failed;
  },
};

/** The files beside the recording that are not what the report gives: whoever opens one would read another result. */
async function findForeignFiles(folder: string, report: Report): Promise<readonly string[]> {
  const foreign: string[] = [];
  for (const { file, load } of Object.values(formats)) {
    const place = join(folder, file);
    if (!existsSync(place)) continue;
    const render = await load();
    if ((await readText(place)) !== render(report))
      foreign.push(`${file} is not as this suite writes it for the report`);
  }
  return foreign;
}

function renderVerification(
  report: Report,
  { differences, report: again }: Verification,
  only: readonly string[],
): string {
  const lines: string[] = [];
  if (only.length > 0 && again !== undefined) lines.push(...explain(again, only), "");
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
  return `${lines.join("\n")}\n`;
}

/** The claims that a recording cannot bear out, so that nobody takes them for confirmed. */
function renderUnchecked({ baseline, exitCode, run }: Report): readonly string[] {
  const lines: string[] = [];
  if (baseline !== undefined)
    lines.push(`not checked: the baseline "${baseline.file}", which makes the exit code ${exitCode}`);
  if (run.limiterWaitMs > 0) lines.push("not checked: how long the requests waited for a rate limiter");
  return lines;
}

function explain(report: Report, only: readonly string[]): readonly string[] {
  const results = report.requirements.filter(({ id }) => only.some((pattern) => toPattern(pattern).test(id)));
  if (results.length === 0)
    throw new UsageError(`Cannot explain "${only.join(" ")}": no result of the run matches`);
  return results.flatMap(({ id, verdict, title, reason, evidence }) => [
    `${id}: ${verdict}`,
    `  ${title}`,
    ...(reason === undefined ? [] : [`  ${reason}`]),
    ...[...new Set(evidence.flatMap(({ exchanges }) => exchanges))].map(
      (exchangeId) => `  ${describeExchange(report, exchangeId)}`,
    ),
  ]);
}

function describeExchange(report: Report, id: string): string {
  const exchange = report.exchanges.find((one) => one.id === id);
  if (exchange === undefined) return id;
  return `${id}: ${exchange.request.method} ${exchange.request.url} -> ${exchange.response?.status ?? exchange.failure ?? "nothing"}`;
}
