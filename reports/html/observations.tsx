import type { JSX } from "hono/jsx/jsx-runtime";
import { FoldedSection } from "./folded-section.tsx";
import type { ObservationResult, Report } from "../../schemas/report.ts";
import { type Limit, toLimit } from "../limits.ts";
import { formatCounted } from "../measures.ts";
import { Prose } from "./prose.tsx";
import type { HtmlIndex } from "./html-index.ts";
import { formatPlaces } from "./places.ts";

function Row({
  observation,
  index,
}: {
  readonly observation: ObservationResult;
  readonly index: HtmlIndex;
}): JSX.Element {
  const places = observation.exchanges.flatMap((id) => index.placeOf.get(id) ?? []);
  return (
    <tr data-observed={observation.observed ? "yes" : "no"}>
      <th scope="row">
        <Prose text={observation.question} />
        <span class="quiet block">
          {observation.section} <span class="mono">{observation.id}</span>
        </span>
      </th>
      <td>
        {observation.observed ? (
          <span class="answer">
            <Prose text={observation.answer} />
          </span>
        ) : (
          <span class="quiet">not observed: {observation.answer}</span>
        )}
        {places.length === 0 ? null : (
          <details class="with-script">
            <summary>{formatCounted(places.length, "exchange")}</summary>
            <div class="exchanges" data-exchanges={formatPlaces(places)} />
          </details>
        )}
      </td>
    </tr>
  );
}

/** Sizes that the specification leaves open, each with what was taken and what was refused. */
function Limits({ limits }: { readonly limits: readonly Limit[] }): JSX.Element | null {
  if (limits.length === 0) return null;
  return (
    <table class="observations limits" aria-label="Limits">
      <thead>
        <tr>
          <th scope="col">Size of</th>
          <th scope="col">Largest taken</th>
          <th scope="col">Smallest larger one refused</th>
        </tr>
      </thead>
      <tbody>
        {limits.map(({ id, name, taken, refused }) => (
          <tr data-observed="yes">
            <th scope="row">
              <Prose text={name} /> <span class="mono quiet block">{id}</span>
            </th>
            <td data-label="Largest taken">{taken}</td>
            <td data-label="Smallest larger one refused">
              <Prose text={refused} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What this registry does where the specification leaves a question open. */
export function Observations({
  report,
  index,
}: {
  readonly report: Report;
  readonly index: HtmlIndex;
}): JSX.Element | null {
  if (report.observations.length === 0) return null;
  const limits = report.observations.flatMap((one) => toLimit(one) ?? []);
  const inTable = new Set(limits.map(({ id }) => id));
  const others = report.observations.filter(({ id }) => !inTable.has(id));
  const observedFirst = others.toSorted((a, b) => Number(b.observed) - Number(a.observed));
  return (
    <FoldedSection id="observations" title="Observations" count={report.observations.length}>
      <p class="quiet">
        What this registry does where the specification leaves a question open. Observations have no verdict.
      </p>
      <form
        id="observation-filter"
        class="filters with-script"
        role="search"
        aria-label="Filter observations"
      >
        <div class="fields">
          <label class="field wide">
            <span>Words</span>
            <input
              type="search"
              name="words"
              autocomplete="off"
              spellcheck={false}
              placeholder="question, answer, …"
            />
          </label>
          <label class="toggle">
            <input type="checkbox" name="observed" />
            Only what was observed
          </label>
          <output id="shown-observations">{formatCounted(report.observations.length, "observation")}</output>
        </div>
      </form>
      <Limits limits={limits} />
      <table class="observations">
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">This registry</th>
          </tr>
        </thead>
        <tbody>
          {observedFirst.map((observation) => (
            <Row observation={observation} index={index} />
          ))}
        </tbody>
      </table>
    </FoldedSection>
  );
}
