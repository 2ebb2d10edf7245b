/** What the accepted requests of some checks have in common, and none of those that the same checks saw refused. */
import { toCheckId } from "../../../exchange/actor-ids.ts";
import type { Compared } from "./compared.ts";
import { canLack, distinct, hasLevel, type Level, toWords } from "./level.ts";
import type { LevelsOf } from "./levels.ts";

/** Fewer have much in common by chance. */
const minEach = 2;

/** What a check lets the run choose for a request that is wrong in another way. */
const chosen: ReadonlySet<Level["of"]> = new Set(["request", "form", "release"]);

/** More things set them apart by chance. */
const maxTold = 2;

/** @returns a line; none where many things set them apart, or nothing */
export function tellOwnChecks(
  { those, asWanted = [], isOfCaller = false }: Compared,
  levelsOf: LevelsOf,
): readonly string[] {
  const checks = new Set(those.map(({ exchange }) => toCheckId(exchange.actor)));
  const right = asWanted.filter(({ exchange }) => checks.has(toCheckId(exchange.actor)));
  if (isOfCaller || those.length < minEach || right.length < minEach) return [];
  const all = [...those, ...right];
  const levels = distinct(all.flatMap(levelsOf)).filter(({ of }) => chosen.has(of));
  const found = levels.flatMap((level): readonly Level[] => {
    const isIn = (one: (typeof all)[number]): boolean => hasLevel(levelsOf(one), level);
    if (those.every(isIn) && !right.some(isIn)) return [level];
    return canLack(level) && !those.some(isIn) && right.every(isIn) ? [{ ...level, isNegated: true }] : [];
  });
  return found.length === 0 || found.length > maxTold
    ? []
    : [
        `only ${found.map(toWords).join(", or ")} (${those.length} of ${those.length} wrong responses, none of ${right.length} right ones to the same checks)`,
      ];
}
