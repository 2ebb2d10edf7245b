import {
  type ChangeKind,
  changeKinds,
  type ComparedReport,
  type Comparison,
  type RequirementChange,
} from "./comparison.ts";
import { renderJsonValue } from "./json-text.ts";
import { formatCount, formatCounted } from "./measures.ts";
import { createTerminalPage, type TerminalOptions, type TerminalPage, type Tone } from "./terminal-page.ts";
import { toShortText } from "./visible-text.ts";

/** The heading of each kind of change, in every format. */
export const changeTitles: Readonly<Record<ChangeKind, string>> = {
  "newly-failing": "Newly failing",
  "no-longer-decided": "No longer decided",
  "newly-warned": "Newly warned",
  changed: "Other changes",
  "newly-passing": "Newly passing",
  added: "Only in the later report",
};

const tones: Readonly<Record<ChangeKind, Tone>> = {
  "newly-failing": "failed",
  "no-longer-decided": "blocked",
  "newly-warned": "warned",
  changed: "strong",
  "newly-passing": "passed",
  added: "strong",
};

const maxValueCharacters = 300;
const maxCauses = 10;

/** As many cases that one of two runs did not select are listed. */
const maxUnselected = 10;

/** The settings that say which cases a run has. */
const selecting: ReadonlySet<string> = new Set(["depth", "profiles", "only", "skip"]);

function printReport(page: TerminalPage, label: string, report: ComparedReport): void {
  page.paragraph(label, `${report.subject} at ${report.baseUrl}, ${report.startedAt}`);
  page.paragraph("        ", `${report.verdict.toUpperCase()}: ${report.counts}`, "faint");
}

/** The changes with one key each, in their order. */
function groupBy(
  changes: readonly RequirementChange[],
  toKey: (change: RequirementChange) => string,
): readonly (readonly RequirementChange[])[] {
  const groups = new Map<string, RequirementChange[]>();
  for (const change of changes) groups.set(toKey(change), [...(groups.get(toKey(change)) ?? []), change]);
  return [...groups.values()];
}

/** One cause may have hundreds of changes. */
function groupByReason(changes: readonly RequirementChange[]): readonly (readonly RequirementChange[])[] {
  return groupBy(changes, ({ reason, id }) => reason ?? id);
}

function groupByRequirement(
  changes: readonly RequirementChange[],
): readonly (readonly RequirementChange[])[] {
  return groupBy(changes, ({ requirement, id }) => requirement ?? id);
}

/** By requirement; a reason that several changes share is shown once, after all of them. */
function printKind(page: TerminalPage, changes: readonly RequirementChange[]): void {
  const byReason = groupByReason(changes);
  for (const ofOne of groupByRequirement(byReason.filter(({ length }) => length === 1).flat()))
    printRequirement(page, ofOne, (indent, change) => printReason(page, indent, change.reason));
  for (const group of byReason.filter(({ length }) => length > 1)) {
    for (const ofOne of groupByRequirement(group)) printRequirement(page, ofOne);
    const [{ reason } = {}] = group;
    if (reason !== undefined) printReason(page, "  ", `all ${formatCount(group.length)}: ${reason}`);
  }
}

/** A requirement with several cases has a line of its own, and those that changed beneath. */
function printRequirement(
  page: TerminalPage,
  changes: readonly RequirementChange[],
  afterEach: (indent: string, change: RequirementChange) => void = () => {},
): void {
  const { requirement, casesOfRequirement = 0 } = changes[0] ?? {};
  if (requirement !== undefined) {
    const count = `  ${formatCount(changes.length)} of ${formatCounted(casesOfRequirement, "case")}`;
    page.line("  ", requirement, { text: count, tone: "faint" });
  }
  const indent = requirement === undefined ? "  " : "    ";
  for (const change of changes) {
    const { id, before = "absent", after = "absent" } = change;
    page.line(indent, id, { text: `  ${before} -> ${after}`, tone: "faint" });
    afterEach(indent, change);
  }
}

function printReason(page: TerminalPage, indent: string, reason: string | undefined): void {
  if (reason !== undefined) page.paragraph(`${indent}    `, toShortText(reason, maxValueCharacters), "faint");
}

function printCauses(page: TerminalPage, { newCauses, goneCauses }: Comparison): void {
  for (const [title, causes, tone] of [
    ["New causes", newCauses, "failed"],
    ["Causes that are gone", goneCauses, "passed"],
  ] as const) {
    if (causes.length === 0) continue;
    page.line({ text: `${title} (${formatCount(causes.length)})`, tone });
    for (const { sentence } of causes.slice(0, maxCauses))
      page.paragraph("  ", toShortText(sentence, maxValueCharacters));
    if (causes.length > maxCauses) page.line("  ", `and ${formatCount(causes.length - maxCauses)} more`);
    page.blank();
  }
}

/** Such as `7 requirements, 28 cases`. */
function countChanges(changes: readonly RequirementChange[]): string {
  const requirements = groupByRequirement(changes).length;
  return `${formatCounted(requirements, "requirement")}, ${formatCounted(changes.length, "case")}`;
}

/** The changes that are listed, and by run those that are counted: many cases that only the other run has selected. */
function splitChanges({ changes, circumstances }: Comparison): {
  readonly listed: readonly RequirementChange[];
  readonly unselected: readonly (readonly [run: string, changes: readonly RequirementChange[]])[];
} {
  const isOtherSelection = circumstances.some(({ name }) => selecting.has(name));
  const unselected = (["before", "after"] as const)
    .map((run) => [run, changes.filter((change) => change[run] === undefined)] as const)
    .filter(([, absent]) => isOtherSelection && absent.length > maxUnselected);
  const counted = new Set(unselected.flatMap(([, absent]) => absent));
  return { listed: changes.filter((change) => !counted.has(change)), unselected };
}

function printChanges(page: TerminalPage, comparison: Comparison): void {
  const { listed, unselected } = splitChanges(comparison);
  for (const kind of changeKinds) {
    const changes = listed.filter((change) => change.kind === kind);
    if (changes.length === 0) continue;
    page.line({ text: `${changeTitles[kind]} (${countChanges(changes)})`, tone: tones[kind] });
    printKind(page, changes);
    page.blank();
  }
  for (const [run, changes] of unselected) {
    page.line({ text: `Not selected ${run} (${countChanges(changes)})`, tone: "blocked" });
    page.paragraph("  ", "compare --json lists them.", "faint");
    page.blank();
  }
}

/** The checks that no longer ran, except those whose own requirement is listed as no longer decided. */
export function otherChecksNoLongerRun({
  changes,
  checksNoLongerRun,
}: Comparison): Comparison["checksNoLongerRun"] {
  const listed = new Set(changes.filter(({ kind }) => kind === "no-longer-decided").map(({ id }) => id));
  return checksNoLongerRun.filter(({ id }) => !listed.has(id));
}

function printChecks(page: TerminalPage, comparison: Comparison): void {
  const others = otherChecksNoLongerRun(comparison);
  if (others.length === 0) return;
  page.line({ text: `Other checks that no longer ran (${formatCount(others.length)})`, tone: "blocked" });
  for (const { id, now } of others) page.line("  ", id, { text: `  ${now}`, tone: "faint" });
  page.blank();
}

/** A comparison in one line: whether the registry regressed, and the count of each kind of change. */
export function concludeComparison({ changes, checksNoLongerRun, unchanged, regressed }: Comparison): string {
  const counts = changeKinds
    .map(
      (kind) =>
        [changes.filter((change) => change.kind === kind).length, changeTitles[kind].toLowerCase()] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, title]) => `${formatCount(count)} ${title}`);
  if (checksNoLongerRun.length > 0)
    counts.push(`${formatCounted(checksNoLongerRun.length, "check")} no longer ran`);
  return `${regressed ? "REGRESSED" : "NO REGRESSION"}: ${[...counts, `${formatCounted(unchanged, "case")} unchanged`].join(", ")}`;
}

/**
 * A comparison for a terminal: both reports, the settings that differ, and every change, the most severe first. The last line
 * says whether the registry regressed.
 */
export function renderComparisonText(
  comparison: Comparison,
  options: TerminalOptions = { color: false, width: 80 },
): string {
  const page = createTerminalPage(options);
  printReport(page, "before  ", comparison.before);
  printReport(page, "after   ", comparison.after);
  page.blank();
  if (comparison.circumstances.length > 0) {
    page.line({ text: "Settings that differ", tone: "strong" });
    for (const { name, before, after } of comparison.circumstances)
      page.paragraph("  ", `${name}: ${before} -> ${after}`);
    page.blank();
  }
  printCauses(page, comparison);
  printChanges(page, comparison);
  printChecks(page, comparison);
  page.line({ text: concludeComparison(comparison), tone: comparison.regressed ? "failed" : "passed" });
  return page.text();
}

/** A comparison as JSON, for other programs. */
export function renderComparisonJson(comparison: Comparison): string {
  return renderJsonValue(comparison);
}
