/** Requests of two operations that have the same unusual member, and are answered wrongly in the same way: one look at it serves both. */
import type { Exchange } from "../../../schemas/report.ts";
import { valueAt } from "../../exchange/answer.ts";
import { opensUpload } from "../../exchange/creates.ts";
import { succeeded } from "./circumstances/uploads.ts";
import type { Sighting } from "./deviation.ts";
import { sentJson } from "./exchange-text.ts";
import { byKey, join, type Joined } from "./joined-keys.ts";
import type { Wrong } from "./wrong.ts";

/** What is wrong where requests are answered with a server error, or accepted although each should be refused for the same problem. */
function kindOf(wrong: Wrong): string | undefined {
  if (wrong.kind === "accepted" && opensUpload(wrong.operation as Exchange["operation"]))
    return `accepted ${wrong.refusal}`;
  return wrong.kind === "server error" ? wrong.kind : undefined;
}

/**
 * Joins the server errors of several operations, and what several create requests accept, where a member of all these bodies is of a kind
 * that no accepted request of the run has.
 */
export function joinInputs(
  joined: Joined,
  sightings: readonly Sighting[],
  exchanges: readonly Exchange[],
): void {
  const groups = [...byKey(sightings)].flatMap(([key, own]) => {
    const kind = kindOf(own[0].deviation.wrong);
    return kind === undefined ? [] : [{ key, kind, own }];
  });
  if (groups.length < 2) return;
  const wrong = new Set(sightings.flatMap((one) => one.exchanges));
  const usual = new Set(
    exchanges
      .filter((one) => one.request.method === "POST" && succeeded(one) && !wrong.has(one.id))
      .flatMap(kindsIn),
  );
  const firsts = new Map<string, string>();
  for (const { key, kind, own } of groups) {
    for (const member of toUnusual(own, usual)) {
      const same = `${kind} ${member}`;
      const first = firsts.get(same) ?? key;
      firsts.set(same, first);
      join(joined, key, first);
    }
  }
}

/** The members that are unusual in all requests of these sightings. */
function toUnusual(own: readonly Sighting[], usual: ReadonlySet<string>): readonly string[] {
  const requests = [
    ...new Map(
      own.flatMap(({ deviation: { exchange } }) => (exchange ? [[exchange.id, exchange] as const] : [])),
    ).values(),
  ].map((exchange) => new Set(kindsIn(exchange).flatMap((one) => (usual.has(one) ? [] : nameIn(one)))));
  const [first, ...others] = requests;
  return [...(first ?? [])].filter((name) => others.every((names) => names.has(name)));
}

function nameIn(kind: string): string {
  return kind.split(" ", 1)[0] ?? "";
}

/** Each member of a JSON body with the kind of its value. */
function kindsIn(exchange: Exchange): readonly string[] {
  const body = sentJson(exchange);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  return Object.keys(body).map((name) => `${name} ${describeKind(valueAt(body, name))}`);
}

const unusualCharacters = /[^\u{21}-\u{7E}]/u;

/** The type of a value, and how large it is. */
function describeKind(value: unknown): string {
  if (typeof value === "number") return `number ${value < 0 ? "-" : ""}${orderOf(value)}`;
  if (typeof value !== "string")
    return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return `string ${orderOf(value.length)}${unusualCharacters.test(value) ? " with unusual characters" : ""}`;
}

function orderOf(value: number): number {
  return value === 0 ? -1 : Math.floor(Math.log2(Math.abs(value)));
}
