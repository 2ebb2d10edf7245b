/** Changes of how names and versions are shown and looked up. */
import type { Call } from "../../call.ts";
import type { Json, JsonObject } from "../../json.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { changeText, withObject } from "./documents.ts";

/** Answers 400 to malformed paths of reads. */
export const validatingReads: Change = replaceRule("visibility", "isWellFormed", (before) => (call) => {
  if (before(call)) return true;
  throw new ProblemError("validation-failed", "the path is malformed");
});

/** The rules that accept a part of a name or a version. */
type TextRule = "isSegment" | "isScope" | "isVersion";

/** Rejects texts that `isRefused`, even if they are well-formed. */
export function refusingText(rule: TextRule, isRefused: (text: string) => boolean): Change {
  return replaceRule("identity", rule, (before) => (text, call) => !isRefused(text) && before(text, call));
}

/** Accepts texts that are well-formed after `correct`. */
export function correctingText(rule: TextRule, correct: (text: string) => string): Change {
  return replaceRule("identity", rule, (before) => (text, call) => before(correct(text), call));
}

/** Changes the release in the result of finalize. */
export function withReleaseOfResult(change: (release: JsonObject) => JsonObject): Change {
  return withObject("finalizeReleaseUpload", "release", change);
}

/** Changes a string member of the release in the result of finalize. */
export function withResultText(member: string, change: (text: string) => string): Change {
  return withReleaseOfResult((release) => changeText(release, member, change));
}

/** Changes a string member of an intent's target. */
export function withTargetText(member: string, change: (text: string) => string): Change {
  return withObject("createReleaseUpload", "target", (target) => changeText(target, member, change));
}

/** Accepts versions in create requests that `read` returns; `undefined` leaves the value to the rule. */
export function versionReadAs(read: (value: Json | undefined) => string | undefined): Change {
  return replaceRule(
    "publish",
    "parseVersion",
    (before) => (value, call) => read(value) ?? before(value, call),
  );
}

/** `text` in lower case. */
export function lower(text: string): string {
  return text.toLowerCase();
}

/** `version` without its build metadata. */
export function withoutBuild(version: string): string {
  return version.replace(/\+.*$/, "");
}

/** The last segment of a volume name. */
export function segmentOf(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

/** The same version of volumes with the same last part. */
export function namesakesOf({ name, version }: Release, { registry }: Call): readonly Release[] {
  return allReleases(registry.store).filter(
    (other) => other.name !== name && other.version === version && segmentOf(other.name) === segmentOf(name),
  );
}
