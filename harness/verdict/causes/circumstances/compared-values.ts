/** The values of one member in the responses that are compared. */
import type { Exchange } from "../../../../schemas/report.ts";
import { textAt, valueAt } from "../../../exchange/answer.ts";
import { sentJson, shownJson } from "../exchange-text.ts";
import { keyOf } from "./described-keys.ts";
import type { ReleaseEvents } from "./release-events.ts";

/** The start of a JSON Pointer into a row. */
export const rowStart: RegExp = /^\/items\/(\d+)(?=\/|$)/;

/** A member, by its pointer or, where no finding names one, by its name. */
interface Member {
  readonly pointer: string | undefined;
  readonly leaf: string;
}

/** What a response, or its row, has as a member; as JSON. A response with the same wrong value is wrong too, if nobody looked. */
export function valueIn(
  { exchange, row }: { readonly exchange: Exchange; readonly row?: number },
  { pointer, leaf }: Member,
): string | undefined {
  const body = shownJson(exchange);
  const part = row === undefined ? body : valueAt(body, "items", row);
  if (pointer === undefined) return leaf === "" ? undefined : JSON.stringify(firstNamed(part, leaf));
  const path = row === undefined ? pointer : pointer.replace(rowStart, "");
  return JSON.stringify(valueAt(part, ...path.split("/").slice(1)));
}

/** True for a member that is not there, or has nothing in it. */
export function isNothing(value: string | undefined): boolean {
  return value === undefined || ["null", "[]", "{}", '""'].includes(value);
}

/** The first member with a name, the outermost first. */
function firstNamed(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const own = valueAt(value, name);
  if (own !== undefined) return own;
  for (const inner of Object.values(value)) {
    const found = firstNamed(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a request says of a member that its response repeats. */
function sentIn(exchange: Exchange, member: string): string | undefined {
  if (member === "") return undefined;
  if (member === "idempotencyKey") return JSON.stringify(keyOf(exchange));
  return JSON.stringify(firstNamed(sentJson(exchange), member));
}

/** True for a response that repeats a member in another way than its request has it, as the wrong one does. */
export function differsFromRequest(exchange: Exchange, member: string, shown: Exchange | undefined): boolean {
  const differs = (one: Exchange): boolean => {
    const sent = sentIn(one, member);
    const repeated = sent === undefined ? undefined : JSON.stringify(firstNamed(shownJson(one), member));
    return repeated !== undefined && repeated !== sent;
  };
  return shown !== undefined && differs(shown) && differs(exchange);
}

/** True for a response that has a member as its request has it. */
export function repeatsRequest(exchange: Exchange, member: string): boolean {
  const sent = sentIn(exchange, member);
  return sent !== undefined && JSON.stringify(firstNamed(shownJson(exchange), member)) === sent;
}

/** What the result of a trust finalize repeats of its create request. */
const declared: Readonly<Record<string, string>> = {
  artifactSize: "declaredSize",
  artifactDigest: "declaredDigest",
};

/** True for the result of a trust finalize with another value than its create declared: it is wrong too, if nobody looked. */
export function differsFromCreate(exchange: Exchange, member: string, events: ReleaseEvents): boolean {
  const name = declared[member];
  const create = events.uploads.createOf(exchange);
  if (name === undefined || create === undefined || exchange.operation !== "finalizeTrustUpload")
    return false;
  const shown = valueAt(shownJson(exchange), member);
  const sent = valueAt(sentJson(create), name);
  return shown !== undefined && sent !== undefined && shown !== sent;
}

/** Members that a release has for ever. */
const lasting: ReadonlySet<string> = new Set(["integrity", "purl", "name", "version"]);

/** True for metadata with another value than the finalize of the release returned: it is wrong too, if nobody looked. */
export function differsFromPublication(exchange: Exchange, member: string, events: ReleaseEvents): boolean {
  if (!lasting.has(member) || exchange.operation !== "getRelease") return false;
  const published = textAt(events.publicationOf(exchange), "release", member);
  const shown = textAt(shownJson(exchange), member);
  return published !== undefined && shown !== undefined && published !== shown;
}
