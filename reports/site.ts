/** The reports of a site by implementation. Plain data for its pages. */
import type { Report } from "../schemas/report.ts";
import { type CertificateSource, refuseCertificate } from "./certificate.ts";
import type { OperationLatency } from "./latency.ts";

export interface SiteRun {
  readonly report: Report;
  /** False if the report could not be confirmed from its recording. */
  readonly isVerified: boolean;
  /** How long the registry took, by operation. */
  readonly latency: readonly OperationLatency[];
  /** What a certificate of the run needs; absent if the report is not verified. */
  readonly certificate?: CertificateSource;
}

export interface SiteImplementation {
  readonly name: string;
  /** Its folder in the site. */
  readonly slug: string;
  /** The newest first; at least one. */
  readonly runs: readonly SiteRun[];
  readonly latest: SiteRun;
}

/** The runs by implementation, in the order of their names. Runs of one implementation are its history. */
export function toImplementations(runs: readonly SiteRun[]): readonly SiteImplementation[] {
  const byName = new Map<string, SiteRun[]>();
  for (const run of runs) {
    const { implementation, baseUrl } = run.report.target;
    const name = implementation?.name ?? baseUrl;
    byName.set(name, [...(byName.get(name) ?? []), run]);
  }
  const slugs = new Set<string>();
  return [...byName]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, own]) => {
      const newest = own.toSorted((a, b) => (a.report.run.startedAt < b.report.run.startedAt ? 1 : -1));
      const [latest] = newest;
      return latest === undefined ? [] : [{ name, slug: toSlug(name, slugs), runs: newest, latest }];
    });
}

/** A folder name that no other implementation has. */
function toSlug(name: string, taken: Set<string>): string {
  const word = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "")
    .slice(0, 60);
  const stem = word === "" ? "implementation" : word;
  let slug = stem;
  for (let count = 2; taken.has(slug); count += 1) slug = `${stem}-${count}`;
  taken.add(slug);
  return slug;
}

/** The name of a run's page in the folder of its implementation. */
export function toRunFile(implementation: SiteImplementation, run: SiteRun): string {
  return `report-${numberOf(implementation, run)}.html`;
}

/** The name of a run's certificate in the folder of its implementation; undefined if the run cannot have one. */
export function toCertificateFile(implementation: SiteImplementation, run: SiteRun): string | undefined {
  if (run.certificate === undefined || refuseCertificate(run.report) !== undefined) return undefined;
  return `certificate-${numberOf(implementation, run)}.html`;
}

function numberOf({ runs }: SiteImplementation, run: SiteRun): number {
  return runs.length - runs.indexOf(run);
}
