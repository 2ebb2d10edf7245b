/** What was sent for an upload, in words: how many bytes, and whether they are the declared ones. */
import type { RecordedBody } from "./report.ts";

/** What a create request declares of the bytes, as it was sent. */
interface DeclaredBytes {
  readonly declaredDigest?: unknown;
  readonly declaredSize?: unknown;
}

/** @param create the JSON of the create request; undefined if it is unknown */
export function describeSentBytes(sent: RecordedBody | undefined, create: unknown): string {
  const size = sent?.size ?? 0;
  const { declaredDigest: digest, declaredSize: length }: DeclaredBytes = create ?? {};
  if (length !== undefined && length !== size)
    return `${size} bytes (${typeof length === "number" ? length : "no number"} were declared)`;
  return typeof digest !== "string" || digest === sent?.digest
    ? `${size} bytes`
    : `${size} bytes (${describeDigests(digest, sent?.digest)})`;
}

/** Two digests of different bytes have about so many of their 64 digits in common by chance, and hardly ever many more. */
const maxInCommonByChance = 20;

/** How far the digest of the bytes is the declared one: a registry may compare a part of it only. */
function describeDigests(declared: string, sent = ""): string {
  const differing = [...declared].flatMap((digit, index) => (digit === sent[index] ? [] : [index]));
  const [first = 0] = differing;
  const last = differing.at(-1) ?? first;
  const start = sent.indexOf(":");
  if (declared.length !== sent.length || first < start || differing.length > 64 - maxInCommonByChance)
    return "other ones than declared";
  const digits = first === last ? `digit ${first - start}` : `digits ${first - start} to ${last - start}`;
  return `whose digest is the declared one but for ${digits} of 64`;
}
