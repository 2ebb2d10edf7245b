/** The downloaded file tree equals the uploaded one. A registry may reject an unusual tree but must not change it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import type { ArchiveEntry } from "../../harness/given/archive.ts";
import type { ReleaseOptions, UploadIntent } from "../../harness/given/given.ts";
import { diffTrees, toTree } from "../../harness/given/tree.ts";
import { Blocked } from "../../harness/outcome.ts";
import { isSuccess, slugOf, textAt } from "../../harness/registry/answer.ts";
import { deriveBytes } from "../../harness/seed.ts";
import { readAttachedOnce } from "../situations/attached-release.ts";
import { ordinaryFiles } from "../inputs/ordinary-files.ts";
import {
  type UploadedRelease,
  expectArchive,
  expectTree,
  expectUploadedTree,
  fetchArchive,
  fetchOnce,
  fetchRelease,
  fetchVersionsOnce,
} from "../situations/download.ts";

const source = "What the service does, rule 4; Release metadata: integrity, dist";

const reading =
  "The text says that clients verify the file tree, not that the bytes are the uploaded ones. We accept a repacked archive.";

/** Names, modes and contents that are legal in a tar and that implementations often lose or change. */
const unusualFiles: readonly ArchiveEntry[] = [
  ...ordinaryFiles,
  { name: "docs/grüße 世界.md", content: "Viele Grüße, 世界 🌍\n" },
  { name: "docs/with spaces (1).txt", content: "spaces\n" },
  { name: ".hidden/.keep", content: "" },
  { name: "./dotted/notes.md", content: "as tar writes paths below the current folder\n" },
  { name: "empty-folder/", type: "directory", mode: 0o755 },
  { name: "bin/run.sh", content: "#!/bin/sh\nexit 0\n", mode: 0o755 },
  {
    name: `long/${"segment-of-a-path/".repeat(9)}file.txt`,
    content: "longer than one tar header has room for\n",
  },
  ...Array.from({ length: 60 }, (_, index) => ({ name: `many/file-${index}.txt`, content: `${index}\n` })),
];

/** Publishes a tree that a registry may reject. Returns undefined if it rejects the tree with one of the expected problems. */
async function tryToPublish(tools: Tools, options: ReleaseOptions): Promise<UploadedRelease | undefined> {
  const { given, registry, expect } = tools;
  const intent = await uploadUnlessTooLarge(tools, options);
  if (intent === undefined) return undefined;
  const answer = await registry.finalizeReleaseUpload(intent);
  if (isSuccess(answer)) return { ...intent, sinceMs: answer.endedAtMs };
  if (slugOf(answer) === undefined)
    throw given.blocked(`POST finalize of an unusual tree answered ${answer.status}`, answer);
  expect.problem(answer, "invalid-archive", "invalid-manifest", "validation-failed", "payload-too-large");
  return undefined;
}

async function uploadUnlessTooLarge(
  { given, expect }: Tools,
  options: ReleaseOptions,
): Promise<UploadIntent | undefined> {
  try {
    return await given.uploadedBytes(options);
  } catch (error) {
    if (!(error instanceof Blocked) || error.status !== 413) throw error;
    expect.equal(error.status, 413, { what: "the status of a rejection for size" });
    return undefined;
  }
}

export const trees: CheckFile = {
  source,
  operations: ["getRelease", "transferBytes"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "download/gives-the-uploaded-tree",
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
      rule: "If a tree with non-ASCII names, long paths, spaces, hidden files, an empty folder and many files is accepted, download returns exactly that tree.",
      reading:
        "The text does not show the archive profile. We accept a registry that rejects such a tree at `POST` finalize, and one that repacks the archive.",
      operations: ["getRelease", "finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:service/4", "question:9"],
      forms: "either",
      async run(tools) {
        const release = await tryToPublish(tools, { files: unusualFiles });

        if (release !== undefined)
          await expectUploadedTree(tools, release, await fetchRelease(tools, release));
      },
    },
    {
      id: "download/keeps-large-trees",
      rule: "If a tree with an incompressible file of one mebibyte is accepted, download returns exactly that tree.",
      reading:
        "The text does not show the maximum size. We accept a registry that rejects such a tree with `payload-too-large`, and one that repacks the archive.",
      operations: ["getRelease", "finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:service/4", "gap:limits/2"],
      forms: "either",
      async run(tools) {
        const content = deriveBytes(1024 * 1024, tools.form);

        const files = [{ name: "large.bin", content }, ...ordinaryFiles];
        const release = await tryToPublish(tools, { files, gzipLevel: 0 });

        if (release !== undefined)
          await expectUploadedTree(tools, release, await fetchRelease(tools, release));
      },
    },
    {
      id: "download/versions-have-their-own-files",
      rule: "With several versions of a volume, download of each returns an archive that unpacks to that version's files.",
      reading,
      covers: ["rule:service/4"],
      async run(tools) {
        const versions = await fetchVersionsOnce(tools.given);

        for (const fetched of versions) await expectUploadedTree(tools, fetched.release, fetched);
      },
    },
    {
      id: "download/is-the-same-on-every-read",
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
};
