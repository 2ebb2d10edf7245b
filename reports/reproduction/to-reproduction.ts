import type { Cause, Exchange, Report } from "../../schemas/report.ts";
import { assertReproducible, findProofs, NotReproducible, type Proof } from "./find-proof.ts";
import { findFollowed, findShown } from "./find-shown.ts";
import { createFreshValues } from "./fresh-values.ts";
import { looksMade } from "./read-assertion.ts";
import type { Assertion, Reproduction, Step } from "./reproduction.ts";
import { findOrigins, sliceExchanges, valuesOf } from "./slice-exchanges.ts";
import { createWriter, isRoleToken } from "./step-writer.ts";

/**
 * The shortest requests that show a cause, from its report with the exchanges.
 * @param freshId as long as the id of the run: the names of its volumes have it in place of that id
 * @throws NotReproducible if one response does not show the cause, or the report does not have what was sent
 */
export function toReproduction(report: Report, cause: Cause, freshId: string): Reproduction {
  if (cause.id === "foreign-response")
    throw new NotReproducible("something in front of the registry answered");
  const ordered = report.exchanges.toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  const refusals: NotReproducible[] = [];
  for (const proof of findProofs(report, cause)) {
    try {
      return reproduce(proof, { report, ordered, cause, freshId });
    } catch (error) {
      if (!(error instanceof NotReproducible)) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0] ?? new NotReproducible("no single exchange shows it");
}

interface Told {
  readonly report: Report;
  /** The exchanges of the report in the order in which they began. */
  readonly ordered: readonly Exchange[];
  readonly cause: Cause;
  readonly freshId: string;
}

/** @throws NotReproducible if this response does not show the cause, or the report does not have what was sent */
function reproduce(proof: Proof, { report, ordered, cause, freshId }: Told): Reproduction {
  const { broken, finding, seen } = proof;
  const { last, recorded } = findShown(proof, { exchanges: ordered, runId: report.run.id });
  if (recorded === undefined)
    throw new NotReproducible(
      last.operation === "transferBytes" && last.request.method === "GET"
        ? "an archive has to be unpacked to see it"
        : "it compares several responses, or more of one than a short test can say",
    );
  const exchanges = ordered.includes(last) ? ordered : [...ordered, last];
  const origins = new Map([
    ...findOrigins(exchanges, (value) => value.includes(report.run.id) || isRoleToken(value)),
    ...findFollowed(last, exchanges),
  ]);
  const expected = "value" in recorded && typeof recorded.value === "string" ? [recorded.value] : [];
  const isRefusal = recorded.kind === "status" && recorded.anyOf.every(({ from }) => from >= 400);
  const sliced = sliceExchanges(last, {
    exchanges,
    origins,
    seen,
    expected,
    hasRefusals: !isRefusal,
  });
  const sent = new Set(sliced.flatMap(valuesOf));
  const isKnown = (value: string): boolean => origins.has(value) || sent.has(value);
  if (recorded.kind === "equal" && expected.some((one) => looksMade(one, report.run.id) && !isKnown(one)))
    throw new NotReproducible("the expected value follows from bytes that no request of it has");
  assertReproducible(sliced, { report, last, origins });
  const fresh = createFreshValues(sliced, report.run.id, freshId);
  const writer = createWriter(sliced, { report, origins, fresh, expected, isRefusal });
  const assertion = writer.assertion(recorded);
  const steps = withoutUnusedSaves(
    sliced.map((exchange) => writer.step(exchange, exchange !== last)),
    assertion,
  );
  return {
    id: broken.id,
    sentence: fresh.text(cause.sentence),
    rule: finding.rule,
    place: `${broken.level}, ${broken.section}`,
    expected: fresh.text(finding.expected),
    got: fresh.text(finding.got),
    repeat: cause.repeat,
    steps,
    assertion,
    environment: writer.environment(),
  };
}

/** The steps with only the variables that a template has. */
function withoutUnusedSaves(steps: readonly Step[], assertion: Assertion): readonly Step[] {
  const templates = [
    ...steps.flatMap(({ url, headers, body }) => [
      url,
      ...headers.map(([, value]) => value),
      ...(body !== undefined && "text" in body ? [body.text] : []),
    ]),
    ...("json" in assertion ? [assertion.json] : []),
  ];
  const used = new Set(
    templates.flat().flatMap((piece) => (typeof piece === "string" ? [] : [piece.variable])),
  );
  return steps.map((step) => ({ ...step, saves: step.saves.filter(({ variable }) => used.has(variable)) }));
}
