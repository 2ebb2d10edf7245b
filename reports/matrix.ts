import type { Level, Report, Verdict } from "../schemas/report.ts";
import { type ComparedReport, toComparedReport } from "./comparison.ts";
import { renderJsonValue } from "./json-text.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { createTerminalPage, type TerminalOptions, type TerminalPage } from "./terminal-page.ts";

/** One requirement across implementations. */
export interface MatrixRow {
  readonly id: string;
  readonly level: Level;
  readonly chapter: string;
  readonly title: string;
  readonly section: string;
  /** A verdict for each column; null if that report does not have the requirement. */
  readonly verdicts: readonly (Verdict | null)[];
}

/** One open question of the specification across implementations. */
export interface MatrixObservation {
  readonly id: string;
  readonly question: string;
  /** What each implementation does; null if nothing was observed. */
  readonly answers: readonly (string | null)[];
}

/** Requirements and observations by implementation. */
export interface ConformanceMatrix {
  readonly conformanceMatrixVersion: 1;
  readonly columns: readonly ComparedReport[];
  readonly rows: readonly MatrixRow[];
  readonly observations: readonly MatrixObservation[];
  /** What makes the columns hard to compare: different suites, depths or specifications. */
  readonly cautions: readonly string[];
}

function findCautions(reports: readonly Report[]): readonly string[] {
  const aspects: readonly (readonly [string, (report: Report) => string])[] = [
    ["suites", (report) => report.suite.digest],
    ["specifications", (report) => report.suite.specification],
    ["requirement sets", (report) => report.run.set?.digest ?? ""],
    ["depths", (report) => report.run.depth],
    ["selections", (report) => JSON.stringify([report.run.profiles, report.run.only, report.run.skip])],
  ];
  const differing = aspects.filter(([, read]) => new Set(reports.map(read)).size > 1).map(([name]) => name);
  const interrupted = reports.filter((report) => report.run.interrupted).length;
  return [
    ...(differing.length === 0 ? [] : [`The reports have different ${differing.join(", ")}`]),
    ...(interrupted === 0
      ? []
      : [`${formatCounted(interrupted, "run")} ${interrupted === 1 ? "was" : "were"} interrupted`]),
  ];
}

function toRows(reports: readonly Report[]): readonly MatrixRow[] {
  const byId = reports.map(
    (report) => new Map(report.cases.map((requirement) => [requirement.id, requirement])),
  );
  const known = new Map(
    reports.toReversed().flatMap((report) => report.cases.map((one) => [one.id, one] as const)),
  );
  const order = new Set(reports.flatMap((report) => report.cases.map(({ id }) => id)));
  return [...order].flatMap((id) => {
    const requirement = known.get(id);
    if (requirement === undefined) return [];
    const { level, chapter, title, section } = requirement;
    return [
      {
        id,
        level,
        chapter,
        title,
        section,
        verdicts: byId.map((results) => results.get(id)?.verdict ?? null),
      },
    ];
  });
}

function toObservations(reports: readonly Report[]): readonly MatrixObservation[] {
  const questions = new Map(
    reports.flatMap((report) => report.observations.map(({ id, question }) => [id, question] as const)),
  );
  return [...questions].map(([id, question]) => ({
    id,
    question,
    answers: reports.map((report) => {
      const observation = report.observations.find((one) => one.id === id);
      return observation?.observed === true ? observation.answer : null;
    }),
  }));
}

/** Puts reports side by side, in the order given: one row for each requirement in any of them. */
export function toConformanceMatrix(reports: readonly Report[]): ConformanceMatrix {
  return {
    conformanceMatrixVersion: 1,
    columns: reports.map(toComparedReport),
    rows: toRows(reports),
    observations: toObservations(reports),
    cautions: findCautions(reports),
  };
}

/**
 * Whether the implementations have different verdicts. A requirement that was skipped or is not in the report was not tried, so it
 * is no difference unless `countSkipped` asks for that.
 */
export function hasDifferentVerdicts(
  { verdicts }: MatrixRow,
  { countSkipped = false }: { readonly countSkipped?: boolean } = {},
): boolean {
  const tried = verdicts.filter(isTried);
  return new Set(countSkipped ? verdicts : tried).size > 1;
}

function isTried(verdict: Verdict | null): boolean {
  return verdict !== null && verdict !== "skipped";
}

const letters: Readonly<Record<Verdict, string>> = {
  passed: ".",
  failed: "F",
  warned: "W",
  blocked: "B",
  skipped: "S",
  errored: "E",
};

/** The name of a column: A to Z, then AA, AB and so on. */
export function columnName(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : columnName(Math.floor(place / 26) - 1) + letter;
}

const maxIdCharacters = 56;

function printRow(page: TerminalPage, { id, verdicts }: MatrixRow, idWidth: number): void {
  const name = id.length > idWidth ? `${id.slice(0, idWidth - 1)}…` : id.padEnd(idWidth);
  const cells = verdicts.flatMap((verdict) => [
    " ",
    verdict === null ? "  " : { text: letters[verdict].padStart(2), tone: verdict },
  ]);
  page.line(name, ...cells);
}

/**
 * A matrix for a terminal: the implementations with their verdicts, then one row for each requirement that was tried and
 * did not pass everywhere, with a letter for each verdict.
 */
export function renderMatrixText(
  matrix: ConformanceMatrix,
  options: TerminalOptions = { color: false, width: 80 },
): string {
  const page = createTerminalPage(options);
  matrix.columns.forEach(({ subject, verdict, counts }, place) => {
    page.paragraph(`${columnName(place).padStart(2)}  `, `${subject}: ${verdict.toUpperCase()}, ${counts}`);
  });
  for (const caution of matrix.cautions) page.paragraph("    ", caution, "warned");
  page.blank();
  const rows = matrix.rows.filter((row) =>
    row.verdicts.some((verdict) => isTried(verdict) && verdict !== "passed"),
  );
  if (rows.length > 0) {
    const idWidth = Math.min(maxIdCharacters, Math.max(...rows.map((row) => row.id.length)));
    page.line(" ".repeat(idWidth), ...matrix.columns.map((_, place) => ` ${columnName(place).padStart(2)}`));
    for (const row of rows) printRow(page, row, idWidth);
    page.blank();
    page.paragraph(
      "",
      ". passed, F failed, W warned, B blocked, S skipped, E errored, empty: not in that report",
      "faint",
    );
  }
  const different = matrix.rows.filter((row) => hasDifferentVerdicts(row)).length;
  const passed = matrix.rows.filter((row) => row.verdicts.every((verdict) => verdict === "passed")).length;
  const untried = matrix.rows.length - passed - rows.length;
  const counts = [
    formatCounted(matrix.rows.length, "case"),
    `${formatCount(passed)} passed by all`,
    `${formatCount(different)} with different verdicts`,
    ...(untried === 0 ? [] : [`${formatCount(untried)} passed or not tried`]),
  ];
  page.paragraph("", counts.join(", "));
  return page.text();
}

/** A matrix as JSON, for other programs. */
export function renderMatrixJson(matrix: ConformanceMatrix): string {
  return renderJsonValue(matrix);
}
