/** Finds the document that gave an address which leads nowhere: the finding is of that document, not of the request to the address. */
import type { Exchange } from "../../../schemas/report.ts";
import { readJson } from "../../exchange/json-body.ts";
import { notConnected } from "../../transport/network-error.ts";

/** An address that nothing answers at, with the response that gave it. */
export interface GivenAddress {
  readonly giver: Exchange;
  /** The names of the member, with a dot between them; an item of a list has none. */
  readonly member: string;
  readonly url: string;
  /** Why no connection could be made. */
  readonly failure: string;
}

/** Undefined if the request was answered, or went to the address of the registry itself, or no earlier response has its address. */
export function findGivenAddress(
  { request, response, failure = "", startedAtMs }: Exchange,
  exchanges: readonly Exchange[],
): GivenAddress | undefined {
  const reason = failure.split(notConnected)[1];
  if (response !== undefined || reason === undefined) return undefined;
  const url = withoutQuery(request.url);
  for (const giver of exchanges) {
    const text = giver.response?.body?.text;
    if (text === undefined || !text.includes(url) || giver.startedAtMs > startedAtMs) continue;
    const member = findMember(readJson(Buffer.from(text)), url);
    if (member !== undefined && originOf(giver.request.url) !== originOf(url))
      return { giver, member, url, failure: reason };
  }
  return undefined;
}

/** Only absolute addresses lead to another host or port. */
function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/iu.exec(url)?.[0].toLowerCase() ?? "";
}

/** A query may hold a signature, which is redacted. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/u)[0] ?? "";
}

/** Maximum number of values that are compared. */
const maxValues = 5000;

function findMember(body: unknown, url: string): string | undefined {
  const open: (readonly [names: readonly string[], value: unknown])[] = [[[], body]];
  for (let read = 0; read < open.length && read < maxValues; read++) {
    const [names, value] = open[read] ?? [[], undefined];
    if (typeof value === "string" && withoutQuery(value) === url) return names.join(".");
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value))
      open.push([Array.isArray(value) ? names : [...names, name], member]);
  }
  return undefined;
}
