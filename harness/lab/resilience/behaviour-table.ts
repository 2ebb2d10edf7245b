/** The table of hostile behaviours: what was tried, and the result. */
import { renderMarkdownTable } from "../dependencies/markdown-table.ts";
import { behaviours } from "./behaviours.ts";
import { decidedFor, seenIn } from "./decided-outcomes.ts";
import { connectionBehaviours } from "./connection-behaviours.ts";
import type { ConnectionOutcome } from "./meet-connection.ts";
import type { Ending } from "./try-behaviour.ts";

/** The result of one behaviour. */
export interface BehaviourOutcome {
  readonly name: string;
  /** What the run ended with, in the words of what was decided. */
  readonly seen: ReturnType<typeof seenIn>;
  readonly exitCode: number;
  /** The run's verdict, or `untestable`. */
  readonly verdict: string;
  /** How many requirements have which verdict. */
  readonly counts: string;
  /** The first reason of a requirement that failed or was blocked. */
  readonly reason: string;
  readonly leaked: boolean;
  readonly peakMebibytes: number;
  readonly seconds: number;
}

const maxReasonLength = 110;
const columns = [
  "behaviour",
  "where",
  "what it does",
  "decided",
  "seen",
  "exit",
  "verdict",
  "requirements",
  "a reason given",
  "tokens seen",
  "peak MiB",
  "seconds",
] as const;

export function toBehaviourOutcome(
  name: string,
  { exitCode, report, reason = "" }: Ending,
  measured: Pick<BehaviourOutcome, "leaked" | "peakMebibytes" | "seconds">,
): BehaviourOutcome {
  const counts = Object.entries(report?.counts ?? {}).filter(([, count]) => count > 0);
  const reasons = (report?.cases ?? []).flatMap((one) =>
    /failed|blocked/.test(one.verdict) && one.reason !== undefined ? [one.reason] : [],
  );
  // the message of the circuit breaker explains least
  const cause = reasons.find((one) => !one.includes(" has answered for some time")) ?? reasons[0];
  return {
    name,
    seen: seenIn(report),
    exitCode,
    verdict: report?.verdict ?? "untestable",
    counts: counts.map(([verdict, count]) => `${count} ${verdict}`).join(", "),
    reason: toCell(cause ?? reason),
    ...measured,
  };
}

/** One line as code, without ports, which change from run to run. */
function toCell(text: string): string {
  const line = text
    .replaceAll(/[^\x20-\x7e`]+/g, " ")
    .replaceAll("`", "'")
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  if (line === "") return "";
  return `\`${line.length <= maxReasonLength ? line : `${line.slice(0, maxReasonLength).trim()} ...`}\``;
}

/** BEHAVIOURS.md, in the form that Prettier would give it. */
export function renderBehaviours(outcomes: readonly BehaviourOutcome[]): string {
  const rows = outcomes.map((outcome) => {
    const behaviour = behaviours.find(({ name }) => name === outcome.name);
    return [
      outcome.name,
      behaviour?.place ?? "",
      (behaviour?.summary ?? "").replaceAll(/__\w+__/g, "`$&`"),
      decidedFor(outcome.name),
      outcome.seen,
      String(outcome.exitCode),
      outcome.verdict,
      outcome.counts,
      outcome.reason,
      outcome.leaked ? "YES" : "none",
      String(outcome.peakMebibytes),
      outcome.seconds.toFixed(1),
    ];
  });
  const peak = Math.max(...outcomes.map(({ peakMebibytes }) => peakMebibytes));
  const longest = Math.max(...outcomes.map(({ seconds }) => seconds));
  return [
    "# Hostile behaviours",
    "",
    "What a hostile or broken registry can do, and the result of a run. Each behaviour changes a registry that otherwise conforms. A",
    "small part of the suite tests it, in a process of its own. `npm run behaviours` writes this file. A test runs each behaviour again",
    "and compares exit code and verdict. It also looks for tokens in every output, and for a reason with every verdict. The outcome was",
    "decided before the run: `unharmed`, `blocked` (nothing comes that could be judged, so nothing fails) or `failed` (a wrong answer).",
    "",
    `${outcomes.length} behaviours; the maximum memory was ${peak} MiB, the longest run took ${longest.toFixed(1)} s (an exchange may take 0.4 s).`,
    "",
    ...renderMarkdownTable([columns, ...rows]),
    "",
  ].join("\n");
}

const connectionsHeading = "## Connections";

/** The line in front of the last table, which `npm run gateways` writes; all that follows it is that table. */
export const gatewaysHeading = "## Gateways and object stores";

/** The line in front of the table of whole runs. */
export const wholeRunsHeading = "## Whole runs";

/** The line in front of the table of runs that a signal ends. */
export const signalsHeading = "## Signals";

/** The tables of a written file; empty where one is not there. */
export function splitTables(
  markdown: string,
): Readonly<Record<"behaviours" | "connections" | "wholeRuns" | "signals" | "gateways", string>> {
  const parts = markdown.split(/^(?=## )/mu);
  const startingWith = (heading: string): string => parts.find((part) => part.startsWith(heading)) ?? "";
  return {
    behaviours: startingWith("# "),
    connections: startingWith(connectionsHeading),
    wholeRuns: startingWith(wholeRunsHeading),
    signals: startingWith(signalsHeading),
    gateways: startingWith(gatewaysHeading),
  };
}

/** What came of one behaviour of a connection. */
export interface ConnectionRow extends ConnectionOutcome {
  readonly name: string;
}

/** The second table of BEHAVIOURS.md: TLS, HTTP/2 and forward proxies. */
export function renderConnections(rows: readonly ConnectionRow[]): string {
  const cells = rows.map(({ name, seen, exitCode, reason }) => {
    const behaviour = connectionBehaviours.find((one) => one.name === name);
    const { kind = "", summary = "", outcome = "" } = behaviour ?? {};
    return [name, kind, summary, outcome, seen, String(exitCode), toCell(reason)];
  });
  const head = ["behaviour", "of", "what it does", "decided", "seen", "exit", "a reason given"];
  return [
    connectionsHeading,
    "",
    "What stands between the suite and a conforming registry. The outcome was decided before the run: `unharmed` (nothing failed or was",
    "blocked), `blocked` (one operation cannot be used, and nothing failed) or `unreachable` (exit code 3). A test tries each one again.",
    "",
    ...renderMarkdownTable([head, ...cells]),
    "",
  ].join("\n");
}

/** Name, exit code and verdict of each row of a written table. */
export function readBehaviours(
  markdown: string,
): readonly Pick<BehaviourOutcome, "name" | "exitCode" | "verdict">[] {
  const lines = splitTables(markdown)
    .behaviours.split("\n")
    .filter((line) => /^\| [a-z]/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const [head = [], ...rows] = lines;
  const [name, exitCode, verdict] = ["behaviour", "exit", "verdict"].map((column) => head.indexOf(column));
  return rows.map((cells) => ({
    name: cells[name ?? -1] ?? "",
    exitCode: Number(cells[exitCode ?? -1]),
    verdict: cells[verdict ?? -1] ?? "",
  }));
}
