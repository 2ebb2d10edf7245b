/** A valid digest that belongs to no file and no release. */
export const unrelatedDigest: string = `sha256:${"5e".repeat(32)}`;

/** A valid digest that differs from `digest`. */
export function differentDigest(digest: string): string {
  return `sha256:${digest.slice(7).split("").toReversed().join("")}`;
}
