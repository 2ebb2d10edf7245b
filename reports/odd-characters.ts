/** Characters of a value that no accepted one has: between two texts of many characters, nobody finds the one that is wrong. */
import type { Exchange } from "../schemas/report.ts";
import { exchangesWithFinding, type ReportIndex } from "./evidence-list.ts";
import { isSuccess } from "./exchange-summary.ts";
import { toMembers } from "./request-difference.ts";

/** Fewer values say nothing of which characters a value may have. */
const minValues = 5;
/** More characters are of another kind of value. */
const maxOdd = 3;

/**
 * `, where "g" is in no right one`: what a text in the body of a request has, and no request of its operation that was rightly accepted
 * has at the same place. Empty if there is nothing, or too much.
 * @param pointer the place in the body, as a JSON pointer
 */
export function tellOddCharacters(exchange: Exchange, pointer: string, index: ReportIndex): string {
  const textOf = (one: Exchange): string => {
    const value = toMembers(one.request.body)?.get(pointer) ?? "";
    return value.startsWith('"') ? value : "";
  };
  const wrong = new Set([exchange.id, ...exchangesWithFinding(index)]);
  const values = [...index.exchanges.values()]
    .filter((one) => one.operation === exchange.operation && isSuccess(one) && !wrong.has(one.id))
    .map(textOf);
  if (values.filter((value) => value !== "").length < minValues) return "";
  const usual = new Set(values.join(""));
  const odd = [...new Set(textOf(exchange))].filter((character) => !usual.has(character));
  if (odd.length === 0 || odd.length > maxOdd) return "";
  const listed = odd.map((character) => JSON.stringify(character)).join(" and ");
  return `, where ${listed} ${odd.length === 1 ? "is" : "are"} in no right one`;
}
