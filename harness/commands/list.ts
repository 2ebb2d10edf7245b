/** `list` and `explain`: the catalogue, to read and to process. */
import { chapters } from "../../suites/index.ts";
import type { Check, Observation } from "../check.ts";
import type { Requirement } from "../vocabulary.ts";
import { profilesOf } from "../running/selection.ts";
import { exitCodes } from "../running/verdicts.ts";
import { nearest } from "../target-file/nearest.ts";
import { renderJsonValue } from "../../reports/json.ts";
import { renderRequirement } from "../../reports/terminal-finding.ts";
import type { TerminalOptions } from "../../reports/terminal-page.ts";
import { toVisibleText } from "../../reports/visible-text.ts";
import type { Report } from "../../schemas/report.ts";
import { type Command, UsageError } from "./command.ts";
import { readReport } from "./read-report.ts";
import { colorOptions, terminalOptions } from "./terminal-options.ts";
import { stateCatalogue } from "./state-catalogue.ts";
import { renderTable, wrap } from "./table.ts";

const kinds = ["requirements", "checks", "faults", "choices", "states"] as const;

type Row = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

export const listCommand: Command = {
  configure: (parser) =>
    parser
      .positional("kind", { choices: kinds, demandOption: true, describe: "What to list" })
      .option("json", { type: "boolean", default: false, describe: "As JSON" }),
  run: async (options) => {
    const rows = await toRows(options["kind"] as (typeof kinds)[number]);
    if (options["json"] === true) process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
    else process.stdout.write(`${renderTable(rows)}${rows.length} ${String(options["kind"])}\n`);
    return exitCodes.conformant;
  },
};

async function toRows(kind: (typeof kinds)[number]): Promise<readonly Row[]> {
  switch (kind) {
    case "requirements":
      return listRequirements();
    case "checks":
      return listChecks();
    case "faults": {
      const { faults } = await import("../../reference-server/faults/index.ts");
      return faults.map(({ name, breaks, summary }) => ({ name, breaks, summary }));
    }
    case "choices": {
      const { choices } = await import("../../reference-server/choices/index.ts");
      return choices.flatMap(({ name, question, values }) =>
        Object.entries(values).map(([value, { summary }]) => ({
          choice: `${name}=${value}`,
          question,
          summary,
        })),
      );
    }
    case "states":
      return stateCatalogue.map(({ name, params, result }) => ({ name, params, result }));
  }
}

/** Every sentence the suite answers for: judged ones, questions left open, and those that nobody can observe. */
export function listRequirements(): readonly Row[] {
  return chapters.flatMap((chapter): readonly Row[] => [
    ...[...chapter.checks, ...(chapter.invariants ?? [])].map(toRequirementRow),
    ...(chapter.observations ?? []).map(({ id, question, source, operations }) => ({
      id,
      level: "gap",
      section: source,
      operations,
      profiles: profilesOf({ operations }),
      rule: question,
    })),
    ...(chapter.untested ?? []).map(({ id, rule, source, reason }) => ({
      id,
      level: "untested",
      section: source,
      operations: [],
      profiles: [],
      rule,
      reason,
    })),
  ]);
}

function toRequirementRow(requirement: Requirement): Row {
  const { id, level, rule, source, operations, reading } = requirement;
  return {
    id,
    level,
    section: source,
    operations,
    profiles: profilesOf(requirement),
    rule,
    ...(reading === undefined ? {} : { reading }),
  };
}

function listChecks(): readonly Row[] {
  return chapters.flatMap((chapter): readonly Row[] => [
    ...chapter.checks.map((check) => toCheckRow("check", check)),
    ...(chapter.invariants ?? []).map((invariant) => ({
      id: invariant.id,
      kind: "invariant",
      requirement: invariant.id,
      depth: "quick",
      forms: "every response",
      needs: [],
    })),
    ...(chapter.observations ?? []).map((observation) => toCheckRow("observation", observation)),
  ]);
}

function toCheckRow(kind: string, check: Check | Observation): Row {
  return {
    id: check.id,
    kind,
    requirement: check.id,
    depth: check.from ?? "quick",
    forms: check.forms ?? "each",
    needs: check.needs ?? [],
  };
}

export const explainCommand: Command = {
  configure: (parser) =>
    parser
      .positional("id", { type: "string", demandOption: true, describe: "Id of a requirement" })
      .option("report", { type: "string", describe: "report.json to take the evidence from" })
      .options(colorOptions)
      .option("json", { type: "boolean", default: false, describe: "As JSON" }),
  run: async (options) => {
    const id = String(options["id"]);
    const row = listRequirements().find((one) => one["id"] === id);
    if (row === undefined) {
      const near = nearest(
        id,
        listRequirements().map((one) => String(one["id"])),
      );
      throw new UsageError(
        `Cannot explain "${id}": no such requirement${near === undefined ? "" : `, did you mean "${near}"`}`,
      );
    }
    const check = listChecks().find((one) => one["id"] === id);
    const report = typeof options["report"] === "string" ? await readReport(options["report"]) : undefined;
    if (options["json"] === true) {
      const evidence = report === undefined ? undefined : toEvidence(report, id);
      process.stdout.write(renderJsonValue({ ...row, check, evidence }));
      return exitCodes.conformant;
    }
    process.stdout.write(renderExplanation(row, check));
    if (report !== undefined) process.stdout.write(renderEvidence(report, id, terminalOptions(options)));
    return exitCodes.conformant;
  },
};

function renderExplanation(row: Row, check: Row | undefined): string {
  const lines = [
    `${String(row["id"])}  (${String(row["level"])})`,
    ...wrap(String(row["rule"]), 2),
    `  Place in the specification: ${String(row["section"])}`,
    `  Operations: ${[row["operations"]].flat().join(", ") || "none"}`,
    ...(row["reading"] === undefined ? [] : ["  How it is read:", ...wrap(String(row["reading"]), 4)]),
    ...(row["reason"] === undefined ? [] : ["  Untested because:", ...wrap(String(row["reason"]), 4)]),
    ...(check === undefined
      ? []
      : [
          `  Checked by: ${String(check["id"])} (${String(check["kind"])}, from depth ${String(check["depth"])}, forms: ${String(check["forms"])})`,
          `  Needs: ${[check["needs"]].flat().join(", ") || "nothing but the base URL"}`,
        ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** What a report holds on one requirement or observation. */
function toEvidence(
  report: Report,
  id: string,
): Pick<Report, "requirements" | "checks" | "observations"> & { readonly madeAt: string } {
  return {
    requirements: report.requirements.filter((one) => one.id === id),
    checks: report.checks.filter((one) => one.id === id),
    observations: report.observations.filter((one) => one.id === id),
    madeAt: report.run.startedAt,
  };
}

function renderEvidence(report: Report, id: string, options: TerminalOptions): string {
  const { requirements, observations, madeAt } = toEvidence(report, id);
  const [requirement] = requirements;
  const [observation] = observations;
  if (requirement !== undefined)
    return `\nIn the run of ${madeAt}:\n\n${renderRequirement(report, requirement, options)}`;
  if (observation === undefined) return `\nNot part of the run of ${madeAt}\n`;
  const answer = toVisibleText(`${observation.observed ? "" : "not seen: "}${observation.answer}`);
  return `\nIn the run of ${madeAt}:\n${wrap(answer, 2).join("\n")}\n`;
}
