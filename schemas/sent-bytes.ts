/** What was sent for an upload, in words: how many bytes, and whether they are the declared ones. */
import type { RecordedBody } from "./report.ts";

/** What a create request declares of the bytes, as it was sent. */
interface DeclaredBytes {
  readonly declaredDigest?: unknown;
  readonly declaredSize?: unknown;
}

/** @param create the JSON of the create request; undefined if it is unknown */
export function describeSentBytes(sent: RecordedBody | undefined, create: unknown): string {
  const bytes = `${sizeOf(sent)} bytes`;
  const mismatch = describeMismatch(sent, create);
  return mismatch === undefined ? bytes : `${bytes} (${mismatch})`;
}

/** How the bytes differ from what was declared; undefined if nothing shows that they do. */
export function describeMismatch(sent: RecordedBody | undefined, create: unknown): string | undefined {
  const { declaredDigest: digest, declaredSize: length }: DeclaredBytes = create ?? {};
  if (length !== undefined && length !== sizeOf(sent))
    return `${typeof length === "number" ? length : "no number"} were declared`;
  return typeof digest !== "string" || digest === sent?.digest
    ? undefined
    : describeDigests(digest, sent?.digest);
}

function sizeOf(sent: RecordedBody | undefined): number {
  return sent?.size ?? 0;
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
