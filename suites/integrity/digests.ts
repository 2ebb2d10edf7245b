/** What the integrity of a release is a digest of: its files, all of them, and nothing of their packing. */
import type { Check, Observation } from "../../harness/check.ts";
import { firstRelease } from "../publish/set-up.ts";
import { compareVariant, type VariantName } from "./variants.ts";

type Tools = Parameters<Check["run"]>[0];

const shared: Pick<Check, "forms" | "source" | "operations" | "needs"> = {
  source: "Release metadata, integrity; What the service does, rule 4",
  operations: ["finalizeReleaseUpload"],
  needs: ["token:publisher", "state:release-purged"],
  forms: "either",
};
const trees: Pick<Check, "level" | "reading" | "covers"> = {
  level: "must",
  reading:
    "The algorithm is not given. Whatever it is, a digest of a file tree is another one for another tree.",
  covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
};
const packing: Pick<Check, "level" | "reading" | "covers"> = {
  level: "should",
  reading:
    "The tree is called normalized without saying how; what packing alone makes different is nothing of the tree.",
  covers: ["rule:service/4", "member:release-metadata.integrity", "question:9"],
};

async function expectOther(tools: Tools, ...names: readonly VariantName[]): Promise<void> {
  for (const name of names) {
    const { plain, varied } = await compareVariant(tools, name);

    tools.expect.that(plain !== varied, {
      expected: `another integrity (${name})`,
      got: `"${varied}" for both trees`,
    });
  }
}

async function expectSame(tools: Tools, name: VariantName): Promise<void> {
  const { plain, varied } = await compareVariant(tools, name);

  tools.expect.equal(varied, plain, { what: `the integrity of the same tree (${name})` });
}

export const isNoDigestOfTheUpload: Check = {
  ...shared,
  ...trees,
  id: "integrity/is-no-digest-of-the-uploaded-bytes",
  rule: "The integrity of a release is not the SHA-256 of the bytes that were uploaded.",
  reading: "It is a digest of the normalized file tree, which a digest of the archive cannot be.",
  needs: ["token:publisher"],
  forms: "each",
  async run({ given, expect }) {
    for (const { integrity, archive, answer } of [await given.sharedRelease(), await firstRelease(given)]) {
      expect.that(integrity !== archive.digest, {
        expected: "a digest of the file tree",
        got: "the SHA-256 of the uploaded bytes",
        answer,
      });
    }
  },
};

export const differsBetweenReleases: Check = {
  ...shared,
  ...trees,
  id: "integrity/differs-between-releases-with-other-files",
  rule: "Two releases whose files have the same names and other contents have different integrities.",
  needs: ["token:publisher"],
  forms: "each",
  async run({ given, expect }) {
    const one = await given.sharedRelease();
    const two = await firstRelease(given);

    expect.that(one.integrity !== two.integrity, {
      expected: "another integrity than that of a release with other files",
      got: `"${two.integrity}" for both`,
      answer: two.answer,
    });
  },
};

export const isTheSameForTheSameTree: Check = {
  ...shared,
  ...trees,
  id: "integrity/is-the-same-for-the-same-archive",
  rule: "The same archive published under the same identity has the same integrity.",
  from: "standard",
  run: (tools) => expectSame(tools, "again"),
};

export const dependsOnEveryByte: Check = {
  ...shared,
  ...trees,
  id: "integrity/depends-on-every-byte",
  rule: "Trees that differ in one byte of one file have different integrities.",
  from: "standard",
  run: (tools) =>
    expectOther(tools, ...(tools.depth === "deep" ? (["tail", "byte"] as const) : (["tail"] as const))),
};

export const dependsOnNames: Check = {
  ...shared,
  ...trees,
  id: "integrity/depends-on-the-names-of-files",
  rule: "Trees that differ in the name of one file, or in its letters' case, or in its folder, have different integrities.",
  from: "standard",
  run: (tools) =>
    expectOther(tools, "case", "moved", ...(tools.depth === "deep" ? (["renamed"] as const) : [])),
};

export const dependsOnWhichFileHoldsWhat: Check = {
  ...shared,
  ...trees,
  id: "integrity/depends-on-which-file-holds-what",
  rule: "Trees that have the same names and the same bytes, but divided otherwise among the files, have different integrities.",
  from: "standard",
  run: (tools) => expectOther(tools, "swapped", "shifted"),
};

export const dependsOnEmptyFiles: Check = {
  ...shared,
  ...trees,
  id: "integrity/depends-on-empty-files",
  rule: "A tree with one more file has another integrity although that file is empty.",
  from: "standard",
  run: (tools) => expectOther(tools, "empty"),
};

export const ignoresEntryOrder: Check = {
  ...shared,
  ...packing,
  id: "integrity/ignores-the-order-of-entries",
  rule: "The same tree has the same integrity whatever the order of the archive's entries.",
  from: "standard",
  run: (tools) => expectSame(tools, "order"),
};

export const ignoresCompression: Check = {
  ...shared,
  ...packing,
  id: "integrity/ignores-compression",
  rule: "The same tree has the same integrity whatever the level of compression.",
  from: "standard",
  run: (tools) => expectSame(tools, "level"),
};

export const ignoresTimes: Check = {
  ...shared,
  ...packing,
  id: "integrity/ignores-modification-times",
  rule: "The same tree has the same integrity whatever the modification times of its entries.",
  from: "standard",
  run: (tools) => expectSame(tools, "times"),
};

export const attributes: Observation = {
  ...shared,
  id: "integrity/attributes-in-the-digest",
  question: "Which of modes, owners and empty directories does the integrity depend on?",
  covers: ["question:9"],
  from: "deep",
  async observe(tools) {
    const said: string[] = [];
    for (const name of ["modes", "owners", "directories"] as const) {
      const { plain, varied } = await compareVariant(tools, name);
      said.push(`${name}: ${plain === varied ? "no" : "yes"}`);
    }
    return `It depends on ${said.join(", ")}`;
  },
};
