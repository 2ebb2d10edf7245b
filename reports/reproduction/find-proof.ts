import type { CaseResult, Cause, Evidence, Exchange, Finding, Report } from "../../schemas/report.ts";
import { isBeginningOfRelease, type Origin, versionOf, volumeOf } from "./slice-exchanges.ts";

/** A cause that cannot be written as a few requests and one assertion. The message says why. */
export class NotReproducible extends Error {
  override readonly name = "NotReproducible";
}

/** More requests than these are no short reproduction. */
const maxSteps = 40;

/** The exchange that shows a cause, with its finding. */
export interface Proof {
  readonly broken: CaseResult;
  readonly finding: Finding;
  readonly last: Exchange;
  /** The exchanges of the check that found it, and of its set-ups. */
  readonly seen: ReadonlySet<string>;
}

/**
 * What shows the cause, first as it is told, then by the other findings of its requirement.
 * @throws NotReproducible if no single exchange shows it
 */
export function findProofs(report: Report, cause: Cause): readonly Proof[] {
  const broken = report.cases.find(({ id }) => id === cause.breaks);
  if (broken === undefined) throw new NotReproducible("it breaks no requirement by itself");
  if (report.exchanges.length === 0)
    throw new NotReproducible("the recording (`exchanges.ndjson`) is not beside the report");
  const found = broken.evidence.filter(({ finding }) => finding !== undefined);
  const isTold = ({ finding }: Evidence): boolean => finding?.exchange === cause.exchange;
  const told = found.find(isTold) ?? found[0];
  const alike = found.filter((one) => isAlike(one.finding, told?.finding));
  const ordered = [...alike.filter(isTold), ...alike.filter((one) => !isTold(one))];
  const proofs = ordered.flatMap((evidence) => toProof(report, { cause, broken, evidence }) ?? []);
  if (proofs.length === 0) throw new NotReproducible("no single exchange shows it");
  return proofs;
}

/** True for two findings that one sentence tells. */
function isAlike(one: Finding | undefined, other: Finding | undefined): boolean {
  const problemsOf = (finding: Finding | undefined): string => String(finding?.wanted?.problems);
  return one?.member === other?.member && problemsOf(one) === problemsOf(other);
}

interface Found {
  readonly cause: Cause;
  readonly broken: CaseResult;
  readonly evidence: Evidence;
}

function toProof(report: Report, { cause, broken, evidence }: Found): Proof | undefined {
  const { finding, check, exchanges } = evidence;
  const id = finding?.exchange ?? cause.exchange;
  const last = report.exchanges.find((exchange) => exchange.id === id);
  if (finding === undefined || last === undefined) return undefined;
  const own =
    report.checks.find((one) => one.id === check) ??
    report.checks.find((one) => one.exchanges.includes(last.id));
  return {
    broken,
    finding,
    last,
    seen: new Set([...exchanges, ...(own?.exchanges ?? []), ...idsOfActor(report, last)]),
  };
}

function idsOfActor({ exchanges }: Report, { actor }: Exchange): readonly string[] {
  return exchanges.filter((one) => one.actor === actor).map(({ id }) => id);
}

interface Sliced {
  readonly report: Report;
  readonly last: Exchange;
  readonly origins: ReadonlyMap<string, Origin>;
}

/** @throws NotReproducible if the requests cannot be sent one after the other with other names */
export function assertReproducible(steps: readonly Exchange[], { report, last, origins }: Sliced): void {
  if (steps.length > maxSteps)
    throw new NotReproducible(`it needs ${steps.length} requests, more than the ${maxSteps} of a short test`);
  if (steps.some(({ request }) => request.body?.cutAt !== undefined || request.body?.gzip !== undefined))
    throw new NotReproducible("a body that it needs is too long for the report");
  if (report.exchanges.some((one) => isAtOnce(one, last)))
    throw new NotReproducible("its requests were sent at the same time");
  // in an index, the place of a release depends on the others of its volume
  const followed = origins.get(last.request.url);
  const ofVolume = steps.filter((one) => isBeginningOfRelease(one) && volumeOf(one) === volumeOf(last));
  if (followed?.path.some((key) => typeof key === "number") === true && ofVolume.length > 1)
    throw new NotReproducible("its address is in a list of several releases");
  const { url } = last.request;
  // an id as it was made is no variant of another one
  const own = [...origins.keys()].reduce((text, value) => text.replaceAll(value, ""), url);
  if ([...origins.keys()].some((value) => isVariantIn(own, value)))
    throw new NotReproducible("its address has a variant of an id that the registry made");
  const isOfRun = (one: Exchange): boolean => volumeOf(one)?.includes(report.run.id) === true;
  if (steps.some((one) => isOfRun(one) && lacksItsRelease(one, last, steps) && !isMadeByNobody(one, report)))
    throw new NotReproducible("the report does not have the requests that made its release");
  const hasStart = url.startsWith(report.target.baseUrl) || steps.length > 1;
  if (!hasStart) throw new NotReproducible("the address of its request is not one of the registry");
}

/** True for a read of a volume, or a state of a release, that the registry had although no step makes it. */
function lacksItsRelease(one: Exchange, last: Exchange, steps: readonly Exchange[]): boolean {
  const isRead = one === last && one.request.method === "GET";
  if (one.operation !== "state" && !isRead) return false;
  const nameOf = one.operation === "state" ? versionOf : volumeOf;
  const made = nameOf(one);
  return (
    made !== undefined &&
    !isBeginningOfRelease(one) &&
    !steps.some((step) => step !== one && isBeginningOfRelease(step) && nameOf(step) === made)
  );
}

/** True for a read of a volume that the run never made, in no scope: it is asked for because it is unknown. */
function isMadeByNobody(read: Exchange, { exchanges }: Report): boolean {
  const segmentOf = (one: Exchange): string | undefined => volumeOf(one)?.split("/").at(-1);
  return !exchanges.some((one) => isBeginningOfRelease(one) && segmentOf(one) === segmentOf(read));
}

/** True for a write of the same actor to the same address that was under way together with the last request. */
function isAtOnce(one: Exchange, last: Exchange): boolean {
  return (
    one !== last &&
    one.actor === last.actor &&
    one.request.method !== "GET" &&
    one.request.url === last.request.url &&
    one.startedAtMs < last.startedAtMs + last.durationMs &&
    last.startedAtMs < one.startedAtMs + one.durationMs
  );
}

const minSharedCharacters = 12;

/** True if an address has a part of a value, or the value in other letters, but not the value itself. */
function isVariantIn(url: string, value: string): boolean {
  if (value.length < minSharedCharacters || value.includes("/") || value.includes(":")) return false;
  const shared = value.slice(0, minSharedCharacters).toLowerCase();
  return url.toLowerCase().includes(shared) && !url.includes(value);
}
