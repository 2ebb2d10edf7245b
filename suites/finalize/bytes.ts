/** The bytes must have arrived, and must have the declared digest. */
import type { CheckFile } from "../../harness/check-file.ts";
import { deriveBytes } from "../../harness/seed.ts";
import type { Half } from "../../harness/check.ts";
import { type ArchiveEntry, toArchive } from "../../harness/given/archive.ts";
import type { Given } from "../../harness/given/given.ts";
import { isSuccess } from "../../harness/exchange/answer.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { lastDigit, middleDigit, withOtherDigit } from "../inputs/near-digests.ts";
import { hasItsBytes, needsNoBytes, readingOfKeptBytes } from "../situations/kept-bytes.ts";
import { controlIntent, firstRelease, openPair } from "../situations/release-uploads.ts";
import { keyInOneHalf } from "../situations/contexts.ts";
import { expectUploadedTree, fetchArchive } from "../situations/download.ts";
import { finalizedDistUrl } from "../situations/large-archive.ts";
import { attempt, type AttemptOptions } from "./attempt.ts";

/**
 * A valid archive with a `declaredDigest` that is wrong in one digit.
 * @param index the place of the digit
 */
export function withDifferentDigest(
  index: number,
): (release: ReleaseName, given: Given, isUsual: boolean) => Promise<AttemptOptions> {
  return async (release, given, isUsual) => {
    // in one half more than a program keeps in memory: what it writes to a file, it has to look at, too
    const files =
      given.half === "first" && !isUsual ? { files: [{ name: "large.bin", content: large }] } : {};
    const archive = await given.archive(release, files);
    const declaredDigest = withOtherDigit(archive.digest, index);
    const isSentAgain = given.half === "second";
    return { archive: toArchive(archive.bytes, archive.entries), body: { declaredDigest }, isSentAgain };
  };
}

/**
 * A valid archive that is declared to be another one. In one half, that is the archive of a published release, which is downloaded at
 * the end: a registry may keep bytes by their digest. In the other half, it is one for the same release with as many bytes, which is
 * sent first.
 */
async function withDigestOfAnother(release: ReleaseName, given: Given): Promise<AttemptOptions> {
  if (given.half === "first") {
    const { bytes, entries } = await given.archive(release, { files: filesWith("declared as others") });
    const { archive } = await firstRelease(given);
    const body = { declaredDigest: archive.digest, declaredSize: archive.size };
    return { archive: toArchive(bytes, entries), body };
  }
  const earlier = await given.archive(release, { files: filesWith("sent first"), ...stored });
  const archive = await given.archive(release, { files: filesWith("sent later"), ...stored });
  const body = { declaredDigest: earlier.digest, declaredSize: earlier.size };
  return { archive, body, earlier };
}

function filesWith(what: string): readonly ArchiveEntry[] {
  return [{ name: "readme.md", content: `# Bytes that were ${what}\n` }];
}

/** Without compression, files of one length make archives of one size. */
const stored = { gzipLevel: 0 } as const;

/** No compressor makes them smaller. */
const large: Uint8Array = deriveBytes(300_000, "large and wrong");

/** The index of the wrong digit: the last in one half and one in the middle in the other, to detect partial comparisons. */
export function wrongDigitOf(half: Half): number {
  return half === "first" ? lastDigit : middleDigit;
}

export const bytes: CheckFile = {
  source: "Errors, rule 2",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "finalize/bytes-have-arrived",
      of: "finalize/bytes-are-needed",
      rule: "`POST` finalize before the bytes have arrived answers 400 `missing-uploaded-bytes`.",
      covers: [
        "rule:errors/2",
        "transition:finalize-failures",
        "slug:missing-uploaded-bytes",
        "answers:finalizeReleaseUpload/missing-uploaded-bytes",
      ],
      async run({ given, registry, expect }) {
        const intent = await controlIntent(given);

        const answer = await registry.finalizeReleaseUpload(intent, keyInOneHalf(given));

        expect.problem(answer, "missing-uploaded-bytes");
      },
    },
    {
      id: "finalize/bytes-of-another-upload-do-not-count",
      of: "finalize/bytes-are-needed",
      rule: "`POST` finalize of an upload without bytes answers 400 `missing-uploaded-bytes`. Bytes of another upload of the volume do not count, nor do those of a release with the declared digest.",
      source: "Errors, rule 2; Release upload intent, upload",
      operations: ["finalizeReleaseUpload", "transferBytes"],
      covers: ["rule:errors/2", "slug:missing-uploaded-bytes"],
      reading: readingOfKeptBytes,
      from: "standard",
      async run({ given, registry, expect }) {
        const { opened } = await openPair(given);
        const { archive } = await given.sharedRelease();
        if (opened.archive.digest === archive.digest && needsNoBytes(opened))
          throw given.nothingToJudge(hasItsBytes);

        const answer = await registry.finalizeReleaseUpload(opened);

        expect.problem(answer, "missing-uploaded-bytes");
      },
    },
    {
      id: "finalize/bytes-have-the-declared-digest",
      of: "finalize/bytes-have-their-declared-digest",
      rule: "`POST` finalize of bytes that differ from `declaredDigest` answers 400 `digest-mismatch`.",
      source: "States and transitions, finalize failure conditions; Errors, digest-mismatch",
      reading:
        "The text does not say whether the upload transfer checks the digest. If the transfer rejects the bytes, we accept `digest-mismatch` or `missing-uploaded-bytes` from finalize.",
      operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
      covers: [
        "transition:finalize-failures",
        "slug:digest-mismatch",
        "answers:finalizeReleaseUpload/digest-mismatch",
        "question:8",
        "member:create-release-request.declaredDigest",
      ],
      async run({ each, given, expect, depth, half }) {
        await each(depth === "deep" ? [lastDigit, middleDigit, 0] : [wrongDigitOf(half)], async (index) => {
          const { transfer, answer } = await attempt(given, `digest-${index}`, withDifferentDigest(index));

          if (isSuccess(transfer)) expect.problem(answer, "digest-mismatch");
          else expect.problem(answer, "digest-mismatch", "missing-uploaded-bytes");
        });
      },
    },
    {
      id: "finalize/bytes-of-another-size-have-the-declared-digest",
      of: "finalize/bytes-have-their-declared-digest",
      rule: "`POST` finalize of bytes that differ from `declaredDigest` and from `declaredSize` answers a client error. After the declared bytes and then others of the same size, finalize answers a client error too, or publishes the declared ones.",
      source: "States and transitions, finalize failure conditions; Errors, digest-mismatch",
      reading:
        "The text does not say which of the two is compared first, so we accept any client error. It also leaves open whether an upload takes bytes twice. A registry may refuse or ignore the second ones, but it never publishes them.",
      operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
      covers: ["transition:finalize-failures", "member:create-release-request.declaredDigest"],
      from: "standard",
      async run(tools) {
        const { given, expect } = tools;
        const { intent, earlier, answer } = await attempt(given, "size-and-digest", withDigestOfAnother);

        if (earlier === undefined || !isSuccess(answer)) return expect.refusal(answer);
        // the registry may have ignored the second bytes: then it serves the first ones
        const release = given.releaseOf(intent, answer);
        const fetched = await fetchArchive(tools, release, answer, finalizedDistUrl);
        await expectUploadedTree(tools, { archive: earlier }, fetched, finalizedDistUrl);
      },
    },
  ],
};
