/** Numbers of a request, of its names and of what came before it, that may be over a limit which the text does not have. */
import type { Shown } from "./compared.ts";
import type { Level } from "./level.ts";
import { placeOf } from "./levels.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** Numbers that are larger wherever the deviation was seen than anywhere else, and not by chance. */
export function tellNumbers(
  those: readonly Shown[],
  others: readonly Shown[],
  events: ReleaseEvents,
): readonly Level[] {
  const isOften = orders(those.length, others.length) >= minOrders;
  return numbersOf.flatMap(({ words, count, ...about }): readonly Level[] => {
    const least = Math.min(...those.map((one) => count(one, events)));
    const largest = Math.max(...others.map((one) => count(one, events)));
    const isTold = isOften ? least > largest : least >= 2 * Math.max(1, largest);
    return isTold && Number.isFinite(least) && Number.isFinite(largest)
      ? [
          {
            ...about,
            of: "number",
            words: `only with ${least} or more ${words} (others: at most ${largest})`,
          },
        ]
      : [];
  });
}

/** If numbers meant nothing, each of so many ways to choose those with the largest ones would be as likely. */
const minOrders = 500;

function orders(some: number, others: number): number {
  let count = 1;
  for (let place = 1; place <= some && count < minOrders; place += 1) count *= (others + place) / place;
  return count;
}

const numbersOf: readonly {
  readonly words: string;
  readonly anchor?: string;
  readonly count: (one: Shown, events: ReleaseEvents) => number;
}[] = [
  { words: "attachments of the release", count: countAttachments },
  {
    words: "characters in the last segment of the volume's name",
    anchor: "format:volume-name",
    count: (one, events) => placeOf(one, events)?.volume.replace(/^.*\//u, "").length ?? Number.NaN,
  },
  {
    words: "characters in the volume's name",
    anchor: "format:volume-name",
    count: (one, events) => placeOf(one, events)?.volume.length ?? Number.NaN,
  },
  ...["first", "second", "third"].map((ordinal, place) => ({
    words: `as the ${ordinal} number of the version`,
    anchor: "format:version",
    count: (one: Shown, events: ReleaseEvents) =>
      Number(/^(\d+)\.(\d+)\.(\d+)/u.exec(placeOf(one, events)?.version ?? "")?.[place + 1]),
  })),
  {
    words: "characters in the version",
    anchor: "format:version",
    count: (one, events) => placeOf(one, events)?.version?.length ?? Number.NaN,
  },
];

function countAttachments(one: Shown, events: ReleaseEvents): number {
  const version = placeOf(one, events)?.version;
  if (version === undefined) return Number.NaN;
  return events
    .before(one.exchange)
    .filter((event) => event.kind === "attachment" && event.version === version).length;
}
