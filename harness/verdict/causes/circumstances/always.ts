/** One wrong value in nearly all responses of an operation. */
import { type Compared, minOthers } from "./compared.ts";

/** So many of the successes that have one wrong value are nearly all. */
const minShareOfAll = 0.9;

/** A value that nearly every response has, although few of them were looked at. */
export function tellAlways({ those, ofValue }: Compared): string | undefined {
  const { alike = 0, total = 0 } = ofValue ?? {};
  const isRefusal = (those[0]?.exchange.response?.status ?? 0) >= 400;
  return alike > those.length && alike >= minOthers && alike >= minShareOfAll * total
    ? `in ${alike} of ${total} ${isRefusal ? "refusals" : "successful responses"} of this operation`
    : undefined;
}
