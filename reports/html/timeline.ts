import type { Exchange, Report } from "../../schemas/report.ts";
import { formatCounted, formatDuration } from "../measures.ts";

/** What came back, as far as a timeline tells it apart. */
export type AnswerClass = "success" | "refusal" | "limited" | "fault" | "none";

/** The classes of answers in the order of the legend. */
export const answerClasses: readonly { readonly name: AnswerClass; readonly label: string }[] = [
  { name: "success", label: "2xx or 3xx" },
  { name: "refusal", label: "4xx" },
  { name: "limited", label: "429, rate-limited" },
  { name: "fault", label: "5xx" },
  { name: "none", label: "no response" },
];

/** Sizes of the picture in its own units. */
export const timelineSizes = { width: 1000, labelWidth: 150, rowHeight: 22, axisHeight: 24 } as const;

/** A timeline ready to be drawn: a row for each chapter, one path for each class of answers in it. */
export interface TimelineLayout {
  readonly rows: readonly {
    readonly name: string;
    readonly paths: readonly { readonly answer: AnswerClass; readonly path: string }[];
  }[];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly description: string;
}

function classify({ response }: Exchange): AnswerClass {
  if (response === undefined) return "none";
  if (response.status === 429) return "limited";
  if (response.status >= 500) return "fault";
  return response.status >= 400 ? "refusal" : "success";
}

const tickSteps = [
  100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
  3_600_000,
];
const mostTicks = 8;

function layOutTicks(end: number, toX: (milliseconds: number) => number): TimelineLayout["ticks"] {
  const step = tickSteps.find((candidate) => end / candidate <= mostTicks) ?? Math.ceil(end / mostTicks);
  const count = Math.floor(end / step) + 1;
  return Array.from({ length: count }, (_, place) => ({
    x: toX(place * step),
    label:
      place === 0
        ? "0"
        : formatDuration(place * step)
            .replace(".0 s", " s")
            .replace(" 0 s", ""),
  }));
}

function rowNameOf(exchange: Exchange): string {
  return exchange.actor.split("/")[0] ?? exchange.actor;
}

/** One path for many exchanges keeps thousands of them cheap to draw. */
function toPath(exchanges: readonly Exchange[], toX: (milliseconds: number) => number): string {
  const narrowest = 1.5;
  return exchanges
    .map(({ startedAtMs, durationMs }) => {
      const x = toX(startedAtMs);
      const length = Math.max(narrowest, Math.round((toX(startedAtMs + durationMs) - x) * 10) / 10);
      return `M${x} 0h${length}`;
    })
    .join("");
}

function describe(report: Report, end: number): string {
  const counts = answerClasses
    .map(
      ({ name, label }) =>
        [report.exchanges.filter((exchange) => classify(exchange) === name).length, label] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} answered ${label}`);
  return `${formatCounted(report.exchanges.length, "exchange")} over ${formatDuration(end)} by chapter: ${counts.join(", ")}`;
}

/** Lays out when each chapter's exchanges happened and what came back. */
export function layOutTimeline(report: Report): TimelineLayout {
  const end = Math.max(1, ...report.exchanges.map((exchange) => exchange.startedAtMs + exchange.durationMs));
  const { width, labelWidth } = timelineSizes;
  const room = width - labelWidth - 30;
  const toX = (milliseconds: number): number =>
    Math.round((labelWidth + (milliseconds / end) * room) * 10) / 10;
  const names = [...new Set(report.exchanges.map(rowNameOf))];
  const rows = names.map((name) => {
    const own = report.exchanges.filter((exchange) => rowNameOf(exchange) === name);
    const paths = answerClasses
      .map(({ name: answer }) => ({
        answer,
        path: toPath(
          own.filter((exchange) => classify(exchange) === answer),
          toX,
        ),
      }))
      .filter(({ path }) => path !== "");
    return { name, paths };
  });
  return { rows, ticks: layOutTicks(end, toX), description: describe(report, end) };
}
