/**
 * How many requests are sent at once: few at first, more while the registry answers as fast as before, fewer when it does not. As in
 * TCP Vegas, the growth of latency says how many requests wait in front of the registry.
 */

export interface ConcurrencyLimit {
  readonly size: () => number;
  /** The largest size so far. */
  readonly most: () => number;
  /** Records an answered request. `kind` is what requests of like duration have in common. */
  readonly answered: (kind: string, latencyMs: number) => void;
  /** The registry refused a request for its load: half as many from now on. */
  readonly overloaded: () => void;
  /** A request failed: half as many, but no fewer than at the beginning, since networks lose some. Of many that fail, one is left. */
  readonly failed: () => void;
}

export interface ConcurrencyLimitOptions {
  /** Never more than this. */
  readonly ceiling: number;
  /** True to begin with the ceiling: latency then changes nothing. */
  readonly isFixed?: boolean;
}

/** The size at the beginning. Latency alone never makes it smaller. */
const firstSize = 4;

/** With fewer requests waiting in front of the registry it grows; with more it shrinks. */
const fewWaiting = 4;
const manyWaiting = 8;

/** After an overload, one more request is sent at once after this many answers. */
const answersPerIncrease = 25;

/** Networks lose some requests. Where more fail than this, beyond one of so many answers, the registry takes no more at once. */
const manyFailures = 3;
const answersPerFailure = 10;

/** Milliseconds added to each latency, so that the noise of a fast registry is no growth. */
const noiseMs = 2;

/** The share of the latest answer in the smoothed growth of latency. */
const newestShare = 0.1;

export function createConcurrencyLimit({
  ceiling,
  isFixed = false,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const floor = Math.min(firstSize, ceiling);
  const fastest = new Map<string, number>();
  let size = isFixed ? ceiling : floor;
  let most = size;
  /** Until the first sign of load the size doubles in each round of answers. */
  let isDoubling = !isFixed;
  let wasOverloaded = isFixed;
  /** The latency as a multiple of the fastest of its kind. */
  let growth = 1;
  let answersInRound = 0;
  /** Failures, less those that the answers since then make up for. */
  let failures = 0;

  function resize(wanted: number): void {
    size = Math.min(ceiling, wanted);
    most = Math.max(most, size);
  }

  function note(kind: string, latencyMs: number): void {
    const known = fastest.get(kind);
    fastest.set(kind, Math.min(latencyMs, known ?? latencyMs));
    if (known === undefined) return;
    const ratio = (latencyMs + noiseMs) / (Math.min(latencyMs, known) + noiseMs);
    growth += newestShare * (ratio - growth);
  }

  function endRound(): void {
    const waiting = size * (1 - 1 / growth);
    if (waiting > manyWaiting) {
      isDoubling = false;
      resize(Math.max(floor, size - 1));
    } else if (waiting < fewWaiting) resize(isDoubling ? size * 2 : size + 1);
    else isDoubling = false;
  }

  function shrinkTo(wanted: number): void {
    resize(wanted);
    isDoubling = false;
    answersInRound = 0;
  }

  return {
    size: () => size,
    most: () => most,
    answered(kind, latencyMs) {
      note(kind, latencyMs);
      failures = Math.max(0, failures - 1 / answersPerFailure);
      answersInRound += 1;
      if (answersInRound < (wasOverloaded ? answersPerIncrease : size)) return;
      answersInRound = 0;
      if (wasOverloaded) resize(size + 1);
      else endRound();
    },
    overloaded() {
      shrinkTo(Math.max(1, Math.floor(size / 2)));
      wasOverloaded = true;
    },
    failed() {
      failures += 1;
      const isOften = failures > manyFailures;
      if (isOften) wasOverloaded = true;
      shrinkTo(Math.min(size, Math.max(isOften ? 1 : floor, Math.floor(size / 2))));
    },
  };
}
