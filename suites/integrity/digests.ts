/** `integrity` depends on every file of a release and not on how the archive is packed. */
import type { CheckFile } from "../../harness/check-file.ts";
import { firstRelease } from "../situations/release-uploads.ts";
import { expectDifferent, expectSame } from "./comparison.ts";
import { otherSubjects } from "./other-subjects.ts";
import { acceptsMembers, compareVariant } from "./series.ts";

export const digests: CheckFile = {
  source: "Release metadata, integrity; What the service does, rule 4",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher"],
  uses: ["release-purged"],
  forms: "one",
  from: "standard",
  checks: [
    {
      id: "integrity/is-not-the-digest-of-the-uploaded-bytes",
      of: "integrity/is-a-digest-of-the-files",
      uses: [],
      rule: "`POST` finalize returns an `integrity` that is not the SHA-256 of the uploaded bytes.",
      reading:
        "The text does not give the algorithm. We read a digest of the normalized file tree as different from any digest of the archive.",
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
      id: "integrity/is-a-digest-of-the-file-tree",
      of: "integrity/is-a-digest-of-the-files",
      uses: [],
      rule: "`POST` finalize returns an `integrity` that is not the SHA-256 of the tar, the manifest, the file names, the `purl` or the version.",
      reading:
        "The text does not give the algorithm. We read a digest of the normalized file tree as different from a digest of one part of it, or of the identity.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        for (const release of [await given.sharedRelease(), await firstRelease(given)]) {
          const { answer, integrity } = release;
          const same = (await otherSubjects(release)).find(([, digest]) => digest === integrity);

          expect.that(same === undefined, {
            expected: "a digest of the file tree",
            got: `the SHA-256 of ${same?.[0] ?? ""}`,
            member: "/release/integrity",
            answer,
          });
        }
      },
    },
    {
      id: "integrity/differs-between-releases-with-different-files",
      of: "integrity/depends-on-the-whole-file-tree",
      uses: [],
      rule: "`POST` finalize returns different `integrity` values for two releases whose files have the same names and different contents.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      forms: "each",
      from: "quick",
      async run({ given, expect }) {
        const first = await given.sharedRelease();
        const second = await firstRelease(given);

        expect.that(first.integrity !== second.integrity, {
          expected: "different integrity values for releases with different files",
          wanted: { member: "integrity", differs: true },
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
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "`POST` finalize returns different `integrity` values for trees that differ in one byte of one file.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) =>
        expectDifferent(
          tools,
          "tail",
          "byte",
          "binary byte",
          "trailing zero",
          "byte order mark",
          "line end",
          "last newline",
          "space at the end",
          "decomposed content",
          "byte of a hidden file",
          "byte of a file in a hidden folder",
          "byte of the last of many files",
          "byte of a deep file",
          "byte in node_modules",
        ),
    },
    {
      id: "integrity/depends-on-the-manifest",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "`POST` finalize returns different `integrity` values for trees that differ in a comment of the manifest.",
      reading:
        "The text does not give the algorithm. We read the manifest as a file of the tree, so every byte of it counts.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectDifferent(tools, "manifest"),
    },
    {
      id: "integrity/depends-on-the-names-of-files",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "`POST` finalize returns different `integrity` values for trees that differ in a file's name, its letter case or its folder.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) =>
        expectDifferent(
          tools,
          "case",
          "moved",
          "renamed",
          "start of a long path",
          "end of a long name",
          "end of a long path",
          "name beyond ASCII",
          "hidden name",
          "space in a name",
        ),
    },
    {
      id: "integrity/depends-on-the-characters-of-names",
      level: "should",
      rule: "`POST` finalize returns different `integrity` values for trees with a file name that differs only in its Unicode normalization.",
      reading:
        "The text does not say how the file tree is normalized. We read names with different bytes as different names; a registry that normalizes them gets only a warning.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectDifferent(tools, "decomposed name", "compatible name"),
    },
    {
      id: "integrity/depends-on-which-file-has-which-content",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "`POST` finalize returns different `integrity` values for trees with the same file names and bytes, but with the bytes distributed differently among the files.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) =>
        expectDifferent(
          tools,
          "swapped",
          "shifted",
          "path to content",
          "swapped names in another case",
          "swapped names in another normalization",
          "swapped far files",
        ),
    },
    {
      id: "integrity/depends-on-empty-files",
      of: "integrity/depends-on-the-whole-file-tree",
      rule: "`POST` finalize returns a different `integrity` for trees of which one has one more file, even if that file is empty or hidden.",
      reading:
        "The text does not give the algorithm. We expect equal trees to have equal digests and different trees to have different digests.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectDifferent(tools, "empty", "no hidden empty file", "no last file"),
    },
    {
      id: "integrity/ignores-the-order-of-entries",
      of: "integrity/ignores-the-packaging",
      rule: "`POST` finalize returns the same `integrity` for the same tree with a different order of archive entries.",
      reading:
        "The text does not say how the file tree is normalized. We read differences in packing as not part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "order"),
    },
    {
      id: "integrity/ignores-compression",
      of: "integrity/ignores-the-packaging",
      rule: "`POST` finalize returns the same `integrity` for the same tree with a different compression level.",
      reading:
        "The text does not say how the file tree is normalized. We read differences in packing as not part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "level"),
    },
    {
      id: "integrity/ignores-modification-times",
      of: "integrity/ignores-the-packaging",
      rule: "`POST` finalize returns the same `integrity` for the same tree with different modification times of its entries.",
      reading:
        "The text does not say how the file tree is normalized. We read differences in packing as not part of the tree.",
      covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
      run: (tools) => expectSame(tools, "times"),
    },
  ],
  observations: [
    {
      id: "integrity/archives-of-several-members",
      question: "Does the registry accept a gzip file of several members?",
      covers: ["question:9"],
      observe: async (tools) =>
        (await acceptsMembers(tools)) ? "yes" : "only archives of one member were accepted",
    },
    {
      id: "integrity/attributes-in-the-digest",
      question: "Does `integrity` depend on file modes, owners or empty directories?",
      covers: ["question:9"],
      from: "deep",
      async observe(tools) {
        const results: string[] = [];
        for (const name of ["modes", "owners", "directories"] as const) {
          const compared = await compareVariant(tools, name);
          if (compared === undefined) continue;
          results.push(`${name}: ${compared.plain === compared.varied ? "no" : "yes"}`);
        }
        return results.join(", ");
      },
    },
  ],
};
