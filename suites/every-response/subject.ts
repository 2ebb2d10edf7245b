/** What a rule for all responses looks at: which responses are the API's own, and how a judgement is said. */
import type { Judgement, Operation } from "../../harness/check.ts";
import { type Answer, isSuccess, listAt, valueAt } from "../../harness/registry/answer.ts";
import type { endpoints } from "../specification.ts";

/** The operations that are endpoints of the API. Transfers of bytes are opaque, and whatever lies outside has no name. */
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

/** Operations that make or finish an upload. */
export const uploadOperations: readonly Operation[] = [
  "createReleaseUpload",
  "finalizeReleaseUpload",
  "createTrustUpload",
  "finalizeTrustUpload",
];

/** Operations that need a bearer token (Authentication, rule 1). */
export const protectedOperations: readonly Operation[] = [...uploadOperations, "unpublishVersion"];

/** The endpoint that gave an answer; undefined for transfers and for requests outside every endpoint. */
export function apiOperationOf(answer: Answer): ApiOperation | undefined {
  return apiOperations.find((operation) => operation === answer.exchange.operation);
}

/** True for a success of one of the API's endpoints. */
export function isApiSuccess(answer: Answer): boolean {
  return apiOperationOf(answer) !== undefined && isSuccess(answer);
}

/** True for a refusal by one of the API's endpoints. What goes wrong on the registry's own side has a rule to itself. */
export function isApiRefusal(answer: Answer): boolean {
  return apiOperationOf(answer) !== undefined && answer.status >= 400 && answer.status <= 499;
}

/** True where the request carried an `Authorization` header, whatever was in it. */
export function hasCredential(answer: Answer): boolean {
  return answer.exchange.request.headers.some(([name]) => name.toLowerCase() === "authorization");
}

/** Documents of release metadata in an answer: the answer itself, or what finalize says was published. */
export function releasesIn(answer: Answer): readonly unknown[] {
  if (!isApiSuccess(answer)) return [];
  if (answer.exchange.operation === "getRelease") return [answer.body];
  return answer.exchange.operation === "finalizeReleaseUpload" ? [valueAt(answer.body, "release")] : [];
}

/** Version status objects in an answer: those of release metadata, and those of the index's rows. */
export function statusesIn(answer: Answer): readonly unknown[] {
  const isIndex = isApiSuccess(answer) && answer.exchange.operation === "getVersionIndex";
  const rows = isIndex ? listAt(answer.body, "items") : [];
  return [...releasesIn(answer), ...rows].map((owner) => valueAt(owner, "status"));
}

/** True for a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Held where the statement holds, else what was expected and what came, which is put into words only then. */
export function toJudgement(holds: boolean, expected: string, got: string | (() => string)): Judgement {
  if (holds) return "held";
  return { expected, got: typeof got === "string" ? got : got() };
}
