/** `integrity` depends on every file of a release and not on how the archive is packed. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { firstRelease } from "../situations/release-uploads.ts";
import { type VariantName, compareVariant } from "./variants.ts";

async function expectDifferent(tools: Tools, ...names: readonly VariantName[]): Promise<void> {
  for (const name of names) {
    const { plain, varied } = await compareVariant(tools, name);

    tools.expect.that(plain !== varied, {
      expected: `a different integrity (variant "${name}")`,
      got: `"${varied}" for both trees`,
    });
  }
}

async function expectSame(tools: Tools, name: VariantName): Promise<void> {
  const { plain, varied } = await compareVariant(tools, name);

  tools.expect.equal(varied, plain, { what: `the integrity of the same tree (variant "${name}")` });
}

export const digests: CheckFile = {
  source: "Release metadata, integrity; What the service does, rule 4",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher", "state:release-purged"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "integrity/is-not-the-digest-of-the-uploaded-bytes",
      rule: "`POST` finalize returns an `integrity` that is not the SHA-256 of the uploaded bytes.",
      reading:
        "The text does not give the algorithm. We read a digest of the normalized file tree as different from any digest of the archive.",
      needs: ["token:publisher"],
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        for (const { integrity, archive, answer } of [
          await given.sharedRelease(),
          await firstRelease(given),
        ]) {
          expect.that(integrity !== archive.digest, {
            expected: "a digest of the file tree",
            got: "the SHA-256 of the uploaded bytes",
            answer,
          });
        }
      },
    },
    {
      id: "integrity/differs-between-releases-with-different-files",
      rule: "`POST` finalize returns different `integrity` values for two releases whose files have the same names and different contents.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      needs: ["token:publisher"],
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        const first = await given.sharedRelease();
        const second = await firstRelease(given);

        expect.that(first.integrity !== second.integrity, {
          expected: "different integrity values for releases with different files",
          got: `"${second.integrity}" for both`,
          answer: second.answer,
        });
      },
    },
    {
      id: "integrity/is-the-same-for-the-same-archive",
      rule: "`POST` finalize returns the same `integrity` when the same archive is published again under the same identity.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "again"),
    },
    {
      id: "integrity/depends-on-every-byte",
      rule: "`POST` finalize returns different `integrity` values for trees that differ in one byte of one file.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) =>
        expectDifferent(
          tools,
          ...(tools.depth === "deep" ? (["tail", "byte"] as const) : (["tail"] as const)),
        ),
    },
    {
      id: "integrity/depends-on-the-names-of-files",
      rule: "`POST` finalize returns different `integrity` values for trees that differ in a file's name, its letter case or its folder.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) =>
        expectDifferent(tools, "case", "moved", ...(tools.depth === "deep" ? (["renamed"] as const) : [])),
    },
    {
      id: "integrity/depends-on-which-file-has-which-content",
      rule: "`POST` finalize returns different `integrity` values for trees with the same file names and bytes, but with the bytes distributed differently among the files.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectDifferent(tools, "swapped", "shifted"),
    },
    {
      id: "integrity/depends-on-empty-files",
      rule: "`POST` finalize returns a different `integrity` for a tree with one more file, even if that file is empty.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectDifferent(tools, "empty"),
    },
    {
      id: "integrity/ignores-the-order-of-entries",
      level: "should",
      rule: "`POST` finalize returns the same `integrity` for the same tree with a different order of archive entries.",
      reading:
        "The text does not say how the file tree is normalized. We read differences in packing as not part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "order"),
    },
    {
      id: "integrity/ignores-compression",
      level: "should",
      rule: "`POST` finalize returns the same `integrity` for the same tree with a different compression level.",
      reading:
        "The text does not say how the file tree is normalized. We read differences in packing as not part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "level"),
    },
    {
      id: "integrity/ignores-modification-times",
      level: "should",
      rule: "`POST` finalize returns the same `integrity` for the same tree with different modification times of its entries.",
      reading:
        "The text does not say how the file tree is normalized. We read differences in packing as not part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "times"),
    },
  ],
  observations: [
    {
      id: "integrity/attributes-in-the-digest",
      question: "Does `integrity` depend on file modes, owners or empty directories?",
      covers: ["question:9"],
      from: "deep",
      async observe(tools) {
        const results: string[] = [];
        for (const name of ["modes", "owners", "directories"] as const) {
          const { plain, varied } = await compareVariant(tools, name);
          results.push(`${name}: ${plain === varied ? "no" : "yes"}`);
        }
        return results.join(", ");
      },
    },
  ],
};
