/** What is wrong only from a time after the last write on, or only up to then: something acts later, or is behind. */
import { type Compared, minOthers, type Shown } from "./compared.ts";
import { placeOf } from "./levels.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { isWrite, mayShow } from "./reads-before.ts";

/** Fewer responses are later than all others by chance. */
const minThose = 3;

interface Delay {
  /** What the last write did. */
  readonly words: string;
  readonly sinceMs: number;
}

/** @returns the line; undefined where the last writes differ, or where the times overlap */
export function tellDelay({ those, others }: Compared, events: ReleaseEvents): string | undefined {
  const wrong = those.map((one) => delayOf(one, events));
  const [first] = wrong;
  if (those.length < minThose || first === undefined) return undefined;
  const isAlike = (one: Delay | undefined): one is Delay => one?.words === first.words;
  if (!wrong.every(isAlike)) return undefined;
  const right = others.map((one) => delayOf(one, events)).filter(isAlike);
  if (right.length < minOthers) return undefined;
  const [min, max] = rangeOf(wrong);
  const [minOther, maxOther] = rangeOf(right);
  const after = `after ${first.words}`;
  if (min > maxOther) return `only ${toTime(min)} or more ${after} (others: at most ${toTime(maxOther)})`;
  return max < minOther
    ? `only within ${toTime(max)} ${after} (others: ${toTime(minOther)} or more)`
    : undefined;
}

function rangeOf(delays: readonly Delay[]): readonly [min: number, max: number] {
  const all = delays.map(({ sinceMs }) => sinceMs);
  return [Math.min(...all), Math.max(...all)];
}

/** Undefined for a write, and where nothing was written to what a read is about. */
function delayOf(one: Shown, events: ReleaseEvents): Delay | undefined {
  const { exchange } = one;
  const place = placeOf(one, events);
  if (isWrite(exchange) || place === undefined) return undefined;
  const last = events
    .before(exchange)
    .findLast((event) => mayShow(event.exchange, { shown: exchange, place }, events));
  return last && { words: last.words, sinceMs: exchange.startedAtMs - last.endedAtMs };
}

function toTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
