import type { JSX } from "hono/jsx/jsx-runtime";
import type { RunVerdict, Verdict } from "../../schemas/report.ts";
import type { ChapterVerdict } from "../chapters.ts";

/** Marks with different shapes: verdicts can be distinguished without colour. */
const marks: Readonly<Record<Verdict, string>> = {
  passed: "✓",
  failed: "✕",
  warned: "!",
  blocked: "⊘",
  skipped: "–",
  errored: "⚡",
};

/** The verdict of one requirement or check as a word with its mark. */
export function VerdictBadge({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  return (
    <span class={`badge ${verdict}`}>
      <span class="mark" aria-hidden="true">
        {marks[verdict]}
      </span>
      {verdict}
    </span>
  );
}

const tones: Readonly<Record<RunVerdict | ChapterVerdict, Verdict>> = {
  conformant: "passed",
  partial: "blocked",
  "non-conformant": "failed",
  undecided: "skipped",
  failed: "failed",
  errored: "errored",
  warned: "warned",
  passed: "passed",
  "not offered": "skipped",
};

/** The requirement verdict whose colour and mark the verdict of a run, a profile or a chapter has. */
export function toneOf(verdict: RunVerdict | ChapterVerdict): Verdict {
  return tones[verdict];
}

/** The verdict of a run, a profile or a chapter. */
export function VerdictSummaryBadge({
  verdict,
}: {
  readonly verdict: RunVerdict | ChapterVerdict;
}): JSX.Element {
  const tone = toneOf(verdict);
  return (
    <span class={`badge ${tone}`}>
      <span class="mark" aria-hidden="true">
        {marks[tone]}
      </span>
      {verdict}
    </span>
  );
}
