import { releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { onlyFor, replaceRule } from "../../rules/change.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in what the owner may do with its own releases. */
export const ownReleases: FaultFile = {
  "audit/available-releases-are-found": {
    "prereleases-cannot-be-unpublished": replaceRule("unpublish", "find", (before) => (call) => {
      if (call.version.includes("-")) throw new ProblemError("not-found", "there is no such release");
      return before(call);
    }),
    "builds-cannot-be-unpublished": replaceRule("unpublish", "find", (before) => (call) => {
      if (call.version.includes("+")) throw new ProblemError("not-found", "there is no such release");
      return before(call);
    }),
    "trust-create-finds-no-prerelease-beside-its-release": replaceRule(
      "trust",
      "findRelease",
      (before) => (call) => {
        const plain = call.version.replace(/-.*$/, "");
        const isBeside = releasesOf(call.name, call).some(({ version }) => version === plain);
        if (plain !== call.version && isBeside)
          throw new ProblemError("not-found", "there is no such release");
        return before(call);
      },
    ),
  },
  "audit/publishers-keep-their-authority": {
    "fourth-version-needs-more-authority": onlyFor(
      "createReleaseUpload",
      replaceRule("authorization", "authorize", (before) => (caller, resource, call) => {
        before(caller, resource, call);
        if (releasesOf(resource.name, call).length >= 3)
          throw new ProblemError("authorization-failed", "the volume has many versions");
      }),
    ),
  },
};
