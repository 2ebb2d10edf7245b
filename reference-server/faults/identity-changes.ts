/** Changes of how names and versions are shown and looked up, of which faults are made. */
import type { Call, Operation } from "../call.ts";
import { isJsonObject, type JsonObject } from "../json.ts";
import { Refusal } from "../refusal.ts";
import { type Change, replaceRule, withBody } from "../rules/change.ts";

/** Finds releases under a changed name or version of a read's path. */
export function lookingUp(change: (call: Call) => Partial<Pick<Call, "name" | "version">>): Change {
  return replaceRule(
    "visibility",
    "find",
    (before) => (isVisible, call) => before(isVisible, { ...call, ...change(call) }),
  );
}

/** Answers malformed paths as a publish would. */
export const validatingReads: Change = replaceRule("visibility", "isWellFormed", (before) => (call) => {
  if (before(call)) return true;
  throw new Refusal("validation-failed", "the path is malformed");
});

export function reading(...operations: readonly Operation[]): (call: Call) => boolean {
  return ({ operation }) => operations.includes(operation);
}

/** Changes a text member of the release in finalize's answer. */
export function finalized(member: string, change: (text: string) => string): Change {
  return withBody("finalizeReleaseUpload", (body) => {
    const release = body["release"];
    return isJsonObject(release) ? { ...body, release: changed(release, member, change) } : body;
  });
}

function changed(object: JsonObject, member: string, change: (text: string) => string): JsonObject {
  const text = object[member];
  return typeof text === "string" ? { ...object, [member]: change(text) } : object;
}

/** Changes a text member of release metadata. */
export function shown(member: string, change: (text: string) => string): Change {
  return withBody("getRelease", (body) => changed(body, member, change));
}

/** Changes a text member of each index row. */
export function indexed(member: string, change: (text: string) => string): Change {
  return replaceRule(
    "render",
    "row",
    (before) => (release, call) => changed(before(release, call), member, change),
  );
}

/** Changes the target of a fresh intent. */
export function aimed(member: string, change: (text: string) => string): Change {
  return withBody("createReleaseUpload", (body) => {
    const target = body["target"];
    return isJsonObject(target) ? { ...body, target: changed(target, member, change) } : body;
  });
}
