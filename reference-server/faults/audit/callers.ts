import { findRelease, releasesOf } from "../../lookup.ts";
import { onlyFor, replaceRule } from "../../rules/change.ts";
import { answering } from "../changes/problems.ts";
import { authenticating } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Faults that only requests in the middle of a longer story meet. */
export const callers: FaultFile = {
  "audit/writes-without-a-token-are-refused": {
    "finalize-needs-no-token-beside-other-uploads": {
      summary: "Finalize needs no token while the volume has two uploads with bytes and no release",
      change: authenticating("finalizeReleaseUpload", (call) => {
        const ready = [...call.registry.store.intents.values()].filter(
          ({ kind, name, bytes }) => kind === "release" && name === call.name && bytes !== undefined,
        );
        const hasToken = call.request.headers.has("authorization");
        return !hasToken && ready.length > 1 && releasesOf(call.name, call).length === 0;
      }),
    },
  },
  "audit/writes-of-outsiders-are-refused": {
    "outsiders-unpublish-releases-with-trust": {
      summary: "Unpublishing an unscoped release with trust artifacts needs no authority over the volume",
      change: onlyFor(
        "unpublishVersion",
        replaceRule("authorization", "authorize", (before) => (token, resource, call) => {
          const release = findRelease(resource.name, resource.version ?? "", call);
          if ((release?.attachments.length ?? 0) === 0) before(token, resource, call);
        }),
      ),
    },
  },
  "audit/valid-tokens-are-not-the-problem": {
    "unpublish-of-an-unknown-version-answers-authentication-required": {
      summary: "Unpublishing a version that there is not answers 401, as if the token were invalid",
      change: answering("unpublishVersion", "not-found", "authentication-required"),
    },
  },
};
