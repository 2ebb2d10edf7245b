/** Bytes that are no `.tar.gz`. */
import { gzipSync } from "fflate";
import type { Check } from "../../harness/check.ts";
import { toArchive } from "../../harness/given/archive.ts";
import { attempt, expectRefused, type ToOptions, withBytes } from "./attempt.ts";

const reading =
  "The specification names an archive profile without giving it; that these bytes are no gzipped tar archive holds under any. The upload step may refuse them already, so that finalize finds no bytes.";
const shared: Pick<Check, "level" | "source" | "reading" | "operations" | "needs" | "covers"> = {
  level: "must",
  source: "Errors, invalid-archive; What the service does, rule 6",
  reading,
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "slug:invalid-archive",
    "answers:finalizeReleaseUpload/invalid-archive",
    "question:7",
    "question:9",
  ],
};
const text = new TextEncoder().encode(
  "This is a text and no tape archive, whoever looks at it.\n".repeat(64),
);

/** Bytes that start as plain text, whatever their length. */
export const notGzip: ToOptions = () => ({ archive: toArchive(text) });

export const bytesAreGzip: Check = {
  ...shared,
  id: "finalize/bytes-that-are-not-gzip-are-refused",
  rule: "Bytes that are not gzip are refused with 400 invalid-archive.",
  async run({ given, expect }) {
    const refused = await attempt(given, "not-gzip", notGzip);

    expectRefused(expect, refused, "invalid-archive");
  },
};

export const gzipIsWhole: Check = {
  ...shared,
  id: "finalize/truncated-gzip-is-refused",
  rule: "A gzip stream that is cut short is refused with 400 invalid-archive, even where only its trailer is missing.",
  forms: "either",
  from: "standard",
  async run({ given, expect, depth }) {
    // with the trailer gone a lenient reader still finds the whole tar
    const cuts = depth === "deep" ? [8, undefined] : [8];
    for (const cut of cuts) {
      const refused = await attempt(given, `truncated-${cut ?? "half"}`, (release, own) =>
        withBytes(release, own, (good) =>
          good.slice(0, cut === undefined ? good.length >> 1 : good.length - cut),
        ),
      );

      expectRefused(expect, refused, "invalid-archive");
    }
  },
};

export const gzipHoldsTar: Check = {
  ...shared,
  id: "finalize/gzip-of-no-tar-is-refused",
  rule: "Gzipped bytes that are no tar archive are refused with 400 invalid-archive.",
  forms: "either",
  from: "standard",
  async run({ given, expect }) {
    const refused = await attempt(given, "not-tar", () => ({
      archive: toArchive(gzipSync(text, { mtime: 0 })),
    }));

    expectRefused(expect, refused, "invalid-archive");
  },
};
