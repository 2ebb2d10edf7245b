/** Shared by the rules for every response: which responses come from the API, and how to make a judgement. */
import type { endpoints } from "./specification.ts";
import type { Judgement, Operation } from "../harness/check.ts";
import { type Answer, isSuccess, listAt, slugOf, valueAt } from "../harness/exchange/answer.ts";
import { isSlug } from "../schemas/problems.ts";
import type { Finding } from "../schemas/report.ts";
import { hasUnseenCharacter, readsNothing } from "./request-path.ts";

/** The operations that are endpoints of the API. Byte transfers are opaque, and other requests have no operation. */
export type ApiOperation = keyof typeof endpoints;

/** All of them, in the specification's order. */
export const apiOperations: readonly ApiOperation[] = [
  "searchVolumes",
  "getVersionIndex",
  "getRelease",
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
  "getTrustSummary",
  "getTrustDetail",
  "searchAdvisories",
  "getAdvisory",
  "getCapabilities",
  "unpublishVersion",
];

/** Operations that create or finalize an upload. */
export const uploadOperations: readonly Operation[] = [
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
];

/** Operations that need a bearer token (Authentication, rule 1). */
export const protectedOperations: readonly Operation[] = [...uploadOperations, "unpublishVersion"];

/** The endpoint that sent the response; undefined for transfers and for requests to unknown endpoints. */
export function apiOperationOf(answer: Answer): ApiOperation | undefined {
  return apiOperations.find((operation) => operation === answer.exchange.operation);
}

/**
 * True for a 2xx response of an API endpoint, unless it is a problem, which breaks a rule of its own. A read under a malformed name or
 * version is no request of an endpoint.
 */
export function isApiSuccess(answer: Answer): boolean {
  return isApiResponse(answer) && isSuccess(answer) && !isSlug(slugOf(answer));
}

/** True for a response of an API endpoint to a request that can be one of the API. */
export function isApiResponse(answer: Answer): boolean {
  return apiOperationOf(answer) !== undefined && !readsNothing(answer);
}

/**
 * True for a 4xx response of an API endpoint. Another rule judges 5xx responses. A server in front of the API may refuse
 * control and invisible characters in its own words.
 */
export function isApiRefusal(answer: Answer): boolean {
  return (
    apiOperationOf(answer) !== undefined &&
    answer.status >= 400 &&
    answer.status <= 499 &&
    !hasUnseenCharacter(answer)
  );
}

/** True if the request had an `Authorization` header with any value. */
export function hasCredential({ exchange }: Pick<Answer, "exchange">): boolean {
  return exchange.about?.credential !== undefined;
}

/** Release metadata in a response: the body of `GET` metadata, or the `release` of `POST` finalize. */
export function releasesIn(answer: Answer): readonly unknown[] {
  if (!isApiSuccess(answer)) return [];
  if (answer.exchange.operation === "getRelease") return [answer.body];
  return answer.exchange.operation === "finalizeReleaseUpload" ? [valueAt(answer.body, "release")] : [];
}

/** Version status objects in a response: of release metadata, or of the rows of an index. */
export function statusesIn(answer: Answer): readonly unknown[] {
  const isIndex = isApiSuccess(answer) && answer.exchange.operation === "getVersionIndex";
  const rows = isIndex ? listAt(answer.body, "items") : [];
  return [...releasesIn(answer), ...rows].map((owner) => valueAt(owner, "status"));
}

/** True for a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `held`, or what was expected and what was found. The text of `got` is made only if it is needed. */
export function toJudgement(
  holds: boolean,
  expected: string,
  got: string | (() => string),
  facts: Pick<Finding, "wanted" | "aspect"> = {},
): Judgement {
  if (holds) return "held";
  return { expected, got: typeof got === "string" ? got : got(), ...facts };
}
