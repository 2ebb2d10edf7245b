/** Where bytes were wrongly accepted: those of another upload that were refused as they should be, since the two may differ in more than one way. */
import type { Exchange } from "../../../../schemas/report.ts";
import { toCheckId } from "../../../exchange/actor-ids.ts";
import { findBytes } from "./alike.ts";
import type { Compared } from "./compared.ts";
import { isRefusedForState } from "./story-kinds.ts";
import type { ReleaseEvents } from "./release-events.ts";
import { describeBytes } from "./step-words.ts";

/** @returns the line; none where the same check met no finalize that was refused with the problem that was expected */
export function tellRightBytes(
  { those, asWanted = [], isOfCaller }: Compared,
  events: ReleaseEvents,
): readonly string[] {
  const [first] = those;
  // what the token allows has nothing to do with the bytes
  if (isOfCaller === true) return [];
  const like =
    first &&
    asWanted.find(
      // where the state of the upload is the reason, the bytes say nothing
      ({ exchange }) => isOfOneCheck(exchange, first.exchange) && !isRefusedForState(exchange),
    );
  const [shown, right] = [first, like].map((one) => one && describe(one.exchange, events));
  if (shown === undefined || right === undefined) return [];
  if (shown.bytes === right.bytes && shown.hasKey === right.hasKey) return [];
  const form = shown.isScoped === right.isScoped ? [] : [`${right.isScoped ? "" : "un"}scoped names`];
  const key = shown.hasKey === right.hasKey ? [] : [`${right.hasKey ? "a" : "no"} key in the header`];
  return [`a similar upload with ${[right.bytes, ...form, ...key].join(" and ")} was rightly refused`];
}

/** True for two exchanges of one check or set-up, each in its form of names. */
function isOfOneCheck(one: Exchange, other: Exchange): boolean {
  return toCheckId(one.actor) === toCheckId(other.actor);
}

interface Described {
  readonly bytes: string;
  readonly isScoped: boolean;
  readonly hasKey: boolean;
}

/** Undefined where no bytes were sent for the upload of the exchange. */
function describe(exchange: Exchange, events: ReleaseEvents): Described | undefined {
  const sent = findBytes(exchange, events);
  if (sent === undefined) return undefined;
  const bytes = describeBytes(sent, events.uploads.createOf(sent));
  return {
    bytes,
    isScoped: events.placeOf(exchange)?.volume.startsWith("@") === true,
    hasKey: exchange.about?.key !== undefined,
  };
}
