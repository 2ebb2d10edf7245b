/** What is wrong only from a time after the last write on, or only up to then: something acts later, or is behind. */
import type { Exchange } from "../../../../schemas/report.ts";
import { opensUpload } from "../../../exchange/creates.ts";
import { type Compared, minOthers, type Shown } from "./compared.ts";
import { placeOf } from "./levels.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { isWrite } from "./reads-before.ts";
import { succeeded } from "./uploads.ts";

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
  const [own, other] = [wrong, right].map((all) =>
    all.map(({ sinceMs }) => sinceMs).toSorted((a, b) => a - b),
  );
  const [least = 0, most = 0] = [own?.[0], own?.at(-1)];
  const [leastOther = 0, mostOther = 0] = [other?.[0], other?.at(-1)];
  const after = `after ${first.words}`;
  if (least > mostOther)
    return `only ${toTime(least)} or more ${after} (others: at most ${toTime(mostOther)})`;
  return most < leastOther
    ? `only within ${toTime(most)} ${after} (others: ${toTime(leastOther)} or more)`
    : undefined;
}

/** Undefined for a write, and where nothing was written to what a read is about. */
function delayOf(one: Shown, events: ReleaseEvents): Delay | undefined {
  const { exchange } = one;
  const place = placeOf(one, events);
  if (isWrite(exchange) || place === undefined) return undefined;
  const isOfTrust = ofTrust.has(exchange.operation);
  const last = events
    .before(exchange)
    .findLast(
      ({ version, exchange: write, kind }) =>
        succeeded(write) &&
        !opensUpload(write.operation) &&
        (isOfTrust || kind !== "attachment") &&
        (place.version === undefined || version === place.version),
    );
  return last && { words: last.words, sinceMs: exchange.startedAtMs - last.endedAtMs };
}

/** What is attached to a release shows in these reads only. */
const ofTrust: ReadonlySet<Exchange["operation"]> = new Set(["getTrustSummary", "getTrustDetail"]);

function toTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
