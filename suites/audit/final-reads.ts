/** Reads of some volumes at the end of the run. The other rules of this chapter judge them, too. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { diffTrees, readTree } from "../../harness/given/tree.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import type { Registry } from "../../harness/registry/registry.ts";
import type { ReleaseName } from "../../harness/registry/volume.ts";
import { type Books, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { chooseSamples, type SampleVolume, type Samples } from "./samples.ts";
import { isKind, type Timeline, toId } from "./timelines.ts";

/** An index, the metadata that the `release.url` of its rows leads to, and the archive of that metadata, if it was requested. */
interface FollowedIndex {
  readonly sample: SampleVolume;
  readonly rows: readonly FollowedRow[];
}

interface FollowedRow {
  readonly row: unknown;
  readonly metadata: Answer | undefined;
  readonly archive?: Answer;
}

/** Maximum rows of one index that are followed. */
const maxRows = 3;

function toName(sample: SampleVolume, { version }: Timeline): ReleaseName {
  return { volume: sample.volume, version };
}

/** The URL that a member of a response means; undefined if the run cannot fetch it. */
function locate(reference: string | undefined, answer: Answer): string | undefined {
  if (reference === undefined || !URL.canParse(reference, answer.url)) return undefined;
  const { href, protocol } = new URL(reference, answer.url);
  return /^https?:$/.test(protocol) ? href : undefined;
}

async function follow(registry: Registry, sample: SampleVolume, downloads: boolean): Promise<FollowedIndex> {
  const index = await registry.getVersionIndex(sample.volume);
  const rows = listAt(index.body, "items").slice(0, maxRows);
  return { sample, rows: await Promise.all(rows.map(async (row) => await followRow(row))) };

  async function followRow(row: unknown): Promise<FollowedRow> {
    const url = locate(textAt(row, "release", "url"), index);
    if (url === undefined) return { row, metadata: undefined };
    const metadata = await registry.fetchLocator(url, "getRelease");
    const archiveUrl = locate(textAt(metadata.body, "dist", "url"), metadata);
    if (!downloads || archiveUrl === undefined) return { row, metadata };
    return { row, metadata, archive: await registry.fetchLocator(archiveUrl) };
  }
}

/** When the last change of a volume was made. */
function lastChange({ published, attached }: SampleVolume): number {
  const changes = [...published, ...attached].flatMap((one) => [one.published, ...one.changes]);
  return Math.max(0, ...changes.map((one) => one?.endedAtMs ?? 0));
}

/** Reads each sample once, when everything in it has to be visible. */
const readSamples: Situation<readonly FollowedIndex[], [Samples, hasTrust: boolean]> = situation(
  "audit/final-reads",
  async ({ given, registry }, { untouched, attached, refused, unpublished, changed }, hasTrust) => {
    const known = [untouched, attached, unpublished, changed].flatMap((sample) => sample ?? []);
    const [first] = [refused, ...known].flatMap((sample) => sample ?? []);
    // the first request sets the clock
    if (first !== undefined) await registry.getVersionIndex(first.volume);
    await given.settled({ sinceMs: Math.max(0, ...known.map(lastChange)) });
    const [absent] = refused?.others ?? [];
    if (refused !== undefined && absent !== undefined) await registry.getRelease(toName(refused, absent));
    if (hasTrust) await readTrust(registry, attached, attached?.attached[0]);
    if (hasTrust) await readTrust(registry, untouched, untouched?.published[0]);
    return await Promise.all(
      [untouched, unpublished, changed].flatMap((sample) =>
        sample === undefined ? [] : follow(registry, sample, sample === untouched),
      ),
    );
  },
);

async function readTrust(
  registry: Registry,
  sample: SampleVolume | undefined,
  release: Timeline | undefined,
): Promise<void> {
  if (sample === undefined || release === undefined) return;
  await registry.getTrustSummary(toName(sample, release));
  await registry.getTrustDetail(toName(sample, release));
}

async function readAll(
  tools: Tools,
): Promise<{ readonly followed: readonly FollowedIndex[]; readonly books: Books }> {
  const books = openBooks(tools);
  const samples = chooseSamples(books, tools.form, tools.given.isOwnVolume);
  return { books, followed: await readSamples(tools.given, samples, tools.target.features.trust) };
}

/** The bytes that were uploaded for a release, as far as the ledger has them. */
function uploadedBytes({ uploads, entries }: Books, { published }: Timeline): Uint8Array | undefined {
  const upload = uploads.get(`${published?.name} ${published?.uploadId}`);
  const digest = textAt(upload?.sent, "declaredDigest");
  const content = entries.filter(isKind("sent")).find((one) => one.digest === digest)?.content;
  return content === undefined ? undefined : Buffer.from(content, "base64");
}

/** What differs between the trees of two archives, in one sentence each. */
async function compareTrees(uploaded: Uint8Array, downloaded: Uint8Array): Promise<readonly string[]> {
  if (Buffer.from(uploaded).equals(downloaded)) return [];
  try {
    return diffTrees(await readTree(uploaded), await readTree(downloaded));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

export const finalReads: CheckFile = {
  source: "What the service does, rule 3; Version index row: release; Release metadata: dist",
  operations: ["getVersionIndex", "getRelease"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "audit/every-row-leads-to-its-release",
      rule: "At the end of the run, the `release.url` of each `GET` index row leads to metadata with the row's version and integrity.",
      reading:
        "The text does not say whether a version that is not available has a row. Each row that is there has to lead to its release, unless the metadata of that release is hidden.",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { followed } = await readAll(tools);
        const found = followed.flatMap(({ sample, rows }) => rows.map((one) => ({ ...one, sample })));
        if (found.every(({ metadata }) => metadata === undefined))
          throw tools.given.nothingToJudge("no index of the run has a row with a `release.url`");
        for (const { sample, row, metadata } of found) {
          if (metadata === undefined || mayBeHidden(sample, row, metadata)) continue;
          tools.expect.success(metadata);
          for (const member of ["version", "integrity"]) {
            const expected = textAt(row, member);
            if (expected !== undefined)
              tools.expect.equal(textAt(metadata.body, member), expected, {
                what: `the ${member} in the metadata at release.url`,
                answer: metadata,
              });
          }
        }
      },
    },
    {
      id: "audit/releases-stay-downloadable",
      rule: "At the end of the run, `GET` metadata of a release has a `dist.url` that still downloads the uploaded files.",
      operations: ["getRelease", "transferBytes"],
      source: "Release metadata, distribution object: url",
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { books, followed } = await readAll(tools);
        const { expect, given } = tools;
        const downloads = followed.flatMap(({ sample, rows }) =>
          rows.flatMap(({ row, archive }) => {
            const release = sample.published.find(({ version }) => version === textAt(row, "version"));
            return archive === undefined || release === undefined ? [] : [{ release, archive }];
          }),
        );
        if (downloads.length === 0)
          throw given.nothingToJudge("no row leads to metadata with a `dist.url` that the run can request");
        for (const { release, archive } of downloads) {
          expect.success(archive);
          const uploaded = uploadedBytes(books, release);
          const differences = uploaded === undefined ? [] : await compareTrees(uploaded, archive.bytes);
          expect.that(differences.length === 0, {
            expected: `the files of ${toId(release)}`,
            got: differences.slice(0, 3).join("; "),
            answer: archive,
          });
        }
      },
    },
  ],
};

/** True if the run changed the row's version, and its metadata is refused: it may be hidden. */
function mayBeHidden({ published }: SampleVolume, row: unknown, metadata: Answer): boolean {
  const release = published.find(({ version }) => version === textAt(row, "version"));
  return !isSuccess(metadata) && metadata.status < 500 && release?.changes.length !== 0;
}
