import type { JSX } from "hono/jsx/jsx-runtime";
import type { Verdict } from "../../schemas/report.ts";
import { verdictOrder } from "../conclusion.ts";

/** The number of results with each verdict, and the number that fills the whole width. */
export interface VerdictBarProps {
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly scale: number;
}

interface Piece {
  readonly verdict: Verdict;
  readonly from: number;
  readonly share: number;
}

function toPieces({ counts, scale }: VerdictBarProps): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const verdict of verdictOrder) {
    const share = scale === 0 ? 0 : (counts[verdict] * 100) / scale;
    if (share > 0) pieces.push({ verdict, from, share });
    from += share;
  }
  return pieces;
}

function percent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}

/** A bar of verdicts, the most severe first. Screen readers skip it: the text next to it have the same counts. */
export function VerdictBar(props: VerdictBarProps): JSX.Element {
  return (
    <svg class="verdict-bar" width="100%" height="12" aria-hidden="true" focusable="false">
      {toPieces(props).map(({ verdict, from, share }) => (
        <rect class={verdict} x={percent(from)} width={percent(share)} y="0" height="12" />
      ))}
    </svg>
  );
}
