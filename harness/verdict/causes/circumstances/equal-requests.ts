/** Requests that are equal and were answered in two ways, with nothing written in between: one of several servers is another one. */
import type { Exchange } from "../../../../schemas/report.ts";
import { isHookLabel } from "../../../../schemas/hook-token.ts";
import { slugIn } from "../deviation.ts";
import type { Compared } from "./compared.ts";
import { endOf, isSameAnswer, isSentAlike, isWrite } from "./reads-before.ts";
import type { RecordedRun } from "./recorded-run.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { succeeded } from "./uploads.ts";

/** What sets equal requests apart, and how that is known: several servers, or two requests at the same time. */
export interface ToldEqual {
  readonly line: string;
  readonly kind?: "equal" | "meanwhile";
}

/** Undefined where no equal request was answered rightly, or where something was written in between. */
export function tellEqualRequests(compared: Compared, run: RecordedRun): ToldEqual | undefined {
  const found = findEqual(compared, run);
  const wrong = new Set(found.flatMap((one) => one.wrong));
  const others = new Set(found.flatMap((one) => one.others));
  const [first] = others;
  if (first === undefined) return undefined;
  const right = `(right: ${toAnswer(first)})`;
  if (areAllAtOnce(found)) {
    const count = wrong.size === 1 ? "one" : wrong.size;
    return { line: `${count} of several equal requests that were sent at once ${right}`, kind: "meanwhile" };
  }
  const answered = `${wrong.size} of ${wrong.size + others.size} equal requests ${wrong.size === 1 ? "was" : "were"} answered so`;
  return {
    line: `${answered}, and nothing was written to its volume in between: of several servers, one may differ ${right}`,
    kind: "equal",
  };
}

function findEqual(compared: Compared, { events }: RecordedRun): readonly EqualOnes[] {
  const { those, asWanted = compared.others } = compared;
  const right = new Set(asWanted.map(({ exchange }) => exchange));
  // a row is a part of its response
  if (those.some(({ row }) => row !== undefined)) return [];
  return those.flatMap(({ exchange }) => {
    const equal = events.sorted.filter(
      (one) => isEqual(one, exchange) && !isChangedBetween(one, exchange, events),
    );
    const wrong = equal.filter((one) => one === exchange || isSameAnswer(one, exchange));
    const others = equal.filter((one) => right.has(one) && !wrong.includes(one));
    return isInTurn(wrong, others) ? [{ wrong, others }] : [];
  });
}

/** Equal requests of which one was right, each of the wrong ones sent while a right one was under way. */
interface EqualOnes {
  readonly wrong: readonly Exchange[];
  readonly others: readonly Exchange[];
}

function areAllAtOnce(found: readonly EqualOnes[]): boolean {
  return found.every(({ wrong, others }) =>
    wrong.every((one) => others.some((other) => areAtOnce(one, other))),
  );
}

function areAtOnce(one: Exchange, other: Exchange): boolean {
  return one.startedAtMs < endOf(other) && other.startedAtMs < endOf(one);
}

/** True unless all reads became wrong at once: what was written before may be seen late. */
function isInTurn(wrong: readonly Exchange[], right: readonly Exchange[]): boolean {
  const [first] = wrong;
  if (first === undefined) return false;
  return isWrite(first) ? right.length > 0 : right.some((one) => one.startedAtMs > first.startedAtMs);
}

function isEqual(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.request, other.request];
  return (
    a.url === b.url &&
    a.method === b.method &&
    one.operation === other.operation &&
    a.body?.digest === b.body?.digest &&
    isSentAlike(one, other)
  );
}

export function toAnswer(exchange: Exchange): string {
  return [
    [exchange.response?.status, slugIn(exchange)].filter((one) => one !== undefined).join(" "),
    exchange.id,
  ].join(", ");
}

/** True if anything succeeded between two requests that may change what the later one is answered, the earlier one among it. */
function isChangedBetween(one: Exchange, other: Exchange, events: ReleaseEvents): boolean {
  if (one === other) return false;
  const [earlier, later] = one.startedAtMs < other.startedAtMs ? [one, other] : [other, one];
  const place = events.placeOf(earlier) ?? events.placeOfUpload(earlier);
  return events.sorted.some((write) => {
    if (!isWrite(write) || !succeeded(write) || write === later) return false;
    if (endOf(write) <= earlier.startedAtMs || write.startedAtMs >= later.startedAtMs) return false;
    const about = events.placeOf(write) ?? events.placeOfUpload(write);
    // a search shows all volumes
    return place === undefined || about === undefined || about.volume === place.volume;
  });
}

/**
 * A token that one request was refused for is taken by another one, although nobody has made it valid again. Where only other operations
 * refuse it, that may be why.
 */
export function tellEqualTokens({ those }: Compared, { exchanges }: RecordedRun): ToldEqual | undefined {
  const credential = those[0]?.exchange.about?.credential;
  if (credential === undefined || !isHookLabel(credential)) return undefined;
  if (those.some(({ exchange }) => exchange.about?.credential !== credential)) return undefined;
  // what is wrong with them is no more than the status of the refusal
  if (those.some(({ exchange }) => exchange.response?.status === 401)) return undefined;
  const wrong = new Set(those.map(({ exchange }) => exchange));
  const own = exchanges.filter((one) => one.about?.credential === credential);
  const isRefused = ({ response }: Exchange): boolean => response?.status === 401;
  const start = own.findIndex((one) => isRefused(one) || wrong.has(one));
  const since = own.slice(start).filter((one) => isRefused(one) || wrong.has(one));
  const refused = since.filter(isRefused);
  const [first] = refused;
  if (first === undefined) return undefined;
  const operations = new Set(those.map(({ exchange }) => exchange.operation));
  return refused.some(({ operation }) => operations.has(operation))
    ? {
        line: `with this token, ${refused.length} of ${since.length} requests since then were answered 401 (first ${first.id}): of several servers, one may remember the token`,
        kind: "equal",
      }
    : {
        line: `with this token, only other operations answered 401 (${refused.length} times, first ${first.id}): this one does not look at the same, or one of several servers remembers the token`,
      };
}
