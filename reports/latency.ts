import type { Exchange } from "../schemas/report.ts";

/** The durations of the exchanges of one operation, in milliseconds. */
export interface OperationLatency {
  readonly operation: string;
  readonly exchanges: number;
  readonly fastest: number;
  readonly median: number;
  readonly ninetyFifth: number;
  readonly slowest: number;
}

function quantile(sorted: readonly number[], share: number): number {
  // nearest rank: always a measured duration
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Latency by operation, slowest median first. Exchanges without a response count too: a client also waits for a timeout. */
export function measureLatency(exchanges: readonly Exchange[]): readonly OperationLatency[] {
  const durations = new Map<string, number[]>();
  for (const { operation, durationMs } of exchanges) {
    const known = durations.get(operation);
    if (known === undefined) durations.set(operation, [durationMs]);
    else known.push(durationMs);
  }
  return [...durations]
    .map(([operation, unsorted]) => {
      const sorted = unsorted.toSorted((a, b) => a - b);
      return {
        operation,
        exchanges: sorted.length,
        fastest: sorted[0] ?? 0,
        median: quantile(sorted, 0.5),
        ninetyFifth: quantile(sorted, 0.95),
        slowest: sorted.at(-1) ?? 0,
      };
    })
    .toSorted((a, b) => b.median - a.median);
}
