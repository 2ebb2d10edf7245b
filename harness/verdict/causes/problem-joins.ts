/** Deviations in problems that are one: a type and its status, members of the same documents, and the same problem of several requests. */
import type { Exchange } from "../../../schemas/report.ts";
import type { Sighting } from "./deviation.ts";
import { byKey, deviationsOf, join, type Joined, joinerOf, keysWhere } from "./joined-keys.ts";
import { ofTokens } from "./wrong.ts";

/**
 * A problem whose slug belongs to another status. Where a check that expects a problem of that status was blocked by it, the type is
 * wrong; else the status.
 */
export function joinTypes(joined: Joined, sightings: readonly Sighting[]): void {
  for (const [key, own] of byKey(sightings)) {
    const type = own[0].deviation.wrong;
    if (type.kind !== "type") continue;
    const [status] = keysWhere(
      sightings,
      (one) => one.kind === "status" && one.status === type.status && one.slug === type.slug,
    );
    if (status === undefined) continue;
    const isType = own.some(({ requirement }) => requirement.verdict === "blocked");
    join(joined, isType ? status : key, isType ? key : status);
  }
}

/** Several members that are wrong in the same problems: the documents as a whole are wrong. */
export function joinProblemMembers(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  for (const [key, own] of byKey(sightings)) {
    if (own[0].deviation.wrong.kind !== "problem member") continue;
    const judged = own.filter(({ requirement }) => requirement.verdict !== "blocked");
    const same = [...new Set(judged.flatMap(({ exchanges }) => exchanges))].toSorted().join(" ");
    if (same !== "") joinSame(same, key);
  }
}

/** Steps after the create request of an upload. */
const ofUploads: ReadonlySet<string> = new Set([
  "transferBytes",
  "finalizeReleaseUpload",
  "finalizeTrustUpload",
]);

/**
 * The same wrong problem of the same operation: in place of several right ones, or where nothing is wrong. The wrong state of an upload,
 * and that it is not found, show both where its bytes are sent and where it is finalized.
 */
export function joinProblems(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  // that a valid request is refused explains why an invalid one is refused with the same problem
  const isRefused = ({ deviation }: Sighting): boolean => deviation.wrong.kind === "refused";
  for (const { deviation } of sightings.toSorted((a, b) => Number(isRefused(b)) - Number(isRefused(a)))) {
    const { key, wrong, operation = "" } = deviation;
    if (wrong.kind !== "problem" && wrong.kind !== "refused") continue;
    const { slug } = wrong;
    const isOfUpload = slug === "invalid-upload-state" || (slug === "not-found" && ofUploads.has(operation));
    const same = `${isOfUpload ? "upload" : operation} ${slug}`;
    const isOfToken = wrong.kind === "problem" && ofTokens.includes(wrong.expected);
    joinSame(isOfToken ? `${same} in place of the problem of the token` : same, key);
    // what is looked at before the token may be wrong with the request, unlike with a valid one
    if (isOfToken || wrong.kind === "refused") joinSame(`${same} ${reasonIn(deviation.exchange) ?? ""}`, key);
  }
}

/** Errors without a problem that only one operation has, whatever their statuses. */
export function joinProblemless(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  for (const [key, own] of byKey(sightings)) {
    const [operation = "other", ...others] = new Set(own.map(({ deviation }) => deviation.operation));
    if (own[0].deviation.wrong.kind !== "no problem" || others.length > 0) continue;
    joinSame(operation, key);
  }
}

/** Unexpected problems of several operations that give the same reason in the same words, beyond those of the title. */
export function joinDetails(joined: Joined, sightings: readonly Sighting[]): void {
  const joinSame = joinerOf(joined);
  for (const [key, own] of byKey(sightings)) {
    if (own[0].deviation.wrong.kind !== "refused") continue;
    const [said, ...others] = new Set(own.map(({ deviation: { exchange } }) => reasonIn(exchange)));
    if (said === undefined || others.length > 0) continue;
    joinSame(said, key);
  }
}

/** The problem's type and detail; undefined if the detail says no more than the title. */
function reasonIn(exchange: Exchange | undefined): string | undefined {
  const text = exchange?.response?.body?.text ?? "";
  const [type, title, detail] = ["type", "title", "detail"].map(
    (member) => new RegExp(`"${member}"\\s*:\\s*"([^"]*)"`, "u").exec(text)?.[1],
  );
  return detail === undefined || detail === title ? undefined : `${type ?? ""} ${detail}`;
}

/** The same problem of several operations that do not list it. */
export function joinUnlisted(joined: Joined, sightings: readonly Sighting[]): void {
  const firsts = new Map<string, string>();
  const problems = deviationsOf(sightings).flatMap(({ key, wrong }) =>
    wrong.kind === "problem" ? [{ key, slug: wrong.slug }] : [],
  );
  for (const { deviation, wanted } of sightings) {
    const { key, wrong } = deviation;
    if (wrong.kind !== "refused" || wanted?.answer !== "listed problem") continue;
    const { slug } = wrong;
    const [only, ...others] = problems.filter((one) => one.slug === slug);
    const first = firsts.get(slug) ?? (others.length === 0 ? only?.key : undefined) ?? key;
    firsts.set(slug, first);
    join(joined, key, first);
  }
}
