import type { Submission } from "../../call.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { saveRelease } from "../../lookup.ts";
import { allOf, type Change, replaceRule } from "../../rules/change.ts";
import type { ReleaseIntent } from "../../store.ts";
import type { FaultFile } from "../fault.ts";

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Replaces members of the intent by members of the body. */
function takingFromBody(read: (body: JsonObject, submission: Submission) => Partial<ReleaseIntent>): Change {
  return replaceRule("publish", "toIntent", (before) => (submission) => ({
    ...before(submission),
    ...read(submission.body, submission),
  }));
}

/** Publishes to the volume of the path, and also to the one in the body. */
const publishingToBodyNameToo: Change = (rules) => {
  const names = new Map<string, string>();
  return allOf(
    replaceRule("publish", "toIntent", (before) => (submission) => {
      const intent = before(submission);
      const name = submission.body["name"];
      if (typeof name === "string") names.set(intent.uploadId, name);
      return intent;
    }),
    replaceRule("finalize", "toRelease", (before) => (intent, content, call) => {
      const release = before(intent, content, call);
      const name = names.get(intent.uploadId);
      if (name !== undefined) saveRelease({ ...release, name }, call);
      return release;
    }),
  )(rules);
};

/** Faults in which volume an upload is for. */
export const pathIdentity: FaultFile = {
  "publish/the-body-never-overrides-the-path": {
    "body-name-overrides-the-path": takingFromBody(({ name }) => (typeof name === "string" ? { name } : {})),
    "body-name-overrides-the-path-of-an-unscoped-volume": takingFromBody(({ name, target }, { call }) =>
      typeof name === "string" && target === undefined && !call.name.startsWith("@") ? { name } : {},
    ),
    "body-name-overrides-the-last-part-of-the-path": takingFromBody(({ name }, { call }) =>
      typeof name === "string" && call.name.startsWith("@") && !name.includes("/")
        ? { name: call.name.replace(/[^/]*$/, name) }
        : {},
    ),
    "body-target-overrides-the-path": takingFromBody(({ target }) => {
      const name = memberOf(target, "name");
      return typeof name === "string" ? { name } : {};
    }),
    "body-target-version-overrides-the-version": takingFromBody(({ target }) => {
      const version = memberOf(target, "version");
      return typeof version === "string" ? { version } : {};
    }),
    "body-name-is-published-too": {
      summary:
        "The release is also published under the name in the body, while intent and result have the path's name",
      change: publishingToBodyNameToo,
    },
  },
};
