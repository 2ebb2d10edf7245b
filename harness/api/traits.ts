/**
 * Traits of a request that no registry may depend on: how `Accept` and `User-Agent` say the same, and the case of field names
 * (RFC 9110, sections 5.1, 10.1.5 and 12.5.1). They are drawn for each request from the run's seed, so that every operation is
 * asked in several ways, and no verdict may change for it.
 */
import type { HeaderField } from "../../schemas/report.ts";
import { deriveNumber } from "../seed.ts";

/** The product that every request names first. */
export const userAgent = "volume-registry-conformance";

const accepts: readonly string[] = [
  "application/json, application/problem+json",
  "*/*",
  "application/problem+json, application/json;q=0.9, */*;q=0.1",
];

/** Each begins with the product: an operator who looks for the suite in a log finds every request. */
const userAgents: readonly string[] = [userAgent, `${userAgent}/1`, `${userAgent} (conformance tests)`];

type ToCase = (name: string) => string;

const cases: readonly ToCase[] = [
  (name) => name,
  (name) => name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()),
  (name) => name.toUpperCase(),
];

/** How one request is written. */
export interface Traits {
  readonly accept: string;
  readonly userAgent: string;
  /** Changes the case of field names. HTTP/2 sends them in lower case. */
  readonly toCase: ToCase;
}

/** Before anything was learnt about the registry, in the clean-up, and where a check itself varies how a request is written. */
export const plainTraits: Traits = { accept: accepts[0] ?? "", userAgent, toCase: (name) => name };

/** @param exchangeId the same for the same request of a check, so that the same seed gives the same traits */
export function drawTraits(seed: number, exchangeId: string): Traits {
  if (/^(?:preflight|clean-up|given\/shared-release)\b/.test(exchangeId)) return plainTraits;
  const draw = deriveNumber(seed, "traits", exchangeId);
  // half of the requests are plain
  if (draw % 2 === 0) return plainTraits;
  return {
    accept: pick(accepts, draw >>> 1) ?? plainTraits.accept,
    userAgent: pick(userAgents, draw >>> 7) ?? plainTraits.userAgent,
    toCase: pick(cases, draw >>> 13) ?? plainTraits.toCase,
  };
}

function pick<T>(list: readonly T[], draw: number): T | undefined {
  return list[(draw & 63) % list.length];
}

/** The fields with names in the case of these traits. */
export function writeFields({ toCase }: Traits, fields: readonly HeaderField[]): readonly HeaderField[] {
  return fields.map(([name, value]) => [toCase(name), value]);
}
