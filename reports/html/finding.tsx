import type { JSX } from "hono/jsx/jsx-runtime";
import { exchangesOfCheck, type LocatedFinding, renderRepeats } from "../evidence-list.ts";
import { summarizeExchange } from "../exchange-summary.ts";
import type { HtmlIndex } from "./html-index.ts";
import { findOffendingParts } from "./offending-parts.ts";
import { findPositiveTwin } from "../positive-twin.ts";
import { Prose } from "./prose.tsx";
import { toShortGot } from "./short-got.ts";

interface FindingProps {
  readonly located: LocatedFinding;
  readonly index: HtmlIndex;
  /** The title above the finding; a rule that is equal to it is left out. */
  readonly title: string;
  /** The check that the finding is shown under. */
  readonly own: string;
  /** Whether its exchange is open: the first finding shows the deviation. */
  readonly isFirst: boolean;
}

/** The exchange that shows the finding, for the script: with the parts to mark and the positive twin. */
function Proof({
  located,
  index,
  isFirst,
}: Pick<FindingProps, "located" | "index" | "isFirst">): JSX.Element | null {
  const { finding, exchange, check } = located;
  const place = exchange === undefined ? undefined : index.placeOf.get(exchange.id);
  if (exchange === undefined || place === undefined) return null;
  const twin = findPositiveTwin(finding, exchange, exchangesOfCheck(index, check));
  const { status, headers, pointers } = findOffendingParts(finding, exchange);
  return (
    <>
      <p class="mono first-line">{summarizeExchange(exchange, index.baseUrl)}</p>
      <div
        class="exchanges proof with-script"
        data-exchanges={String(place)}
        data-first={String(place)}
        data-open={isFirst ? "" : undefined}
        data-twin={twin === undefined ? undefined : index.placeOf.get(twin.id)}
        data-status={status ? "" : undefined}
        data-headers={headers.length === 0 ? undefined : headers.join(" ")}
        data-pointers={pointers.length === 0 ? undefined : JSON.stringify(pointers)}
      />
    </>
  );
}

/** What was expected and what came, one below the other, and the exchange that shows it. */
export function Finding({ located, index, title, own, isFirst }: FindingProps): JSX.Element {
  const { finding, where, repeats, check } = located;
  const notes = [
    ...(where === undefined ? [] : [`In ${where === "both forms" ? where : `the ${where}`} of the name`]),
    ...(repeats === 0 ? [] : [renderRepeats(repeats)]),
  ];
  const isInRule = finding.expected === finding.rule || finding.expected === title;
  return (
    <div class="finding">
      {finding.rule === title ? null : (
        <p class="rule">
          <Prose text={finding.rule} />
        </p>
      )}
      <dl class="versus">
        {isInRule ? null : (
          <div class="expected">
            <dt>Expected</dt>
            <dd>{finding.expected}</dd>
          </div>
        )}
        <div class="got">
          <dt>Got</dt>
          <dd>{toShortGot(finding.got)}</dd>
        </div>
      </dl>
      {notes.length === 0 ? null : <p class="quiet">{notes.join(", ")}</p>}
      {check === own ? null : (
        <p class="quiet">
          Seen in <span class="mono">{check}</span>
        </p>
      )}
      <Proof located={located} index={index} isFirst={isFirst} />
    </div>
  );
}
