import type { Call } from "../../call.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Action } from "../../tokens.ts";
import { hasBuildMetadata, hasNamesake, isDeclaring, uploadOf } from "../changes/release-kinds.ts";
import { rememberingAccepted, rememberingRefused } from "../changes/remembered-tokens.ts";
import { granting, publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Accepts every token for every resource, on the requests that `isMeant` picks. */
function coveringEverything(operations: Operations, isMeant: (call: Call) => boolean = () => true): Change {
  return replaceRule(
    "authorization",
    "covers",
    (before) => (token, resource, call) =>
      (isOneOf(operations, call) && isMeant(call)) || before(token, resource, call),
  );
}

/** Rejects a token whose only grant is `grant`. */
function refusingLoneGrant(grant: Action, operations: Operations): Change {
  return replaceRule(
    "authorization",
    "grants",
    (before) => (token, action, call) =>
      before(token, action, call) && !(isOneOf(operations, call) && token.grants.join() === grant),
  );
}

const answeringUnauthorized: Change = replaceRule(
  "authorization",
  "forbidden",
  () => (detail) => new ProblemError("authentication-required", detail, { "www-authenticate": "Bearer" }),
);

/** Faults in what a token allows. */
export const authority: FaultFile = {
  "authentication/outsiders-cannot-publish": {
    "outsiders-publish": {
      summary: "A token that may publish one volume may publish every volume",
      change: coveringEverything(publishing),
    },
    "outsiders-finalize": {
      summary: "Any valid token may finalize any release upload",
      change: coveringEverything("finalizeReleaseUpload"),
    },
    "outsiders-finalize-larger-uploads": {
      summary: "Any valid token may finalize release uploads of more than two kilobytes",
      change: coveringEverything(
        "finalizeReleaseUpload",
        (call) => (uploadOf(call)?.declaredSize ?? 0) > 2048,
      ),
    },
    "outsiders-publish-scoped": {
      summary: "A token that may publish one volume may publish every scoped volume",
      change: coveringEverything(publishing, (call) => call.form === "scoped"),
    },
    "outsiders-publish-volumes-with-a-namesake": coveringEverything(publishing, hasNamesake),
    "outsiders-finalize-versions-with-build-metadata": coveringEverything(
      "finalizeReleaseUpload",
      hasBuildMetadata,
    ),
    "missing-authority-answers-authentication-required": answeringUnauthorized,
  },
  "authentication/outsiders-cannot-attach-trust": {
    "outsiders-attach-trust": {
      summary: "A token that may attach trust to one release may attach it to every release",
      change: coveringEverything(trustUpload),
    },
    "outsiders-finalize-trust-of-another-format": {
      summary: "Any valid token may finalize trust uploads that are not CycloneDX",
      change: coveringEverything("finalizeTrustUpload", (call) => {
        const upload = uploadOf(call);
        return upload?.kind === "trust" && upload.format["family"] !== "cyclonedx";
      }),
    },
    "outsiders-attach-trust-to-releases-with-declarations": coveringEverything(trustUpload, isDeclaring),
    "outsiders-finalize-trust-of-versions-with-build-metadata": coveringEverything(
      "finalizeTrustUpload",
      hasBuildMetadata,
    ),
    "outsiders-finalize-trust": {
      summary: "Any valid token may finalize any trust upload",
      change: coveringEverything("finalizeTrustUpload"),
    },
  },
  "authentication/outsiders-cannot-unpublish": {
    "outsiders-unpublish": {
      summary: "A token that may unpublish one volume may unpublish every volume",
      change: coveringEverything("unpublishVersion"),
    },
    "outsiders-unpublish-releases-with-declarations": coveringEverything("unpublishVersion", isDeclaring),
  },
  "authentication/outsiders-cannot-publish-new-volumes": {
    "new-volumes-need-no-authority": {
      summary: "The first upload of a volume needs no authority over its namespace",
      change: coveringEverything(
        "createReleaseUpload",
        (call) => ![...call.registry.store.intents.values()].some(({ name }) => name === call.name),
      ),
    },
  },
  "authentication/trust-tokens-cannot-publish": {
    "trust-grant-publishes": granting("trust", publishing),
    "trust-grant-finalizes": granting("trust", "finalizeReleaseUpload"),
  },
  "authentication/trust-tokens-cannot-unpublish": {
    "trust-grant-unpublishes": granting("trust", "unpublishVersion"),
  },
  "authentication/publish-tokens-cannot-attach-trust": {
    "publish-grant-attaches": granting("publish", trustUpload),
    "publish-grant-finalizes-trust": granting("publish", "finalizeTrustUpload"),
    "tokens-that-published-attach-trust": rememberingAccepted([...publishing, ...trustUpload]),
  },
  "authentication/publish-tokens-cannot-unpublish": {
    "publish-grant-unpublishes": granting("publish", "unpublishVersion"),
    "tokens-unpublish-volumes-in-which-they-published": rememberingAccepted(
      [...publishing, "unpublishVersion"],
      ({ name }) => name,
    ),
  },
  "authentication/publish-tokens-publish": {
    "finalize-refuses-a-token-with-publish-grant-only": refusingLoneGrant("publish", "finalizeReleaseUpload"),
  },
  "authentication/trust-tokens-attach-trust": {
    "trust-finalize-refuses-a-token-with-trust-grant-only": refusingLoneGrant("trust", "finalizeTrustUpload"),
    "tokens-that-were-refused-once-attach-no-trust": rememberingRefused("unpublishVersion", trustUpload),
  },
};
