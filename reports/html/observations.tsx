import type { JSX } from "hono/jsx/jsx-runtime";
import type { ObservationResult, Report } from "../../schemas/report.ts";
import type { HtmlIndex } from "./html-index.ts";

function Row({
  observation,
  index,
}: {
  readonly observation: ObservationResult;
  readonly index: HtmlIndex;
}): JSX.Element {
  const places = observation.exchanges.flatMap((id) => index.placeOf.get(id) ?? []);
  return (
    <tr>
      <th scope="row">
        {observation.question}
        <span class="quiet block">
          {observation.section} <span class="mono">{observation.id}</span>
        </span>
      </th>
      <td>
        {observation.observed ? (
          <span class="answer">{observation.answer}</span>
        ) : (
          <span class="quiet">not observed: {observation.answer}</span>
        )}
        {places.length === 0 ? null : (
          <details class="with-script">
            <summary>Exchanges</summary>
            <div class="exchanges" data-exchanges={places.join(" ")} data-shown="" />
          </details>
        )}
      </td>
    </tr>
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
  const observedFirst = report.observations.toSorted((a, b) => Number(b.observed) - Number(a.observed));
  return (
    <section aria-labelledby="observations">
      <h2 id="observations">Observations</h2>
      <p class="quiet">
        What this registry does where the specification leaves a question open. Observations have no verdict.
      </p>
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
    </section>
  );
}
