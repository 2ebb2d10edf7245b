/** `explain`: one requirement or one chapter, with an example, what breaks it and the evidence of a report. */
import { chapters } from "../../suites/index.ts";
import { renderJsonValue } from "../../reports/json-text.ts";
import { toShellWord } from "../../reports/curl.ts";
import { createTerminalPage, type TerminalPage } from "../../reports/terminal-page.ts";
import { withoutCommandsInJson } from "../../reports/workflow-commands.ts";
import type { Chapter } from "../check.ts";
import { exitCodes } from "../verdict/verdicts.ts";
import { sentencesOf } from "../sentences.ts";
import { nearestId } from "../target-file/nearest.ts";
import {
  type CheckRow,
  countLevels,
  levels,
  listCases,
  listChecks,
  listRequirements,
  type RequirementRow,
} from "./catalogue.ts";
import { type Command, UsageError } from "./command.ts";
import { explainAs, renderCause, testForms } from "./explain-cause.ts";
import { type Example, readExamples, renderExample } from "./examples.ts";
import { renderEvidence, toEvidence } from "./explain-evidence.ts";
import { endpointsOf } from "./operations.ts";
import { programName } from "./program.ts";
import { readPackageSets } from "../requirement-sets/requirement-sets.ts";
import { readWholeReport } from "./report-recording.ts";
import { colorOptions, terminalOptions } from "./terminal-options.ts";
import { readSet, setOption } from "./use-set.ts";

export const explainCommand: Command = {
  configure: (parser) =>
    parser
      .positional("id", {
        type: "string",
        demandOption: true,
        describe: "Id of a requirement, a check or a cause of the report, or name of a chapter",
      })
      .option("as", {
        choices: testForms,
        describe: "Print the cause as a test of its own for another repository",
      })
      .option("report", { type: "string", describe: "report.json to take the evidence from" })
      .options(setOption("Say whether the requirement is in this set"))
      .options(colorOptions)
      .option("json", { type: "boolean", default: false, describe: "Print JSON" }),
  run: async (options) => {
    const id = String(options["id"]);
    const form = testForms.find((one) => one === options["as"]);
    if (form !== undefined) {
      const file = typeof options["report"] === "string" ? options["report"] : undefined;
      process.stdout.write(await explainAs(id, form, file));
      return exitCodes.conformant;
    }
    const report =
      typeof options["report"] === "string" ? await readWholeReport(options["report"]) : undefined;
    const isJson = options["json"] === true;
    const page = createTerminalPage(terminalOptions(options));
    const chapter = chapters.find((one) => one.id === id);
    if (chapter !== undefined) {
      if (isJson) process.stdout.write(renderJsonValue(describeChapter(chapter)));
      else process.stdout.write(renderChapter(page, chapter));
      return exitCodes.conformant;
    }
    const cause = report === undefined ? undefined : renderCause(report, id, options);
    if (cause !== undefined) {
      process.stdout.write(cause);
      return exitCodes.conformant;
    }
    const explained = await explainRequirement(id);
    const explanation = { ...explained, sets: await listSetsWith(explained.cases ?? [id], options) };
    if (isJson) {
      const evidence = report === undefined ? undefined : toEvidence(report, id);
      process.stdout.write(withoutCommandsInJson(renderJsonValue({ ...explanation, evidence })));
      return exitCodes.conformant;
    }
    process.stdout.write(renderExplanation(page, explanation));
    if (report !== undefined) process.stdout.write(renderEvidence(report, id, terminalOptions(options)));
    return exitCodes.conformant;
  },
};

/** The sets that have any of the ids: of the package, or of the one that is named. */
async function listSetsWith(
  ids: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  if (options["set"] !== undefined) {
    const { name, outside } = await readSet(options);
    return ids.every((id) => outside.includes(id)) ? [] : [name];
  }
  return readPackageSets(chapters).flatMap(({ name, requirements }) =>
    ids.some((id) => Object.hasOwn(requirements, id)) ? [name] : [],
  );
}

interface Explanation extends RequirementRow {
  /** Names of requirement sets. */
  readonly sets?: readonly string[];
  readonly endpoints: ReturnType<typeof endpointsOf>;
  readonly check?: CheckRow;
  readonly example?: Example;
  /** Faults of the reference server that only this requirement answers for. */
  readonly faults: readonly { readonly name: string; readonly summary: string }[];
}

/** @throws UsageError if there is no such requirement or check */
async function explainRequirement(id: string): Promise<Explanation> {
  const rows = [...listCases(), ...listRequirements()];
  const row = rows.find((one) => one.id === id);
  if (row === undefined) {
    const known = [...rows.map((one) => one.id), ...chapters.map((chapter) => chapter.id)];
    const near = nearestId(id, known);
    const hint =
      near === undefined ? `; "${programName()} list requirements" lists all` : `, did you mean "${near}"`;
    throw new UsageError(`Cannot explain "${id}": no such requirement, check or chapter${hint}`);
  }
  const { faults } = await import("../../reference-server/faults/index.ts");
  const check = listChecks().find((one) => one.id === id);
  const example = readExamples()[id];
  return {
    ...row,
    endpoints: endpointsOf(row.operations),
    ...(check === undefined ? {} : { check }),
    ...(example === undefined ? {} : { example }),
    faults: faults
      .filter(({ breaks }) => breaks === id || row.cases?.includes(breaks))
      .map(({ name, summary }) => ({ name, summary })),
  };
}

const labelWidth = 15;

function toLabel(text: string): string {
  return `  ${text.padEnd(labelWidth)}`;
}

function renderExplanation(page: TerminalPage, explanation: Explanation): string {
  const { id, level, rule, section, reading, reason, profiles, endpoints, check } = explanation;
  page.line({ text: id, tone: "strong" }, `  (${level})`);
  page.paragraph("  ", rule);
  page.blank();
  page.paragraph(toLabel("Specification"), section);
  endpoints.forEach(({ operation, method, path }, index) => {
    page.paragraph(toLabel(index === 0 ? "Operations" : ""), `${method} ${path} (${operation})`);
  });
  if (profiles.length > 0) page.paragraph(toLabel("Profiles"), profiles.join(", "));
  if (explanation.level !== "untested" && explanation.sets !== undefined)
    page.paragraph(toLabel("In the sets"), explanation.sets.join(", ") || "none: it runs, and is not scored");
  if (reading !== undefined) page.paragraph(toLabel("How it is read"), reading);
  if (reason !== undefined) page.paragraph(toLabel("Not tested"), reason);
  if (check !== undefined) page.paragraph(toLabel("Check"), describeCheck(check));
  printRequirement(page, explanation);
  printFoundations(page, explanation);
  printCases(page, explanation);
  printExample(page, explanation);
  printFaults(page, explanation);
  printCommands(page, explanation);
  return page.text();
}

/** Of a case: the requirement that it is one of several cases of. */
function printRequirement(page: TerminalPage, { id, requirement }: Explanation): void {
  const whole = listRequirements().find((one) => one.id === requirement);
  if (whole === undefined || whole.id === id) return;
  page.paragraph(toLabel("A case of"), `${whole.id}: ${whole.rule}`);
}

/** Of a requirement: those that are told first where they are broken too. */
function printFoundations(page: TerminalPage, { id }: Explanation): void {
  const restsOn = sentencesOf(chapters).find((one) => one.id === id)?.restsOn ?? [];
  if (restsOn.length > 0) page.paragraph(toLabel("Rests on"), restsOn.join(", "));
}

/** Of a requirement: what is looked at to decide it. */
function printCases(page: TerminalPage, { cases = [] }: Explanation): void {
  if (cases.length === 0) return;
  page.blank();
  page.line({ text: `Cases (${cases.length})`, tone: "strong" }, " (each has a verdict of its own)");
  for (const one of listCases().filter(({ id }) => cases.includes(id)))
    page.paragraph("  - ", `${one.id}: ${one.rule}`);
}

const formWords: Readonly<Record<string, string>> = {
  each: "with scoped and with unscoped names",
  either: "with scoped or unscoped names",
  none: "without volume names",
  scoped: "with scoped names",
  unscoped: "with unscoped names",
};

function describeCheck({ kind, depth, forms, needs }: CheckRow): string {
  if (kind === "invariant") return "every response of every check is judged";
  const how = kind === "observation" ? "an observation, never judged" : "a check of its own";
  const needed = needs.length === 0 ? "" : `; it needs ${needs.join(", ")}`;
  return `${how}, from depth ${depth}, ${formWords[forms] ?? forms}${needed}`;
}

function printExample(page: TerminalPage, { example }: Explanation): void {
  if (example === undefined) return;
  page.blank();
  page.line(
    { text: "Example", tone: "strong" },
    " (a request to the reference server and its right response)",
  );
  // a wrapped line of JSON or a wrapped path could not be copied
  for (const line of renderExample(example)) page.line(`  ${line}`);
}

/** More faults than these are counted only. */
const maxFaults = 8;

function printFaults(page: TerminalPage, { faults, level }: Explanation): void {
  if (faults.length === 0) return;
  page.blank();
  page.line(
    { text: level === "gap" ? "What shows it" : "What breaks it", tone: "strong" },
    " (each is a fault of the reference server that this requirement detects)",
  );
  for (const { name, summary } of faults.slice(0, maxFaults)) page.paragraph("  - ", `${summary} (${name})`);
  if (faults.length > maxFaults) page.line(`  and ${faults.length - maxFaults} more`);
}

function printCommands(page: TerminalPage, { id, check, cases, faults }: Explanation): void {
  if (check === undefined && cases === undefined) return;
  const only = `--only ${toShellWord(id)}`;
  page.blank();
  page.line({ text: "Try it", tone: "strong" });
  page.line({ text: `  ${programName()} run --reference ${only}`, tone: "command" });
  const [fault] = faults;
  if (fault !== undefined)
    page.line({ text: `  ${programName()} run --reference --fault ${fault.name} ${only}`, tone: "command" });
}

function describeChapter(chapter: Chapter): {
  readonly id: string;
  readonly title: string;
  readonly endpoints: ReturnType<typeof endpointsOf>;
  readonly requirements: readonly RequirementRow[];
} {
  const isOwn = (id: string): boolean => id.startsWith(`${chapter.id}/`);
  const requirements = listRequirements().filter(({ id, cases = [] }) => [id, ...cases].some(isOwn));
  const own = [...listCases(), ...requirements].filter(({ id }) => isOwn(id));
  const operations = [...new Set(own.flatMap((row) => row.operations))];
  return { id: chapter.id, title: chapter.title, endpoints: endpointsOf(operations), requirements };
}

function renderChapter(page: TerminalPage, chapter: Chapter): string {
  const { id, title, endpoints, requirements } = describeChapter(chapter);
  page.line({ text: id, tone: "strong" }, `  ${title}`);
  page.blank();
  const isEverything = endpoints.length > maxEndpoints;
  if (isEverything) page.paragraph(toLabel("Operations"), "all");
  else
    endpoints.forEach(({ operation, method, path }, index) => {
      page.paragraph(toLabel(index === 0 ? "Operations" : ""), `${method} ${path} (${operation})`);
    });
  page.paragraph(toLabel("Requirements"), countLevels(requirements));
  for (const level of levels) {
    for (const row of requirements.filter((one) => one.level === level)) {
      page.blank();
      page.line({ text: row.id, tone: "strong" }, `  (${level})`);
      page.paragraph("  ", row.rule);
      for (const one of row.cases ?? []) if (one !== row.id) page.line(`    ${one}`);
    }
  }
  page.blank();
  page.line({ text: "Try it", tone: "strong" });
  page.line({ text: `  ${programName()} run --reference --only ${id}`, tone: "command" });
  return page.text();
}

/** A chapter that speaks of more operations speaks of nearly all. */
const maxEndpoints = 11;
