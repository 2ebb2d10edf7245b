/** Everything random and every name comes from here, so that one seed gives one run. */
import { createHash, hash } from "node:crypto";

/**
 * A 32-bit number that depends on all the labels and on nothing else.
 * @param labels the run's seed and what the number is for
 */
export function deriveNumber(...labels: readonly (string | number)[]): number {
  return hash("sha256", JSON.stringify(labels), "buffer").readUInt32BE(0);
}

/**
 * Lower-case letters and digits that depend on all the labels and on nothing else.
 * @param length at most 26
 */
export function deriveWord(length: number, ...labels: readonly (string | number)[]): string {
  const digest = hash("sha256", JSON.stringify(labels), "buffer");
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(digest.subarray(0, length), (byte) => letters.charAt(byte % letters.length)).join("");
}

/** Bytes that no compressor makes smaller, and that depend on the label and on nothing else. */
export function deriveBytes(length: number, label: string): Uint8Array {
  return createHash("shake256", { outputLength: length }).update(label).digest();
}

/** `sha256:` and 64 lower-case hexadecimal digits, the specification's digest format. */
export function sha256(bytes: Uint8Array | string): string {
  return `sha256:${hash("sha256", bytes)}`;
}
