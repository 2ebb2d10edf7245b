/** What caches and clients meet in the reads of the run: validators, addresses, and volumes in a search. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { toVolume } from "../../harness/exchange/volume.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { type Answer, headerOf, isSuccess, listAt, numberAt, textAt } from "../../harness/exchange/answer.ts";
import { availableReleases } from "./final-reads.ts";
import { groupBy, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { type Document, isMeasure, measures } from "./measures.ts";

/** How operations that read documents are called in words. */
const reads: readonly (readonly [Document["operation"], string])[] = [
  ["searchVolumes", "search"],
  ["getVersionIndex", "index"],
  ["getRelease", "metadata"],
  ["getTrustSummary", "trust summary"],
  ["getTrustDetail", "trust detail"],
  ["searchAdvisories", "advisories"],
  ["getCapabilities", "capabilities"],
];

/** Counts of equal words, the most frequent first: `none (12), no-store (3)`. */
function tally(words: readonly string[]): string {
  return [...groupBy(words, (word) => word)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([word, { length }]) => `${word} (${length})`)
    .join(", ");
}

function documentsOf({ entries }: Tools): readonly Document[] {
  return entries(measures).filter(isMeasure("document"));
}

/** How the registry answers a `GET` with the `ETag` that it has just sent: of a release of the run, or of its capabilities. */
async function describeConditionalRead(tools: Tools): Promise<string> {
  const { registry } = tools;
  const [release] = availableReleases(openBooks(tools), tools.given);
  const read = (headers: readonly HeaderField[]): Promise<Answer> =>
    release === undefined
      ? registry.getCapabilities({ headers })
      : registry.getRelease({ volume: toVolume(release.name), version: release.version }, { headers });
  const tag = headerOf(await read([]), "etag");
  if (tag === undefined) return "no ETag to read again with";
  const { status } = await read([["If-None-Match", tag]]);
  return `a read with the ETag that it has just sent answers ${status}`;
}

/** The most pages of a search that are read for one observation. */
const maxPages = 4;

/** The names on the first pages of a search, and how many results there are, if the registry says it. */
async function searchAll({
  registry,
}: Tools): Promise<{ readonly names: ReadonlySet<string>; readonly total: number | undefined }> {
  const names = new Set<string>();
  let total: number | undefined;
  for (let offset = 0, pages = 0; pages < maxPages; pages++) {
    const page: Answer = await registry.searchVolumes([
      ["limit", "100"],
      ["offset", `${offset}`],
    ]);
    const items = isSuccess(page) ? listAt(page.body, "items") : [];
    for (const item of items) names.add(textAt(item, "name") ?? "");
    total = numberAt(page.body, "total") ?? total;
    offset += items.length;
    if (items.length === 0 || offset >= (total ?? 0)) break;
  }
  return { names, total };
}

export const measuredReads: CheckFile = {
  source: "Endpoints, responses of the reads; RFC 9110 section 8.8",
  operations: ["getRelease"],
  forms: "none",
  from: "standard",
  observations: [
    {
      id: "audit/validators",
      question: "Which documents have a validator, and does a conditional `GET` answer 304?",
      operations: ["getRelease", "getVersionIndex", "searchVolumes"],
      last: true,
      ledgers: [measures, ledger],
      async observe(tools) {
        const documents = documentsOf(tools);
        const shown = documents.filter(({ status }) => status >= 200 && status <= 299);
        const parts = reads.flatMap(([operation, words]) => {
          const own = shown.filter((one) => one.operation === operation);
          const names = [...new Set(own.flatMap(({ validators }) => validators))];
          return own.length === 0 ? [] : `${words}: ${names.join(" and ") || "none"}`;
        });
        return `${parts.join("; ")}; ${await describeConditionalRead(tools)}`;
      },
    },
    {
      id: "audit/caching-of-missing-resources",
      question: "Which `Cache-Control` do responses with 404 have?",
      last: true,
      ledgers: [measures],
      async observe(tools) {
        const missing = documentsOf(tools).filter(({ status }) => status === 404);
        return missing.length === 0
          ? "No `GET` answered 404"
          : tally(missing.map(({ cacheControl }) => cacheControl));
      },
    },
    {
      id: "audit/bases-of-addresses",
      question: "Do the addresses in documents have the scheme, host and port of the requested address?",
      source: "Release metadata: dist; Release upload intent: upload; Finalize release upload: detailUrl",
      covers: ["question:12"],
      last: true,
      ledgers: [measures],
      async observe({ entries }) {
        const addresses = entries(measures).filter(isMeasure("address"));
        const byMember = groupBy(addresses, ({ member }) => member);
        const parts = [...byMember].map(
          ([member, uses]) => `${member}: ${tally(uses.map(({ base }) => base))}`,
        );
        return parts.length === 0 ? "No document of the run has an address" : parts.join("; ");
      },
    },
    {
      id: "audit/share-of-volumes-in-search",
      question: "How many of the run's volumes with an available release does `GET` search show at its end?",
      source: "Endpoints, Search",
      operations: ["searchVolumes"],
      needs: ["token:publisher"],
      covers: ["question:20"],
      last: true,
      ledgers: [ledger],
      async observe(tools) {
        const own = new Set(availableReleases(openBooks(tools), tools.given).map(({ name }) => name));
        const { names, total } = await searchAll(tools);
        const shown = [...own].filter((name) => names.has(name));
        const share = `${shown.length} of ${own.size}`;
        return names.size < (total ?? 0) ? `${share}, on the first pages of ${total} results` : share;
      },
    },
  ],
};
