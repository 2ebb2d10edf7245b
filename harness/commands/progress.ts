/** Tells on standard error how far a run is: in one line that is drawn again, or line by line in a log. */
import type { Wait } from "../transport/announce-waits.ts";
import { isProgressDue, type ProgressState, renderProgress } from "../../reports/progress.ts";
import { cutMiddle, toVisibleText } from "../../reports/visible-text.ts";

export interface Progress {
  /** What begins now, such as `probing https://registry.example`. */
  readonly tell: (text: string) => void;
  readonly wait: (wait: Wait) => void;
  readonly show: (state: ProgressState) => void;
  /** Takes away the line that is drawn again. */
  readonly end: () => void;
}

/** What of standard error is used. */
export interface ProgressStream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A line of a log fits into what shows logs. */
const maxLine = 100;
const clearLine = "\r\u001B[K";

/** @param quiet true to tell nothing */
export function createProgress(quiet: boolean, stream: ProgressStream = process.stderr): Progress {
  const isTerminal = stream.isTTY === true;
  const maxCharacters = Math.min(maxLine, (stream.columns ?? maxLine) - (isTerminal ? 1 : 0));
  let shown: ProgressState | undefined;
  let isDrawn = false;

  function draw(text: string): void {
    stream.write(isTerminal ? `${clearLine}${text}` : `${text}\n`);
    isDrawn = isTerminal;
  }

  return {
    tell(text) {
      if (!quiet) draw(cutMiddle(toVisibleText(text), maxCharacters));
    },
    wait({ milliseconds, reason, waitedMs }) {
      if (quiet) return;
      const [before, after] =
        waitedMs === undefined
          ? [`waiting ${toSeconds(milliseconds)} `, ""]
          : ["still waiting for ", ` (${toSeconds(waitedMs)} of ${toSeconds(waitedMs + milliseconds)})`];
      const room = maxCharacters - before.length - after.length;
      draw(`${before}${cutMiddle(toVisibleText(reason), room)}${after}`);
      // it stays above the line that is drawn next
      if (isTerminal) stream.write("\n");
    },
    show(state) {
      if (quiet || (!isTerminal && !isProgressDue(shown, state))) return;
      draw(renderProgress(state, { width: stream.columns ?? 80 }));
      shown = state;
    },
    end() {
      if (isDrawn) stream.write(clearLine);
      isDrawn = false;
    },
  };
}

function toSeconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`;
}
