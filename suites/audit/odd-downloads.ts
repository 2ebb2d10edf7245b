/**
 * At the end of the run: download addresses of releases that have several, where the other releases of the run have one each. Checks of the
 * download follow one address of a few releases.
 */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { quote } from "../../harness/expect/quote.ts";
import { isSuccess, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { resolveReference } from "../../harness/exchange/references.ts";
import { type Noted, toNoted } from "../../harness/ledger.ts";
import { placeholderPattern } from "../../harness/recording/redaction.ts";
import { type Books, expectAll, groupBy, openBooks, type Opinion } from "./books.ts";
import { ledger, type NotedEntry } from "./ledger.ts";
import { mayHaveExpired } from "./odd-addresses.ts";
import { ofKinds, toId, versionOf } from "./timelines.ts";

/** A response with the `dist.url` of a release. */
interface Given extends Noted {
  /** `name@version` */
  readonly release: string;
  readonly url: string;
  readonly member: string;
}

/** The releases that several uploads were published as: that is wrong itself, and each upload may have files of its own. */
function publishedTwice({ entries, uploads }: Books): ReadonlySet<string> {
  const successes = ofKinds(entries, "finalized").filter(({ outcome }) => outcome === "success");
  const releases = groupBy(successes, (one) =>
    toId({ name: one.name, version: versionOf(one, uploads) ?? "" }),
  );
  return new Set(
    [...releases].flatMap(([release, all]) =>
      new Set(all.map(({ uploadId }) => uploadId)).size > 1 ? release : [],
    ),
  );
}

/** The addresses that finalizes and metadata give for releases that nothing has changed. */
function givenAddresses(books: Books): readonly Given[] {
  const { entries, timelines, uploads } = books;
  const twice = publishedTwice(books);
  const toGiven = (
    entry: NotedEntry,
    version: string | undefined,
    dist: unknown,
    member: string,
  ): readonly Given[] => {
    const reference = textAt(dist, "url");
    const url = reference === undefined ? undefined : resolveReference(reference, entry.requestUrl);
    if (url === undefined || version === undefined || !("name" in entry) || placeholderPattern.test(url))
      return [];
    const release = toId({ name: entry.name, version });
    const known = timelines.get(release);
    if (known?.published === undefined || known.changes.length > 0 || known.isUncertain) return [];
    if (twice.has(release)) return [];
    return [{ ...toNoted(entry), release, url, member }];
  };
  return entries.flatMap((entry) => {
    if (entry.kind === "finalized")
      return toGiven(
        entry,
        versionOf(entry, uploads),
        valueAt(entry.answered, "release", "dist"),
        "/release/dist/url",
      );
    return entry.kind === "metadata" && isSuccess(entry)
      ? toGiven(entry, entry.version, valueAt(entry.body, "dist"), "/dist/url")
      : [];
  });
}

/** The part of an address that names its file: a signature comes after it. */
function toFile({ url }: { readonly url: string }): string {
  return url.split(/[?#]/u, 1)[0] ?? url;
}

/** Where more releases than this part have several addresses, an address is of a response, and not of a release. */
const maxOddPart = 0.25;

/** Of so many releases, addresses are followed. */
const maxReleases = 2;

/**
 * The addresses to follow, the last of each file.
 * @returns undefined if many releases of this registry have several addresses
 */
export function findOddDownloads(addresses: readonly Given[]): readonly Given[] | undefined {
  const releases = [...groupBy(addresses, ({ release }) => release).values()]
    .filter((given) => given.length > 1)
    .map((given) => [...new Map(given.map((one) => [toFile(one), one])).values()]);
  const odd = releases.filter((files) => files.length > 1);
  return odd.length > maxOddPart * releases.length ? undefined : odd.slice(0, maxReleases).flat();
}

async function isDead({ registry, eventually }: Tools, { url, endedAtMs }: Given): Promise<boolean> {
  const answer = await eventually(() => registry.fetchLocator(url), {
    since: { sinceMs: endedAtMs },
    until: isSuccess,
  });
  return !isSuccess(answer) && !mayHaveExpired(url, answer);
}

export const oddDownloads: CheckFile = {
  source: "Release metadata: dist; Finalize release upload: release",
  needs: ["token:publisher"],
  forms: "none",
  from: "standard",
  operations: ["finalizeReleaseUpload", "getRelease", "transferBytes"],
  checks: [
    {
      id: "audit/odd-dist-urls-lead-to-their-files",
      of: "download/gives-the-files-of-its-release",
      rule: "Where the responses about an unchanged release have different `dist.url`s, each of them can be downloaded.",
      reading:
        "The text does not say that a release has one address. Where most releases of the run have one, we follow those of two others. What comes is judged like every download.",
      covers: ["member:distribution-hosted.url"],
      last: "together",
      ledgers: [ledger],
      async run(tools) {
        const books = openBooks(tools);
        const addresses = givenAddresses(books).filter(({ url }) => /^https?:/u.test(url));
        if (addresses.length === 0)
          throw tools.given.nothingToJudge("no response of this run has such an address");
        const odd = findOddDownloads(addresses);
        if (odd === undefined)
          throw tools.given.nothingToJudge("each response about a release has an address of its own");
        const downloaded = new Set(
          ofKinds(books.entries, "downloaded").map(({ requestUrl }) => toFile({ url: requestUrl })),
        );
        const dead = new Set<string>();
        for (const one of odd)
          if (!downloaded.has(toFile(one)) && (await isDead(tools, one))) dead.add(toFile(one));
        expectAll(tools, addresses, (one): Opinion =>
          dead.has(toFile(one))
            ? {
                expected: `an address of the files of ${one.release}`,
                got: `${quote(one.url)}, where nothing is`,
                member: one.member,
              }
            : "holds",
        );
      },
    },
  ],
};
