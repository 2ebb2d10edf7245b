/** Reads of some volumes at the end of the run. The other rules of this chapter judge them, too. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { diffTrees, readTree } from "../../harness/given/tree.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import type { Registry } from "../../harness/registry/registry.ts";
import { type ReleaseName, toFullName } from "../../harness/registry/volume.ts";
import { type Books, openBooks } from "./books.ts";
import { ledger } from "./ledger.ts";
import { chooseSamples, type SampleVolume, type Samples } from "./samples.ts";
import { isKind, type Timeline } from "./timelines.ts";

/** An index, and the metadata that the `release.url` of each of its rows leads to. */
interface FollowedIndex {
  readonly sample: SampleVolume;
  readonly index: Answer;
  readonly rows: readonly { readonly row: unknown; readonly metadata: Answer | undefined }[];
}

interface Downloaded {
  readonly release: Timeline;
  readonly metadata: Answer;
  readonly archive: Answer | undefined;
}

interface FinalReads {
  readonly followed: readonly FollowedIndex[];
  readonly downloads: readonly Downloaded[];
}

/** Maximum rows of one index that are followed. */
const maxRows = 4;

function toName(sample: SampleVolume, { version }: Timeline): ReleaseName {
  return { volume: sample.volume, version };
}

/** The URL that a member of a response means; undefined if the run cannot fetch it. */
function locate(reference: string | undefined, answer: Answer): string | undefined {
  if (reference === undefined || !URL.canParse(reference, answer.url)) return undefined;
  const { href, protocol } = new URL(reference, answer.url);
  return /^https?:$/.test(protocol) ? href : undefined;
}

async function follow(registry: Registry, sample: SampleVolume): Promise<FollowedIndex> {
  const index = await registry.getVersionIndex(sample.volume);
  const rows = await Promise.all(
    listAt(index.body, "items")
      .slice(0, maxRows)
      .map(async (row) => {
        const url = locate(textAt(row, "release", "url"), index);
        return {
          row,
          metadata: url === undefined ? undefined : await registry.fetchLocator(url, "getRelease"),
        };
      }),
  );
  return { sample, index, rows };
}

async function download(registry: Registry, sample: SampleVolume, release: Timeline): Promise<Downloaded> {
  const metadata = await registry.getRelease(toName(sample, release));
  const url = locate(textAt(metadata.body, "dist", "url"), metadata);
  return { release, metadata, archive: url === undefined ? undefined : await registry.fetchLocator(url) };
}

/** When the last change of a volume was made. */
function lastChange({ published, attached }: SampleVolume): number {
  const changes = [...published, ...attached].flatMap((one) => [one.published, ...one.changes]);
  return Math.max(0, ...changes.map((one) => one?.endedAtMs ?? 0));
}

/** Reads each sample once, when everything in it has to be visible. */
const readSamples: Situation<FinalReads, [Samples, hasTrust: boolean]> = situation(
  "audit/final-reads",
  async ({ given, registry }, { untouched, attached, refused, unpublished, changed }, hasTrust) => {
    const known = [untouched, attached, unpublished, changed].flatMap((sample) => sample ?? []);
    if (refused !== undefined) await registry.getVersionIndex(refused.volume);
    else if (known[0] !== undefined) await registry.getVersionIndex(known[0].volume);
    await given.settled({ sinceMs: Math.max(0, ...known.map(lastChange)) });
    const [first] = untouched?.published ?? [];
    const last = untouched?.published.at(-1);
    const downloads =
      untouched === undefined
        ? []
        : await Promise.all(
            [first, last].flatMap((one) => (one === undefined ? [] : download(registry, untouched, one))),
          );
    for (const one of refused?.others.slice(0, 1) ?? [])
      if (refused !== undefined) await registry.getRelease(toName(refused, one));
    if (hasTrust) await readTrust(registry, attached, attached?.attached[0]);
    if (hasTrust) await readTrust(registry, untouched, first);
    const followed = await Promise.all(
      [untouched, unpublished, changed].flatMap((sample) =>
        sample === undefined ? [] : follow(registry, sample),
      ),
    );
    return { followed, downloads };
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

async function readAll(tools: Tools): Promise<FinalReads & { readonly books: Books }> {
  const books = openBooks(tools);
  const samples = chooseSamples(books, tools.form, tools.given.isOwnVolume);
  return { books, ...(await readSamples(tools.given, samples, tools.target.features.trust)) };
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
      last: true,
      ledgers: [ledger],
      async run(tools) {
        const { books, downloads } = await readAll(tools);
        const { expect, given } = tools;
        if (downloads.length === 0)
          throw given.nothingToJudge("the run has no volume with several versions that it did not change");
        for (const { release, metadata, archive } of downloads) {
          expect.success(metadata);
          if (archive === undefined) continue;
          expect.success(archive);
          const uploaded = uploadedBytes(books, release);
          const differences = uploaded === undefined ? [] : await compareTrees(uploaded, archive.bytes);
          expect.that(differences.length === 0, {
            expected: `the files of ${toFullName({ segment: release.name })} ${release.version}`,
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
