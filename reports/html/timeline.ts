import type { Exchange } from "../../schemas/report.ts";
import { formatCounted, formatDuration } from "../measures.ts";

/** The kind of a response. */
export type ResponseClass = "success" | "refusal" | "limited" | "fault" | "none";

/** The kinds of responses in the order of the legend. */
export const responseClasses: readonly { readonly name: ResponseClass; readonly label: string }[] = [
  { name: "success", label: "2xx or 3xx" },
  { name: "refusal", label: "4xx" },
  { name: "limited", label: "429, rate-limited" },
  { name: "fault", label: "5xx" },
  { name: "none", label: "no response" },
];

/** Sizes in the units of the picture. */
export const timelineSizes = { width: 1000, labelWidth: 150, rowHeight: 22, axisHeight: 24 } as const;

/** The layout of a timeline: a row for each chapter, with one path for each kind of response. */
export interface TimelineLayout {
  readonly rows: readonly {
    readonly name: string;
    readonly paths: readonly { readonly response: ResponseClass; readonly path: string }[];
  }[];
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  readonly description: string;
}

function classify({ response }: Exchange): ResponseClass {
  if (response === undefined) return "none";
  if (response.status === 429) return "limited";
  if (response.status >= 500) return "fault";
  return response.status >= 400 ? "refusal" : "success";
}

const tickSteps = [
  100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
  3_600_000,
];
const maxTicks = 8;

function layOutTicks(end: number, toX: (milliseconds: number) => number): TimelineLayout["ticks"] {
  const step = tickSteps.find((candidate) => end / candidate <= maxTicks) ?? Math.ceil(end / maxTicks);
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

/** One path for many exchanges: thousands of elements would be slow to draw. */
function toPath(exchanges: readonly Exchange[], toX: (milliseconds: number) => number): string {
  const minLength = 1.5;
  return exchanges
    .map(({ startedAtMs, durationMs }) => {
      const x = toX(startedAtMs);
      const length = Math.max(minLength, Math.round((toX(startedAtMs + durationMs) - x) * 10) / 10);
      return `M${x} 0h${length}`;
    })
    .join("");
}

function describe(exchanges: readonly Exchange[], end: number): string {
  const counts = responseClasses
    .map(
      ({ name, label }) =>
        [exchanges.filter((exchange) => classify(exchange) === name).length, label] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} with ${label}`);
  return `${formatCounted(exchanges.length, "exchange")} over ${formatDuration(end)} by chapter: ${counts.join(", ")}`;
}

/** Lays out the exchanges of each chapter over time. */
export function layOutTimeline(exchanges: readonly Exchange[]): TimelineLayout {
  const end = Math.max(1, ...exchanges.map((exchange) => exchange.startedAtMs + exchange.durationMs));
  const { width, labelWidth } = timelineSizes;
  const plotWidth = width - labelWidth - 30;
  const toX = (milliseconds: number): number =>
    Math.round((labelWidth + (milliseconds / end) * plotWidth) * 10) / 10;
  const names = [...new Set(exchanges.map(rowNameOf))];
  const rows = names.map((name) => {
    const own = exchanges.filter((exchange) => rowNameOf(exchange) === name);
    const paths = responseClasses
      .map(({ name: response }) => ({
        response,
        path: toPath(
          own.filter((exchange) => classify(exchange) === response),
          toX,
        ),
      }))
      .filter(({ path }) => path !== "");
    return { name, paths };
  });
  return { rows, ticks: layOutTicks(end, toX), description: describe(exchanges, end) };
}
