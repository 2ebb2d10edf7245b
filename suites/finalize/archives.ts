/** Bytes that are not a `.tar.gz` archive. */
import type { CheckFile } from "../../harness/check-file.ts";
import { gunzipSync, gzipSync, zlibSync } from "fflate";
import { toArchive } from "../../harness/given/archive.ts";
import type { Given } from "../../harness/given/given.ts";
import {
  type Again,
  type Attempt,
  attempt,
  attemptAgain,
  earlyRejection,
  expectRefused,
  type ToOptions,
  withBytes,
} from "./attempt.ts";

/** Text, even if a registry reads only part of it. */
const text = new TextEncoder().encode(
  "This is a text and no tape archive, whoever looks at it.\n".repeat(64),
);

/** A tar archive as it is before it is compressed: a reader that finds out the compression by itself takes it. */
export const notGzip: ToOptions = (release, own) => withBytes(release, own, (valid) => gunzipSync(valid));

/** Finalizes a gzip stream without its last bytes, or half of it. A lenient reader finds the complete tar without the trailer of 8 bytes. */
function truncated(given: Given, cutLength: number | "half"): Promise<Attempt> {
  return attempt(given, `truncated-${cutLength}`, (release, own) =>
    withBytes(release, own, (valid) =>
      valid.slice(0, cutLength === "half" ? valid.length >> 1 : valid.length - cutLength),
    ),
  );
}

/** Finalizes gzipped text for the version of an upload that was refused. */
export async function notTarAfterRefusal(given: Given): Promise<Again & { readonly refused: Attempt }> {
  const refused = await truncated(given, 8);
  const archive = toArchive(gzipSync(text, { mtime: 0 }));
  const again = await attemptAgain(given, "not-tar", refused, archive);
  return { ...again, refused };
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
      of: "finalize/archives-are-gzipped-tar-files",
      rule: "`POST` finalize of bytes that are not gzip answers 400 `invalid-archive`.",
      from: "quick",
      async run({ each, given, expect, depth }) {
        await each(depth === "deep" ? [plainTar, ...otherFormats] : [plainTar], async ([name, toOptions]) => {
          const refused = await attempt(given, name, toOptions);

          expectRefused(expect, refused, "invalid-archive");
        });
      },
    },
    {
      id: "finalize/truncated-gzip-is-refused",
      of: "finalize/archives-are-gzipped-tar-files",
      rule: "`POST` finalize of a truncated gzip stream, even if only the trailer is missing, answers 400 `invalid-archive`.",
      async run({ each, given, expect, depth }) {
        await each(depth === "deep" ? ([8, "half"] as const) : ([8] as const), async (cutLength) => {
          const refused = await truncated(given, cutLength);

          expectRefused(expect, refused, "invalid-archive");
        });
      },
    },
    {
      id: "finalize/gzip-without-a-tar-archive-is-refused",
      of: "finalize/archives-are-gzipped-tar-files",
      rule: "`POST` finalize of gzipped bytes that are not a tar archive answers 400 `invalid-archive`.",
      async run({ given, expect }) {
        const { attempt: notTar } = await notTarAfterRefusal(given);

        expectRefused(expect, notTar, "invalid-archive");
      },
    },
  ],
};
