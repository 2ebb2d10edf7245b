import { inflateRawSync } from "node:zlib";
import { packTree } from "../archive/pack.ts";
import { ProblemError } from "../problem-error.ts";
import { allOf, type Change, replaceRule } from "../rules/change.ts";
import { safeLinks } from "../rules/safe-links.ts";
import type { Choice } from "./choice.ts";

/** Serves the tree as it was read. */
const repacked: Change = replaceRule(
  "transfer",
  "archiveOf",
  () => async (release) => await packTree(release.tree),
);

/** Leaves links out of the tree. */
const withoutLinks: Change = allOf(
  safeLinks,
  replaceRule("archive", "toFile", (before) => (entry, call) => {
    const file = before(entry, call);
    return file?.kind === "link" ? undefined : file;
  }),
  repacked,
);

/** Has a copy of the file in the place of each link that leads to one. */
const withCopies: Change = allOf(
  safeLinks,
  replaceRule("archive", "list", (before) => async (tar, call) => {
    const entries = await before(tar, call);
    const files = new Map(entries.map((entry) => [entry.path, entry]));
    return entries.map((entry) => {
      const target = entry.type === "symlink" ? files.get(entry.linkTarget ?? "") : undefined;
      return target === undefined ? entry : { ...target, path: entry.path };
    });
  }),
  repacked,
);

/** Bytes of a gzip header without a name. */
const gzipHeader = 10;

const oneMember: Change = replaceRule("archive", "decompress", (before) => async (bytes, call) => {
  const tar = await before(bytes, call);
  if (tar.length > inflateRawSync(bytes.subarray(gzipHeader)).length)
    throw new ProblemError("invalid-archive", "the gzip has several members");
  return tar;
});

/** The archive format, as far as it is not about names. */
export const archiveChoices: readonly Choice[] = [
  {
    name: "links-in-archives",
    question: "Are symbolic links accepted that stay inside the tree?",
    default: "refused",
    values: {
      accepted: { summary: "Yes", change: safeLinks },
      "left-out": {
        summary: "Yes, and they are left out of the release",
        change: withoutLinks,
        skips: ["integrity/depends-on-links"],
      },
      copied: { summary: "Yes, and the release has copies of the files instead", change: withCopies },
    },
  },
  {
    name: "gzip-members",
    question: "Is a gzip file of several members accepted?",
    default: "yes",
    values: { refused: { summary: "No, it is an invalid archive", change: oneMember } },
  },
];
