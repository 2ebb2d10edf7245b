import { findRelease, releasesOf } from "../../lookup.ts";
import { onlyFor, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import type { FaultFile } from "../fault.ts";

const anyone: Token = {
  subject: "anyone",
  grants: ["publish", "unpublish", "trust"],
  resources: ["*"],
  expiresAt: undefined,
  isRevoked: false,
  isRateLimited: false,
};

/** Faults that only requests in the middle of a longer story meet. */
export const callers: FaultFile = {
  "audit/writes-without-a-token-are-refused": {
    "finalize-needs-no-token-beside-other-uploads": {
      summary: "Finalize needs no token while the volume has two uploads with bytes and no release",
      change: onlyFor(
        "finalizeReleaseUpload",
        replaceRule("authorization", "authenticate", (before) => (call) => {
          const hasToken = call.request.headers.get("authorization") !== null;
          const ready = [...call.registry.store.intents.values()].filter(
            ({ kind, name, bytes }) => kind === "release" && name === call.name && bytes !== undefined,
          );
          const isOpen = ready.length > 1 && releasesOf(call.name, call).length === 0;
          return !hasToken && isOpen ? anyone : before(call);
        }),
      ),
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
};
