/** What went wrong while the run was writing to the registry, and hardly ever else: two requests at the same time get in each other's way. */
import type { Exchange } from "../../../../schemas/report.ts";
import type { Compared } from "./compared.ts";
import { endOf, isWrite } from "./reads-before.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** What is in the way is not always hit: so many of the right responses may have come at such a time, too. */
const maxShareOfOthers = 0.5;

/** One response is beside something by chance. */
const minThose = 2;

/** Many requests of a run are sent together, but few to one volume; and a registry that breaks often breaks of that. */
const maxChance = 0.001;
const maxChanceOfVolume = 0.02;

/** @returns the line; undefined where some response was wrong while nothing was written, or where that may be by chance */
export function tellMeanwhile(
  { those, others, isBreak }: Compared,
  events: ReleaseEvents,
): string | undefined {
  if (those.length < minThose) return undefined;
  const writes = events.sorted.filter(isStored);
  const kinds: readonly (readonly [
    words: string,
    maxChance: number,
    isIt: (exchange: Exchange) => boolean,
  ])[] = [
    [
      "to the same volume",
      isBreak ? maxChanceOfVolume : maxChance,
      (one) => writes.some((write) => isAtOnce(write, one) && isOfOneVolume(write, one, events)),
    ],
    ["of the run", maxChance, (one) => writes.some((write) => isAtOnce(write, one))],
  ];
  for (const [words, most, isIt] of kinds) {
    if (!those.every(({ exchange }) => isIt(exchange))) continue;
    const count = others.filter(({ exchange }) => isIt(exchange)).length;
    const share = (count + 1) / (others.length + 1);
    if (share > maxShareOfOthers || share ** those.length > most) continue;
    const write = those.some(({ exchange }) => isWrite(exchange)) ? "another write" : "a write";
    return `only while ${write} ${words} was under way (${those.length} of ${those.length} wrong responses, ${count === 0 ? "none" : count} of ${others.length} right ones)`;
  }
  return undefined;
}

/** True for what a registry stores. */
function isStored(exchange: Exchange): boolean {
  return isWrite(exchange) && exchange.operation !== "transferBytes" && exchange.response !== undefined;
}

function isAtOnce(write: Exchange, one: Exchange): boolean {
  return write !== one && write.startedAtMs < endOf(one) && endOf(write) > one.startedAtMs;
}

function isOfOneVolume(write: Exchange, one: Exchange, events: ReleaseEvents): boolean {
  const volume = events.placeOf(one)?.volume;
  return volume !== undefined && events.placeOf(write)?.volume === volume;
}
