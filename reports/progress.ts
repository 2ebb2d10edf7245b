import type { TerminalOptions } from "./terminal-page.ts";
import { formatCounted, formatDuration } from "./measures.ts";
import { toVisibleText } from "./visible-text.ts";

/** The state of a run in progress. */
export interface ProgressState {
  readonly checksDone: number;
  readonly checksTotal: number;
  /** The chapter of the check that started last. */
  readonly chapter: string;
  readonly requests: number;
  /** Checks that failed so far. */
  readonly failed: number;
  /** Milliseconds spent waiting for a rate limiter, summed over all requests. */
  readonly limiterWaitMs: number;
  readonly elapsedMs: number;
}

const barCells = 16;

function renderBar(share: number): string {
  const full = Math.round(share * barCells);
  return `[${"#".repeat(full)}${"-".repeat(barCells - full)}]`;
}

/**
 * The progress of a run on one line, in percent of its checks and observations. It is one column shorter than the width, so that a terminal
 * can redraw it without scrolling. It has no control characters: the caller moves the cursor or ends the line.
 */
export function renderProgress(
  state: ProgressState,
  options: Pick<TerminalOptions, "width"> = { width: 80 },
): string {
  const share = state.checksTotal === 0 ? 0 : Math.min(1, state.checksDone / state.checksTotal);
  const parts = [
    `${renderBar(share)} ${Math.floor(share * 100)} %`,
    ...(state.failed === 0 ? [] : [`${formatCounted(state.failed, "case")} failed`]),
    formatCounted(state.requests, "request"),
    ...(state.limiterWaitMs < 1000 ? [] : [`${formatDuration(state.limiterWaitMs)} rate-limited`]),
    state.chapter,
  ].filter((part) => part !== "");
  const line = Array.from(toVisibleText(parts.join(", ")));
  const maxCharacters = Math.max(20, options.width - 1);
  return line.length <= maxCharacters ? line.join("") : `${line.slice(0, maxCharacters - 1).join("")}…`;
}

const maxSilenceMs = 30_000;
const steps = 10;

/**
 * Whether a log that cannot redraw a line (a CI job, a file) gets a new one: at every tenth of the checks, and after half a
 * minute without one.
 */
export function isProgressDue(lastShown: ProgressState | undefined, now: ProgressState): boolean {
  if (lastShown === undefined) return true;
  const stepOf = (state: ProgressState): number =>
    state.checksTotal === 0 ? 0 : Math.floor((state.checksDone * steps) / state.checksTotal);
  return stepOf(now) > stepOf(lastShown) || now.elapsedMs - lastShown.elapsedMs >= maxSilenceMs;
}
