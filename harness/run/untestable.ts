import type { Blocked } from "../outcome.ts";

/** The registry could not be tested at all (exit code 3). */
export class Untestable extends Error {
  override readonly name = "Untestable";
}

/** The limiter asks to wait for longer than the run does. */
export function toLimited(
  baseUrl: string,
  limited: Pick<Blocked, "limitedMs">,
  patienceMs: number,
): Untestable {
  return new Untestable(
    `The rate limiter of ${baseUrl} asks to wait ${toSeconds(limited.limitedMs ?? 0)}, more than the ${toSeconds(patienceMs)} of "limits.limiterPatienceMs". Try again later, or raise that limit`,
    { cause: limited },
  );
}

function toSeconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`;
}
