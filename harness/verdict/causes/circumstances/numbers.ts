/** Numbers of a request, of its names and of what came before it, that may be over a limit which the text does not have. */
import type { Exchange } from "../../../../schemas/report.ts";
import { valueAt } from "../../../exchange/answer.ts";
import { queryIn } from "../../../exchange/references.ts";
import { sentJson } from "../exchange-text.ts";
import type { Shown } from "./compared.ts";
import { keyOf } from "./described-keys.ts";
import type { Level } from "./level.ts";
import { placeOf } from "./levels.ts";
import { preferring } from "../rank.ts";
import type { ReleaseEvents } from "./release-events.ts";

interface NumbersContext {
  readonly events: ReleaseEvents;
  /** True if one volume alone shows it: then only a size is told, and only beside many others. */
  readonly isOfOneVolume: boolean;
  /** Those that show the deviation in other operations. */
  readonly beyond: readonly Exchange[];
}

/** Numbers that are larger wherever the deviation was seen than anywhere else, and not by chance. */
export function tellNumbers(
  those: readonly Shown[],
  others: readonly Shown[],
  { events, isOfOneVolume, beyond }: NumbersContext,
): readonly Level[] {
  const found = numbersOf.flatMap(
    ({ words, count, isSize = false, isOfName = false, isDrawn = false, ...about }): readonly Level[] => {
      if (isOfOneVolume && !isSize) return [];
      const counted = others.filter((one) => Number.isFinite(count(one, events)));
      const least = Math.min(...those.map((one) => count(one, events)));
      const largest = Math.max(...counted.map((one) => count(one, events)));
      if (!Number.isFinite(least) || !Number.isFinite(largest)) return [];
      if (isDrawn && least < minDrawn) return [];
      const further = beyond.map((exchange) => count({ exchange }, events)).filter(Number.isFinite);
      if (2 * further.filter((number) => number >= least).length < further.length) return [];
      // the names of one volume are drawn once
      const compared = isOfName ? countVolumes(counted, events) : counted.length;
      const isTold = isOfOneVolume
        ? compared >= minBesideOne && least >= minRatioOfOne * largest
        : orders(those.length, counted.length) >= minOrders
          ? least > largest
          : // the numbers of versions are drawn, so that a large one says little
            least >= (isDrawn ? minRatioOfDrawn : 2) * Math.max(1, largest);
      return isTold
        ? [
            {
              ...about,
              of: "number",
              words: `only with ${least} or more ${words} (others: ${largest === 0 ? "none" : `at most ${largest}`})`,
            },
          ]
        : [];
    },
  );
  // what something else is over says more
  return preferring(found, ({ anchor }) => anchor !== ofVersion);
}

/** The anchor of what a version has. */
const ofVersion = "format:version";

const minRatioOfDrawn = 100;

/** The run counts up with numbers of one digit, and no registry has a limit that is so low. */
const minDrawn = 10;

/** One of so many has the largest number by chance, but hardly ever one that is so much larger. */
const minBesideOne = 25;
const minRatioOfOne = 1.2;

function countVolumes(all: readonly Shown[], events: ReleaseEvents): number {
  return new Set(all.map((one) => placeOf(one, events)?.volume)).size;
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
  /** True for how long something is. */
  readonly isSize?: true;
  /** True for what the run draws for each release. */
  readonly isDrawn?: true;
  /** True for what all requests about one volume have in common. */
  readonly isOfName?: true;
  readonly count: (one: Shown, events: ReleaseEvents) => number;
}[] = [
  { words: "attachments of the release", count: countAttachments },
  {
    words: "characters in the last segment of the volume's name",
    anchor: "format:volume-name",
    isSize: true,
    isOfName: true,
    count: (one, events) => placeOf(one, events)?.volume.replace(/^.*\//u, "").length ?? Number.NaN,
  },
  {
    words: "characters in the volume's name",
    anchor: "format:volume-name",
    isSize: true,
    isOfName: true,
    count: (one, events) => placeOf(one, events)?.volume.length ?? Number.NaN,
  },
  ...["first", "second", "third"].map((ordinal, place) => ({
    words: `as the ${ordinal} number of the version`,
    isDrawn: true as const,
    anchor: ofVersion,
    count: (one: Shown, events: ReleaseEvents) =>
      Number(/^(\d+)\.(\d+)\.(\d+)/u.exec(placeOf(one, events)?.version ?? "")?.[place + 1]),
  })),
  {
    words: "characters in the version",
    anchor: ofVersion,
    count: (one, events) => placeOf(one, events)?.version?.length ?? Number.NaN,
  },
  {
    words: "characters in the key",
    isSize: true,
    count: ({ exchange }) => keyOf(exchange)?.length ?? Number.NaN,
  },
  {
    words: "as `declaredSize`",
    isSize: true,
    count: ({ exchange }, { uploads }) => sizeIn(uploads.createOf(exchange) ?? exchange),
  },
  ...["offset", "limit"].map((name) => ({
    words: `as \`${name}\``,
    isSize: true as const,
    count: ({ exchange: { request } }: Shown) => Number(queryIn(request.url).get(name) ?? Number.NaN),
  })),
  {
    words: "bytes in the body of the request",
    isSize: true,
    count: ({ exchange }) => exchange.request.body?.size ?? Number.NaN,
  },
];

function sizeIn(exchange: Exchange): number {
  const size = valueAt(sentJson(exchange), "declaredSize");
  return typeof size === "number" ? size : Number.NaN;
}

function countAttachments(one: Shown, events: ReleaseEvents): number {
  const version = placeOf(one, events)?.version;
  if (version === undefined) return Number.NaN;
  return events
    .before(one.exchange)
    .filter((event) => event.kind === "attachment" && event.version === version).length;
}
