import { createHash, randomBytes } from "node:crypto";

/** The source of identifiers and secrets. */
export interface Random {
  readonly bytes: (length: number) => Uint8Array;
}

/** The random source of the operating system. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

/** A repeatable source for tests: SHA-256 over the seed and a counter. Its tokens can be guessed, so it is never a default. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  return {
    bytes: (length) => {
      const chunks: Buffer[] = [];
      for (let made = 0; made < length; made += 32) {
        counter += 1;
        chunks.push(createHash("sha256").update(`${seed}\n${counter}`).digest());
      }
      return Buffer.concat(chunks).subarray(0, length);
    },
  };
}

/** The digits of a UUID of random bytes, in lower case. */
export function newUuid(random: Random): string {
  const digits = Buffer.from(random.bytes(16)).toString("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A URL-safe identifier of `length` random bytes. */
export function newIdentifier(random: Random, length: number): string {
  return Buffer.from(random.bytes(length)).toString("base64url");
}
