import { gunzipSync, gzipSync } from "fflate";
import { createHash } from "node:crypto";
import type { Exchange, RecordedBody } from "../../schemas/report.ts";

/**
 * Recorded values with the names of another run: the registry still has those of the recorded one. Digests and sizes of the bytes
 * that change with the names follow.
 */
export interface FreshValues {
  readonly text: (text: string) => string;
  /** The bytes of a request body. */
  readonly bytes: (body: RecordedBody) => Uint8Array;
  /** The body of a request that declares bytes, with their digest and size. */
  readonly declaration: (text: string) => string;
}

/** @param freshId as long as the id of the run, so that no length changes */
export function createFreshValues(
  exchanges: readonly Exchange[],
  runId: string,
  freshId: string,
): FreshValues {
  const digests = new Map<string, string>();
  const sizes = new Map<string, { readonly old: number; readonly fresh: number }>();
  const rename = (text: string): string => text.replaceAll(runId, freshId);
  const renameBytes = (bytes: Uint8Array): Uint8Array =>
    Buffer.from(rename(Buffer.from(bytes).toString("latin1")), "latin1");
  const toBytes = (body: RecordedBody): Uint8Array => {
    const bytes = Buffer.from(body.text ?? body.base64 ?? "", body.text === undefined ? "base64" : "utf8");
    const tar = body.text === undefined ? unpack(bytes) : undefined;
    if (tar === undefined) return renameBytes(bytes);
    const renamed = renameBytes(tar);
    return Buffer.compare(renamed, tar) === 0
      ? bytes
      : padGzip(gzipSync(renamed, { mtime: 0, level: 9 }), bytes.length);
  };
  for (const { operation, request } of exchanges) {
    const { body } = request;
    if (operation !== "transferBytes" || body === undefined || body.cutAt !== undefined) continue;
    const bytes = toBytes(body);
    digests.set(body.digest, `sha256:${createHash("sha256").update(bytes).digest("hex")}`);
    sizes.set(body.digest, { old: body.size, fresh: bytes.length });
  }
  return {
    text: (text) =>
      rename(text).replaceAll(/sha256:[\da-f]{64}/gu, (digest) => toFreshDigest(digest, digests)),
    bytes: toBytes,
    declaration(text) {
      const digest = /sha256:[\da-f]{64}/u.exec(text)?.[0] ?? "";
      const size = sizes.get(digest);
      if (size === undefined) return text;
      return text.replaceAll(
        new RegExp(`(?<="declaredSize"\\s*:\\s*)${size.old}(?![\\d.])`, "gu"),
        String(size.fresh),
      );
    },
  };
}

/** Digits that a wrong digest may have in common with the right one by chance. */
const maxEqualDigits = 24;

/** The digest of the fresh bytes; one that was wrong in some digits is wrong in the same ones. */
function toFreshDigest(digest: string, digests: ReadonlyMap<string, string>): string {
  const known = digests.get(digest);
  if (known !== undefined) return known;
  for (const [old, fresh] of digests) {
    const equal = Array.from(digest).filter((digit, place) => digit === old.charAt(place)).length;
    if (equal - "sha256:".length > maxEqualDigits)
      return Array.from(fresh, (digit, place) =>
        digest.charAt(place) === old.charAt(place) ? digit : ((parseInt(digit, 16) + 1) % 16).toString(16),
      ).join("");
  }
  return digest;
}

const gzipHeaderBytes = 10;

/** A gzip with a comment that makes it as long as the recorded one, so that a declared size stays right. */
function padGzip(bytes: Uint8Array, length: number): Uint8Array {
  const missing = length - bytes.length;
  if (missing <= 0) return bytes;
  const header = Buffer.from(bytes.subarray(0, gzipHeaderBytes));
  header[3] = 0x10;
  const comment = Buffer.concat([Buffer.alloc(missing - 1, " "), Buffer.alloc(1)]);
  return Buffer.concat([header, comment, bytes.subarray(gzipHeaderBytes)]);
}

function unpack(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}
