/** Archives with entries that are not part of a plain file tree. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { ArchiveEntry } from "../../harness/given/archive.ts";
import { quote } from "../../harness/expect/quote.ts";
import { attempt, earlyRejection, expectRefused, withEntries } from "./attempt.ts";

/** Each case is a separate upload of a valid archive with these entries appended. */
async function expectEachRefused(
  { each, given, expect }: Tools,
  cases: Readonly<Record<string, readonly ArchiveEntry[]>>,
): Promise<void> {
  await each(Object.entries(cases), async ([key, entries]) => {
    const refused = await attempt(given, `entries-${key}`, (release, own) =>
      withEntries(release, own, entries),
    );

    expectRefused(expect, { ...refused, input: entries.map(describeEntry).join(", ") }, "invalid-archive");
  });
}

function describeEntry({ name, type = "file", linkname }: ArchiveEntry): string {
  const target = linkname === undefined ? "" : ` that leads to ${quote(linkname)}`;
  return `the entry ${quote(name)}, a ${type}${target}`;
}

export const entries: CheckFile = {
  source: "Errors, invalid-archive; What the service does, rule 4",
  reading: `The text does not define the archive profile. A release is a file tree, so we read entries outside the tree or with ambiguous content as invalid. ${earlyRejection}`,
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["slug:invalid-archive", "answers:finalizeReleaseUpload/invalid-archive", "question:9"],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "finalize/entries-stay-inside-the-tree",
      of: "finalize/archives-hold-a-file-tree",
      rule: "`POST` finalize of an archive with an entry path that leaves the tree with `..` answers 400 `invalid-archive`.",
      from: "quick",
      run: (tools) =>
        expectEachRefused(tools, {
          inner: [{ name: "docs/../../escaped.txt", content: "escaped" }],
          ...(tools.depth === "quick" ? {} : { outer: [{ name: "../escaped.txt", content: "escaped" }] }),
        }),
    },
    {
      id: "finalize/absolute-paths-are-refused",
      of: "finalize/archives-hold-a-file-tree",
      rule: "`POST` finalize of an archive with an absolute entry path answers 400 `invalid-archive`.",
      run: (tools) =>
        expectEachRefused(tools, { absolute: [{ name: "/etc/conformance.txt", content: "absolute" }] }),
    },
    {
      id: "finalize/links-out-of-the-tree-are-refused",
      of: "finalize/archives-hold-a-file-tree",
      rule: "`POST` finalize of an archive with a symbolic or hard link to a target outside the tree answers 400 `invalid-archive`.",
      run: (tools) => {
        // where `..` is ignored, this is a file of the archive
        const linkname = `../${tools.target.archive.manifestPath}`;
        return expectEachRefused(tools, {
          "relative-link": [{ name: "docs/link", type: "symlink", linkname: "../../outside" }],
          "absolute-link": [{ name: "link", type: "symlink", linkname: "/etc/passwd" }],
          "hard-link": [{ name: "hard", type: "link", linkname }],
        });
      },
    },
    {
      id: "finalize/device-nodes-are-refused",
      of: "finalize/archives-hold-a-file-tree",
      rule: "`POST` finalize of an archive with a device node answers 400 `invalid-archive`.",
      run: (tools) =>
        expectEachRefused(tools, {
          "character-device": [{ name: "null", type: "character-device" }],
          ...(tools.depth === "deep" ? { "block-device": [{ name: "disk", type: "block-device" }] } : {}),
        }),
    },
    {
      id: "finalize/duplicate-paths-are-refused",
      of: "finalize/archives-hold-a-file-tree",
      rule: "`POST` finalize of an archive with two files at the same path answers 400 `invalid-archive`.",
      run: (tools) =>
        expectEachRefused(tools, {
          duplicate: [
            { name: "twice.txt", content: "first" },
            { name: "twice.txt", content: "second" },
          ],
          ...(tools.depth === "deep"
            ? {
                "duplicate-dotted": [
                  { name: "twice.txt", content: "first" },
                  { name: "./twice.txt", content: "second" },
                ],
              }
            : {}),
        }),
    },
  ],
};
