/** The downloaded file tree equals the uploaded one. A registry may reject an unusual tree but must not change it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { diffTrees, toTree } from "../../harness/given/tree.ts";
import { slugOf, textAt } from "../../harness/exchange/answer.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { readAttachedOnce } from "../situations/attached-release.ts";
import { publishBuildMetadata } from "../situations/build-metadata.ts";
import { type TreePublication, hostileVolume } from "../situations/hostile-volume.ts";
import { fetchLargeArchive, finalizedDistUrl, isLarge } from "../situations/large-archive.ts";
import { publishLongName } from "../situations/long-name-release.ts";
import {
  type Download,
  expectArchive,
  expectTree,
  expectUploadedTree,
  fetchArchive,
  fetchOnce,
  fetchRelease,
  fetchVersionsOnce,
  tryArchive,
} from "../situations/download.ts";
import { readTwoBuilds } from "../situations/two-builds.ts";

const source = "What the service does, rule 4; Release metadata: integrity, dist";

const reading =
  "The text says that clients verify the file tree, not that the bytes are the uploaded ones. We accept a repacked archive.";

/** The problems with which a registry may refuse a tree that its archive profile does not allow. */
const treeRefusals = [
  "invalid-archive",
  "invalid-manifest",
  "validation-failed",
  "identity-mismatch",
  "payload-too-large",
] as const;

/** Asserts that a tree was refused with a problem that fits. */
function expectTreeRefused({ expect, given }: Tools, { publication, tree }: TreePublication): void {
  const { archive, created, transfer, finalized } = publication;
  // once its size was taken, an archive is too large in another way: it has many files, or large ones
  given.assertSizePromised(archive.size, transfer ?? created);
  // the byte store is opaque: no table binds its responses
  if (transfer !== undefined && finalized === undefined) return;
  const answer = finalized ?? created;
  if (slugOf(answer) === undefined)
    throw given.blocked(`publishing a tree with ${tree.trait} answered ${answer.status}`, answer);
  expect.problem(answer, ...treeRefusals);
}

/** Asks for the archive of a tree once. */
type AskOnce = (release: PublishedRelease) => Promise<Download | undefined>;

/** Asserts that each accepted tree comes back as it was, and that each other one was refused properly. */
async function expectTrees(
  tools: Tools,
  publications: readonly TreePublication[],
  askOnce: AskOnce = (release) => tryArchive(tools, release.answer, finalizedDistUrl),
): Promise<void> {
  const path = finalizedDistUrl;
  const tried = publications.map(async ({ publication: { release } }) =>
    release === undefined ? undefined : await askOnce(release),
  );
  await Promise.allSettled(tried);
  for (const [place, published] of publications.entries()) {
    const { release } = published.publication;
    if (release === undefined) {
      expectTreeRefused(tools, published);
      continue;
    }
    const fetched = (await tried[place]) ?? (await fetchArchive(tools, release, release.answer, path));
    const answer = expectArchive(tools, fetched, path);
    const differences = diffTrees(toTree(release.archive.entries), await expectTree(tools, answer));
    tools.expect.that(differences.length === 0, {
      expected: `the uploaded tree (${published.tree.trait})`,
      got: `${differences.slice(0, 3).join("; ")}${differences.length > 3 ? `; and ${differences.length - 3} more` : ""}`,
      answer,
    });
  }
  const isJudged = publications.some(({ publication }) => publication.release !== undefined);
  if (!isJudged) throw tools.given.nothingToJudge("the registry refuses each of these trees");
}

export const trees: CheckFile = {
  source,
  operations: ["getRelease", "transferBytes"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "download/gives-the-uploaded-tree",
      of: "download/gives-the-files-of-its-release",
      rule: "Download of a release returns an archive that unpacks to the uploaded file tree.",
      reading,
      covers: [
        "rule:service/4",
        "operation:transferBytes",
        "gap:endpoints/11",
        "member:distribution-hosted.url",
      ],
      from: "quick",
      async run(tools) {
        const release = await tools.given.sharedRelease();
        const fetched = await fetchOnce(tools.given);

        await expectUploadedTree(tools, release, fetched);
      },
    },
    {
      id: "download/finalize-url-gives-the-uploaded-tree",
      of: "download/gives-the-files-of-its-release",
      rule: "Download by the `dist.url` that `POST` finalize returned gives an archive that unpacks to the uploaded file tree.",
      source: `${source}; Finalize release upload: release`,
      reading:
        "The text does not say that `POST` finalize and `GET` metadata return the same `dist.url`. We accept different URLs and repacked archives.",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:service/4", "member:finalize-release-result.release"],
      forms: "either",
      async run(tools) {
        const release = await tools.given.sharedRelease();

        const fetched = await fetchArchive(tools, release, release.answer, ["release", "dist", "url"]);

        const answer = expectArchive(tools, fetched, ["release", "dist", "url"]);
        const differences = diffTrees(toTree(release.archive.entries), await expectTree(tools, answer));
        tools.expect.equal(differences, [], { what: "the differences from the uploaded files", answer });
      },
    },
    {
      id: "download/keeps-files-of-every-kind",
      of: "download/gives-the-files-of-its-release",
      rule: "Download of a tree with text, binary and empty files in folders returns exactly that tree.",
      reading,
      covers: ["rule:service/4"],
      async run(tools) {
        const fetched = (await fetchVersionsOnce(tools.given)).at(-1);

        if (fetched === undefined) throw tools.given.blocked("no version of the volume was published");
        await expectUploadedTree(tools, fetched.release, fetched);
      },
    },
    {
      id: "download/keeps-unusual-trees",
      of: "download/gives-the-files-of-its-release",
      rule: "Download of an accepted tree with unusual names, contents, entries or more than 256 files returns exactly that tree.",
      reading:
        "The text does not show the archive profile. We accept a registry that refuses such a tree, and one that repacks it.",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:service/4", "question:9"],
      forms: "one",
      async run(tools) {
        const { publications } = await hostileVolume(tools.given);

        await expectTrees(
          tools,
          publications.filter((published) => !isLarge(published)),
        );
      },
    },
    {
      id: "download/keeps-large-trees",
      of: "download/gives-the-files-of-its-release",
      rule: "Download of an accepted tree with files of more than two mebibytes returns exactly that tree.",
      reading:
        "The text does not show the maximum size. We accept a registry that refuses such a tree with `payload-too-large`, and one that repacks the archive.",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:service/4", "gap:limits/2"],
      forms: "one",
      async run(tools) {
        const { publications } = await hostileVolume(tools.given);

        await expectTrees(tools, publications.filter(isLarge), async (release) => {
          const large = await fetchLargeArchive(tools.given);
          return large?.release === release ? large : undefined;
        });
      },
    },
    {
      id: "download/unusual-identities-have-their-own-files",
      of: "download/gives-the-files-of-its-release",
      rule: "Download of a release with build metadata in its version, or with a name of the maximum length, returns the uploaded tree.",
      reading,
      operations: ["finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:service/4", "limit:name-segment-length"],
      async run(tools) {
        const publications = [await publishBuildMetadata(tools.given), await publishLongName(tools.given)];
        const releases = publications.flatMap(({ release }) => release ?? []);
        if (releases.length === 0) throw tools.given.nothingToJudge("the registry refuses these identities");

        for (const release of releases) {
          const path = ["release", "dist", "url"];
          const fetched = await fetchArchive(tools, release, release.answer, path);

          const answer = expectArchive(tools, fetched, path);
          const differences = diffTrees(toTree(release.archive.entries), await expectTree(tools, answer));
          tools.expect.equal(differences, [], { what: "the differences from the uploaded files", answer });
        }
      },
    },
    {
      id: "download/versions-have-their-own-files",
      of: "download/gives-the-files-of-its-release",
      rule: "With several versions of a volume, download of each returns an archive that unpacks to that version's files.",
      reading,
      covers: ["rule:service/4"],
      async run(tools) {
        const versions = await fetchVersionsOnce(tools.given);

        for (const fetched of versions) await expectUploadedTree(tools, fetched.release, fetched);
      },
    },
    {
      id: "download/builds-have-their-own-files",
      of: "download/gives-the-files-of-its-release",
      rule: "Where two versions that differ only in build metadata are published, each has its own `integrity`, and download its own files.",
      reading:
        "The text does not say whether both can exist. A registry that publishes both has two releases, each with what was uploaded for it.",
      covers: ["rule:service/4", "question:10"],
      forms: "unscoped",
      async run(tools) {
        const { releases } = await readTwoBuilds(tools.given);

        for (const { release, ...fetched } of releases) {
          tools.expect.equal(textAt(fetched.metadata.body, "integrity"), release.integrity, {
            what: `\`integrity\` of ${release.version}`,
            wanted: { member: "integrity" },
            answer: fetched.metadata,
          });
          await expectUploadedTree(tools, release, fetched);
        }
      },
    },
    {
      id: "download/is-the-same-on-every-read",
      of: "download/gives-the-files-of-its-release",
      last: "together",
      rule: "A second `GET` metadata and download of a release give the same file tree.",
      reading,
      needs: [],
      async run(tools) {
        const before = await fetchOnce(tools.given);
        const first = await expectTree(tools, expectArchive(tools, before));

        const after = await fetchRelease(tools, before.release);

        const answer = expectArchive(tools, after);
        const again = await expectTree(tools, answer);
        tools.expect.equal(diffTrees(first, again), [], {
          what: "the differences in the second download",
          answer,
        });
      },
    },
    {
      id: "download/is-unchanged-by-trust",
      of: "trust/attaching-changes-no-release",
      last: "together",
      rule: "After a trust attachment is finalized, `GET` metadata returns the same `integrity`, and download the same file tree.",
      source: `${source}; What the service does: trust artifacts are attached to an exact release`,
      reading,
      operations: ["getRelease", "transferBytes", "createTrustUpload", "finalizeTrustUpload"],
      covers: ["rule:service/4"],
      async run(tools) {
        const { release, attachment, answer } = await readAttachedOnce(tools.given);
        const { sinceMs } = attachment;

        const fetched = await fetchArchive(tools, { ...release, sinceMs }, answer);

        await expectUploadedTree(tools, release, fetched);
        const about = { what: "the integrity after the trust attachment", answer };
        if (release.integrity !== "")
          tools.expect.equal(textAt(answer.body, "integrity"), release.integrity, about);
      },
    },
  ],
  observations: [
    {
      id: "download/refused-trees",
      question: "Which unusual file trees does the registry refuse?",
      operations: ["finalizeReleaseUpload"],
      covers: ["question:9"],
      forms: "one",
      async observe({ given }) {
        const { publications } = await hostileVolume(given);

        const refused = publications
          .filter(({ publication }) => publication.release === undefined)
          .map(({ tree }) => tree);
        // of traits that were refused together, those that are refused alone
        const shown = refused.filter(({ parts = [] }) => !parts.some((part) => refused.includes(part)));
        return shown.map(({ trait }) => trait).join(", ") || "None";
      },
    },
  ],
};
