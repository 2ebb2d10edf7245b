import { type Change, replaceRule } from "../../rules/change.ts";

/** Accepts values of a parameter that match `isMeant`, as `read` returns them; `beside` names a parameter that has to be there too. */
export function readingLeniently(
  name: "limit" | "offset",
  isMeant: RegExp,
  read: (text: string) => number,
  beside?: string,
): Change {
  const rule = name === "limit" ? "readLimit" : "readOffset";
  return replaceRule("search", rule, (before) => (call) => {
    const { searchParams } = call.url;
    const text = searchParams.get(name) ?? "";
    const isThere = beside === undefined || searchParams.has(beside);
    return isThere && isMeant.test(text) ? read(text) : before(call);
  });
}
