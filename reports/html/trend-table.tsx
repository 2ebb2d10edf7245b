import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatDuration } from "../measures.ts";
import { type SiteImplementation, toRunFile } from "../site.ts";
import { type LatencyTrend, toTrend, toTrendCounts, type Trend } from "../trend.ts";
import { VerdictSummaryBadge } from "./verdict-badge.tsx";

const width = 96;
const height = 22;
const margin = 3;

/** The points of a line from left to right; the slowest of them is at the top. */
function toLine(medians: readonly (number | undefined)[]): string {
  const slowest = Math.max(1, ...medians.map((median) => median ?? 0));
  const step = (width - 2 * margin) / Math.max(1, medians.length - 1);
  return medians
    .flatMap((median, place) => {
      if (median === undefined) return [];
      const x = margin + place * step;
      const y = height - margin - (median / slowest) * (height - 2 * margin);
      return [`${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`];
    })
    .join(" ");
}

interface LatencyRowProps {
  readonly latency: LatencyTrend;
  readonly trend: Trend;
}

function LatencyRow({ latency, trend }: LatencyRowProps): JSX.Element {
  return (
    <tr>
      <th scope="row" class="mono">
        {latency.operation}
      </th>
      {latency.medians.map((median, place) => (
        <td class="number" data-label={trend.points[place]?.label}>
          {median === undefined ? <span class="quiet">none</span> : formatDuration(median)}
        </td>
      ))}
      <td data-label="Trend">
        <svg class="trend-line" width={width} height={height} aria-hidden="true" focusable="false">
          <polyline points={toLine(latency.medians)} />
        </svg>
      </td>
    </tr>
  );
}

function Head({ one, trend }: { readonly one: SiteImplementation; readonly trend: Trend }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col">Version</th>
        {trend.points.map(({ label, run }) => (
          <th scope="col" class="number">
            <a href={`./${toRunFile(one, run)}`}>{label}</a>
          </th>
        ))}
        <th scope="col">Trend</th>
      </tr>
    </thead>
  );
}

/** Verdicts and latency by version, the newest on the right. */
export function TrendTable({ one }: { readonly one: SiteImplementation }): JSX.Element | null {
  const trend = toTrend(one);
  if (trend === undefined) return null;
  const counts = trend.points.map(({ run }) => toTrendCounts(run.report));
  return (
    <section aria-labelledby="trend">
      <h2 id="trend">By version</h2>
      <p class="quiet">
        Below the verdicts: the median latency of each operation. It includes the network of the run, and is
        not judged.
      </p>
      <div class="scrolled" role="region" aria-label="Verdict and latency by version" tabindex={0}>
        <table class="trend stacked">
          <Head one={one} trend={trend} />
          <tbody>
            <tr>
              <th scope="row">Verdict</th>
              {trend.points.map(({ label, run }) => (
                <td class="number" data-label={label}>
                  <VerdictSummaryBadge verdict={run.report.verdict} />
                </td>
              ))}
              <td />
            </tr>
            {(counts[0] ?? []).map(([name], row) => (
              <tr>
                <th scope="row">Requirements {name}</th>
                {counts.map((column, place) => (
                  <td class="number" data-label={trend.points[place]?.label}>
                    {formatCount(column[row]?.[1] ?? 0)}
                  </td>
                ))}
                <td />
              </tr>
            ))}
          </tbody>
          <tbody>
            {trend.latencies.map((latency) => (
              <LatencyRow latency={latency} trend={trend} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
