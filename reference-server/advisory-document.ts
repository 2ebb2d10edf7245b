import type { Advisory } from "./store.ts";

/** What an advisory is made from. */
export interface AdvisorySeed {
  readonly id: string;
  readonly volume: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  readonly isWithdrawn: boolean;
}

/** An advisory about every version of a volume before 2.0.0, with all members that section "Advisory" lists. */
export function toAdvisory({ id, volume, publishedAt, isWithdrawn }: AdvisorySeed): Advisory {
  const published = new Date(publishedAt).toISOString();
  const number = id.replaceAll(/\D/g, "").padStart(8, "0");
  return {
    id,
    volume,
    document: {
      id: {
        local: id,
        preferredExternal: `CVE-2026-${number.slice(-5)}`,
        aliases: [`GHSA-${number.slice(0, 4)}-${number.slice(-4)}`],
      },
      source: { ecosystem: "cve", url: `https://advisories.example/${encodeURIComponent(id)}` },
      severity: "critical",
      published,
      updated: published,
      affected: {
        volume,
        ranges: [{ type: "semver", events: [{ introduced: "0.0.0" }, { fixed: "2.0.0" }] }],
        purl: `pkg:volume/${volume.replace("@", "%40")}`,
        componentImpact: [{ component: "main", note: "reads files outside its folder" }],
      },
      withdrawn: isWithdrawn ? { at: published, reason: "could not be reproduced" } : undefined,
      relationships: [{ type: "supersedes", target: `${id}-draft` }],
      summary: `A path traversal in ${volume}`,
      details: `A crafted input makes ${volume} read files outside its folder.`,
    },
  };
}
