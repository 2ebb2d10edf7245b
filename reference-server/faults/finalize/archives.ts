import { constants, gunzipSync } from "node:zlib";
import { replaceRule } from "../../rules/change.ts";
import { archiveRefusedAs, publishedDespite } from "../changes/finalize-problems.ts";
import type { FaultFile } from "../fault.ts";

const notGzip = /not gzip/;

const damagedGzip = /gzip is damaged/;

const damagedTar = /tar is damaged/;

/** TODO */
export const archives: FaultFile = {
  "finalize/bytes-that-are-not-gzip-are-refused": {
    "plain-bytes-published": {
      summary: "Bytes that are not gzip are published as an empty release",
      change: publishedDespite(notGzip),
    },
    "plain-bytes-are-validation-failed": {
      summary: "Bytes that are not gzip are refused as validation-failed",
      change: archiveRefusedAs("validation-failed", notGzip),
    },
  },
  "finalize/truncated-gzip-is-refused": {
    "truncated-gzip-published": {
      summary: "A gzip stream without its end is read as far as it goes",
      change: replaceRule(
        "archive",
        "decompress",
        () => (bytes) =>
          Promise.resolve(new Uint8Array(gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }))),
      ),
    },
    "truncated-gzip-is-a-digest-mismatch": {
      summary: "A gzip stream without its end is refused as digest-mismatch",
      change: archiveRefusedAs("digest-mismatch", damagedGzip),
    },
  },
  "finalize/gzip-of-no-tar-is-refused": {
    "gzip-of-text-published": {
      summary: "Gzipped bytes that are no tar are published as an empty release",
      change: publishedDespite(damagedTar),
    },
    "gzip-of-text-is-an-invalid-manifest": {
      summary: "Gzipped bytes that are no tar are refused as invalid-manifest",
      change: archiveRefusedAs("invalid-manifest", damagedTar),
    },
  },
};
