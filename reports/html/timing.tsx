import type { JSX } from "hono/jsx/jsx-runtime";
import { FoldedSection } from "./folded-section.tsx";
import type { Exchange } from "../../schemas/report.ts";
import { formatCount, formatDuration } from "../measures.ts";
import { measureLatency, type OperationLatency } from "../latency.ts";
import { responseClasses, layOutTimeline, type TimelineLayout, timelineSizes } from "./timeline.ts";

interface LatencyProps {
  readonly latency: OperationLatency;
  /** Milliseconds that fill the width. */
  readonly scale: number;
}

function LatencyRow({ latency, scale }: LatencyProps): JSX.Element {
  // square roots keep fast operations visible next to a slow one
  const at = (milliseconds: number): string =>
    `${Math.round(Math.sqrt(milliseconds / scale) * 980) / 10 + 1}%`;
  return (
    <tr>
      <th scope="row" class="mono">
        {latency.operation}
      </th>
      <td class="number">{formatCount(latency.exchanges)}</td>
      <td class="number">{formatDuration(latency.median)}</td>
      <td class="number">{formatDuration(latency.ninetyFifth)}</td>
      <td class="number">{formatDuration(latency.slowest)}</td>
      <td class="picture">
        <svg class="latency-strip" width="100%" height="16" aria-hidden="true" focusable="false">
          <line class="whisker" x1={at(latency.fastest)} x2={at(latency.slowest)} y1="8" y2="8" />
          <line class="box" x1={at(latency.median)} x2={at(latency.ninetyFifth)} y1="8" y2="8" />
          <circle class="median" cx={at(latency.median)} cy="8" r="4" />
          <circle class="slowest" cx={at(latency.slowest)} cy="8" r="2.5" />
        </svg>
      </td>
    </tr>
  );
}

/** The duration of each operation: as numbers, and as a strip from the fastest over the median to the slowest. */
export function Latency({ exchanges }: { readonly exchanges: readonly Exchange[] }): JSX.Element | null {
  const latencies = measureLatency(exchanges);
  if (latencies.length === 0) return null;
  const scale = Math.max(1, ...latencies.map((latency) => latency.slowest));
  return (
    <FoldedSection id="latency" title="Latency by operation">
      <table class="latency">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col" class="number">
              Exchanges
            </th>
            <th scope="col" class="number">
              Median
            </th>
            <th scope="col" class="number">
              95th percentile
            </th>
            <th scope="col" class="number">
              Slowest
            </th>
            <th scope="col">Fastest to slowest (square-root scale)</th>
          </tr>
        </thead>
        <tbody>
          {latencies.map((latency) => (
            <LatencyRow latency={latency} scale={scale} />
          ))}
        </tbody>
      </table>
    </FoldedSection>
  );
}

function TimelinePicture({ layout }: { readonly layout: TimelineLayout }): JSX.Element {
  const { width, rowHeight, labelWidth, axisHeight } = timelineSizes;
  const height = layout.rows.length * rowHeight + axisHeight;
  return (
    <svg class="timeline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={layout.description}>
      {layout.ticks.map(({ x, label }) => (
        <>
          <line class="grid" x1={x} x2={x} y1="0" y2={height - axisHeight} />
          <text x={x} y={height - 6} text-anchor="middle">
            {label}
          </text>
        </>
      ))}
      {layout.rows.map(({ name, paths }, place) => (
        <>
          <text x={labelWidth - 10} y={place * rowHeight + rowHeight / 2 + 4} text-anchor="end">
            {name}
          </text>
          {paths.map(({ response, path }) => (
            <path
              class={`response-${response}`}
              d={path}
              transform={`translate(0 ${place * rowHeight + rowHeight / 2})`}
            />
          ))}
        </>
      ))}
    </svg>
  );
}

/** The exchanges of each chapter over time, coloured by response. */
export function Timeline({ exchanges }: { readonly exchanges: readonly Exchange[] }): JSX.Element | null {
  if (exchanges.length === 0) return null;
  const layout = layOutTimeline(exchanges);
  return (
    <FoldedSection id="timeline" title="Timeline of the run">
      <ul class="legend">
        {responseClasses.map(({ name, label }) => (
          <li>
            <svg width="14" height="10" aria-hidden="true" focusable="false">
              <path class={`response-${name}`} d="M0 5h14" />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <TimelinePicture layout={layout} />
    </FoldedSection>
  );
}
