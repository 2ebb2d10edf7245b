/** What the pages of a site have in common. */
import type { JSX } from "hono/jsx/jsx-runtime";
import type { Report } from "../../schemas/report.ts";
import { isSelection } from "../conclusion.ts";
import type { SiteImplementation, SiteRun } from "../site.ts";
import { toVisibleTexts } from "./visible-report.ts";

export function Verified({ run }: { readonly run: SiteRun }): JSX.Element {
  return run.isVerified ? (
    <span class="quiet">verified from its recording</span>
  ) : (
    <span class="badge warned">not verified</span>
  );
}

/** The depth, and whether the verdict covers a part of the suite only. */
export function describeRun(report: Report): string {
  const { depth, interrupted } = report.run;
  return [
    `${depth} run`,
    ...(isSelection(report) ? ["a selection"] : []),
    ...(interrupted ? ["interrupted"] : []),
  ].join(", ");
}

export function dayOf({ run }: Report): string {
  return run.startedAt.slice(0, 10);
}

/** Without the exchanges, which these pages do not show. */
export function toVisibleImplementation(one: SiteImplementation): SiteImplementation {
  const toVisibleRun = (run: SiteRun): SiteRun => ({
    ...run,
    report: toVisibleTexts({ ...run.report, exchanges: [], checks: [] }),
  });
  const runs = one.runs.map(toVisibleRun);
  return {
    ...one,
    name: toVisibleTexts({ name: one.name }).name,
    runs,
    latest: runs[0] ?? toVisibleRun(one.latest),
  };
}
