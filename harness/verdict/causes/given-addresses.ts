/** Finds the document that gave an address: where it leads nowhere, the finding is of that document, not of the request to the address. */
import type { Exchange, Operation } from "../../../schemas/report.ts";
import { nameOfVolume } from "../../../schemas/volume-name.ts";
import { readJson } from "../../exchange/json-body.ts";
import { resolveReference, withoutQuery } from "../../exchange/references.ts";
import { succeeded } from "./circumstances/uploads.ts";
import { notConnected } from "../../transport/network-error.ts";

/** The response that gave the address of a request. */
export interface Giver {
  readonly giver: Exchange;
  /** The names of the member, with a dot between them; an item of a list has none. */
  readonly member: string;
  /** The address as the member has it, without its query: it may be relative. */
  readonly url: string;
}

/** An address that nothing answers at, with the response that gave it. */
export interface GivenAddress extends Giver {
  /** Why no connection could be made. */
  readonly failure: string;
}

/** Undefined if the request was answered, or went to the address of the registry itself, or no earlier response has its address. */
export function findGivenAddress(
  exchange: Exchange,
  exchanges: readonly Exchange[],
): GivenAddress | undefined {
  const { request, response, failure = "" } = exchange;
  const reason = failure.split(notConnected)[1];
  if (response !== undefined || reason === undefined) return undefined;
  const isElsewhere = (giver: Exchange): boolean => originOf(giver.request.url) !== originOf(request.url);
  const found = findGiver(exchange, exchanges.filter(isElsewhere));
  return found && { ...found, failure: reason };
}

/** The address of release metadata as a client builds it from a name and a version. */
const builtAddress = /\/api\/v1\/volumes\/(?:@[^/%]+\/)?[^/@%][^/%]*\/[^/]+$/u;

/** True if anything but a read of a release has succeeded for the volume of a read: then the run knows the name. */
function isKnownVolume({ about }: Exchange, exchanges: readonly Exchange[]): boolean {
  const name = nameOfVolume(about);
  return exchanges.some(
    (one) => one.operation !== "getRelease" && nameOfVolume(one.about) === name && succeeded(one),
  );
}

/**
 * What gave the address of a request that no client builds: one of no endpoint, one that is written in another way, or one of a volume that
 * the run does not know.
 *
 * @param operations those of the requirement that saw it: several documents may give one address
 */
export function findGiverOfOther(
  exchange: Exchange,
  exchanges: readonly Exchange[],
  operations: readonly Operation[],
): Giver | undefined {
  const { operation, request } = exchange;
  const isBuilt =
    operation !== "getRelease" ||
    (builtAddress.test(withoutQuery(request.url)) && isKnownVolume(exchange, exchanges));
  if (operation !== "transferBytes" && isBuilt) return undefined;
  const own = exchanges.filter((one) => operations.some((name) => name === one.operation));
  return findGiver(exchange, own) ?? findGiver(exchange, exchanges);
}

/** The first earlier response with a member that leads to the address of the request. */
function findGiver({ request, startedAtMs }: Exchange, exchanges: readonly Exchange[]): Giver | undefined {
  const address = withoutQuery(request.url);
  const end = /[^/]*\/?$/u.exec(address)?.[0] ?? "";
  for (const giver of exchanges) {
    const text = giver.response?.body?.text;
    if (text === undefined || !text.includes(end) || giver.startedAtMs > startedAtMs) continue;
    const leadsThere = (value: string): boolean =>
      withoutQuery(value).endsWith(end) && toAbsolute(value, giver.request.url) === address;
    const found = findMember(readJson(Buffer.from(text)), leadsThere);
    if (found !== undefined) return { giver, ...found };
  }
  return undefined;
}

function toAbsolute(value: string, base: string): string | undefined {
  const url = resolveReference(value, base);
  return url === undefined ? undefined : withoutQuery(url);
}

/** Only absolute addresses lead to another host or port. */
function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/iu.exec(url)?.[0].toLowerCase() ?? "";
}

/** Maximum number of values that are compared. */
const maxValues = 5000;

function findMember(
  body: unknown,
  isWanted: (value: string) => boolean,
): Pick<Giver, "member" | "url"> | undefined {
  const open: (readonly [names: readonly string[], value: unknown])[] = [[[], body]];
  for (let read = 0; read < open.length && read < maxValues; read++) {
    const [names, value] = open[read] ?? [[], undefined];
    if (typeof value === "string" && isWanted(value))
      return { member: names.join("."), url: withoutQuery(value) };
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value))
      open.push([Array.isArray(value) ? names : [...names, name], member]);
  }
  return undefined;
}
