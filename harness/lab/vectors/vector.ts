/** A test vector: one value, and what the specification says of it. */
import { type Arbitrary, sample } from "fast-check";

/** `open`: the specification leaves room, so that a registry may accept or refuse it. */
export type VectorResult = "valid" | "invalid" | "open";

export interface Vector {
  readonly id: string;
  readonly value: string;
  readonly result: VectorResult;
  readonly reason: string;
}

/** A file of vectors about one format. */
export interface VectorSet<One extends Vector = Vector> {
  /** The name of the file, without its ending. */
  readonly name: string;
  /** What the values are. */
  readonly subject: string;
  /** Place in the specification. */
  readonly source: string;
  readonly vectors: readonly One[];
}

/** Values with one reason, written by hand or made by a generator. */
export interface VectorGroup {
  readonly result: VectorResult;
  readonly reason: string;
  readonly values: readonly string[];
}

/** Any number does: it must only stay the same, so that the files do. */
const seed = 20_261;

const perGenerator = 8;

/** The first different values of a generator, the same every time. */
export function draw(values: Arbitrary<string>, count: number = perGenerator): readonly string[] {
  return [...new Set(sample(values, { seed, numRuns: count * 2 }))].slice(0, count);
}

/** The vectors of groups, with ids that count them. A value is in one group only. */
export function toVectors(name: string, groups: readonly VectorGroup[]): readonly Vector[] {
  const known = new Set<string>();
  const vectors: Vector[] = [];
  for (const { result, reason, values } of groups) {
    for (const value of values) {
      if (known.has(value)) continue;
      known.add(value);
      vectors.push({ id: `${name}-${vectors.length + 1}`, value, result, reason });
    }
  }
  return vectors;
}
