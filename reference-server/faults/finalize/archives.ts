import { constants, gunzipSync } from "node:zlib";
import { replaceRule } from "../../rules/change.ts";
import { archiveRefusedAs, publishedDespite } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

const notGzip = /not gzip/;

const damagedGzip = /gzip is damaged/;

const damagedTar = /tar is damaged/;

/** Faults in which bytes finalize accepts as an archive. */
export const archives: FaultFile = {
  "finalize/bytes-that-are-not-gzip-are-refused": {
    "plain-bytes-published": {
      summary: "Bytes that are not gzip are published as an empty release",
      change: publishedDespite(notGzip),
    },
    "plain-bytes-answer-validation-failed": archiveRefusedAs("validation-failed", notGzip),
  },
  "finalize/truncated-gzip-is-refused": {
    "truncated-gzip-read-to-its-end": replaceRule(
      "archive",
      "decompress",
      () => (bytes) =>
        Promise.resolve(new Uint8Array(gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }))),
    ),
    "truncated-gzip-answers-digest-mismatch": archiveRefusedAs("digest-mismatch", damagedGzip),
  },
  "finalize/gzip-without-a-tar-archive-is-refused": {
    "gzip-of-text-published": {
      summary: "Gzipped text is published as an empty release",
      change: publishedDespite(damagedTar),
    },
    "gzip-of-text-answers-invalid-manifest": archiveRefusedAs("invalid-manifest", damagedTar),
  },
};
