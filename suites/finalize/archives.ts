/** Bytes that are not a `.tar.gz` archive. */
import type { CheckFile } from "../../harness/check-file.ts";
import { gunzipSync, gzipSync, zlibSync } from "fflate";
import { toArchive } from "../../harness/given/archive.ts";
import { attempt, earlyRejection, expectRefused, type ToOptions, withBytes } from "./attempt.ts";

/** Text, even if a registry reads only part of it. */
const text = new TextEncoder().encode(
  "This is a text and no tape archive, whoever looks at it.\n".repeat(64),
);

/** A tar archive as it is before it is compressed: a reader that finds out the compression by itself takes it. */
export const notGzip: ToOptions = (release, own) => withBytes(release, own, (valid) => gunzipSync(valid));

/** A gzip stream without its last bytes; half of it if their number is not given. */
export function truncatedGzip(cutLength?: number): ToOptions {
  return (release, own) =>
    withBytes(release, own, (valid) =>
      valid.slice(0, cutLength === undefined ? valid.length >> 1 : valid.length - cutLength),
    );
}

const plainTar = ["not-gzip", notGzip] as const;

/** What a reader takes that looks for the compression, or for the first bytes of a gzip stream. */
const otherFormats: readonly (readonly [name: string, toOptions: ToOptions])[] = [
  ["a-zlib-stream", (release, own) => withBytes(release, own, (valid) => zlibSync(gunzipSync(valid)))],
  ["bytes-after-a-line", (release, own) => withBytes(release, own, (valid) => Buffer.concat([text, valid]))],
];

export const archives: CheckFile = {
  source: "Errors, invalid-archive; What the service does, rule 6",
  reading: `The text does not define the archive profile, but these bytes are not a gzipped tar archive under any profile. ${earlyRejection}`,
  operations: ["createReleaseUpload", "transferBytes", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "slug:invalid-archive",
    "answers:finalizeReleaseUpload/invalid-archive",
    "question:7",
    "question:9",
  ],
  forms: "either",
  from: "standard",
  checks: [
    {
      id: "finalize/bytes-that-are-not-gzip-are-refused",
      forms: "one",
      rule: "`POST` finalize of bytes that are not gzip answers 400 `invalid-archive`.",
      from: "quick",
      async run({ given, expect, depth }) {
        for (const [name, toOptions] of depth === "deep" ? [plainTar, ...otherFormats] : [plainTar]) {
          const refused = await attempt(given, name, toOptions);

          expectRefused(expect, refused, "invalid-archive");
        }
      },
    },
    {
      id: "finalize/truncated-gzip-is-refused",
      forms: "one",
      rule: "`POST` finalize of a truncated gzip stream, even if only the trailer is missing, answers 400 `invalid-archive`.",
      async run({ given, expect, depth }) {
        // without the trailer, a lenient reader still finds the complete tar
        const cutLengths = depth === "deep" ? [8, undefined] : [8];
        for (const cutLength of cutLengths) {
          const refused = await attempt(given, `truncated-${cutLength ?? "half"}`, truncatedGzip(cutLength));

          expectRefused(expect, refused, "invalid-archive");
        }
      },
    },
    {
      id: "finalize/gzip-without-a-tar-archive-is-refused",
      forms: "one",
      rule: "`POST` finalize of gzipped bytes that are not a tar archive answers 400 `invalid-archive`.",
      async run({ given, expect }) {
        const refused = await attempt(given, "not-tar", () => ({
          archive: toArchive(gzipSync(text, { mtime: 0 })),
        }));

        expectRefused(expect, refused, "invalid-archive");
      },
    },
  ],
};
