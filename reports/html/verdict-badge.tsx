import type { JSX } from "hono/jsx/jsx-runtime";
import type { RunVerdict, Verdict } from "../../schemas/report.ts";
import type { Standing } from "../chapters.ts";

/** Marks that differ in shape, so that a verdict is told apart without its colour. */
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

const tones: Readonly<Record<RunVerdict | Standing, Verdict>> = {
  conformant: "passed",
  partial: "blocked",
  "non-conformant": "failed",
  undecided: "skipped",
  failed: "failed",
  errored: "errored",
  open: "blocked",
  warned: "warned",
  passed: "passed",
  "not offered": "skipped",
};

/** The class that gives a run's or a chapter's verdict the colour and mark of the requirement verdict it rests on. */
export function toneOf(verdict: RunVerdict | Standing): Verdict {
  return tones[verdict];
}

/** The verdict of a run, a profile or a chapter. */
export function StandingBadge({ standing }: { readonly standing: RunVerdict | Standing }): JSX.Element {
  const tone = toneOf(standing);
  return (
    <span class={`badge ${tone}`}>
      <span class="mark" aria-hidden="true">
        {marks[tone]}
      </span>
      {standing}
    </span>
  );
}
