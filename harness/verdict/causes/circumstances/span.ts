const minuteMs = 60_000;

/** How long something took, in words. */
export function toSpan(durationMs: number): string {
  if (durationMs < 1000) return "less than a second";
  return durationMs < 2 * minuteMs
    ? `${Math.round(durationMs / 1000)} s`
    : `${Math.round(durationMs / minuteMs)} min`;
}
