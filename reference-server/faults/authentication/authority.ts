import type { Call } from "../../call.ts";
import { Refusal } from "../../refusal.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Action } from "../../tokens.ts";
import { granting, publishing, trustUpload } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Asks nobody for authority over what the request is about. */
function coveringEverything(operations: Operations, isMeant: (call: Call) => boolean = () => true): Change {
  return replaceRule(
    "authorization",
    "covers",
    (before) => (token, resource, call) =>
      (isOneOf(operations, call) && isMeant(call)) || before(token, resource, call),
  );
}

/** Refuses a token that has one grant only. */
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
  () => (detail) => new Refusal("authentication-required", detail, { "www-authenticate": "Bearer" }),
);

/** TODO */
export const authority: FaultFile = {
  "authentication/outsiders-cannot-publish": {
    "outsiders-publish": {
      summary: "Whoever may publish something may publish everything",
      change: coveringEverything(publishing),
    },
    "outsiders-finalize": {
      summary: "Anybody with a valid token may finalize any release upload",
      change: coveringEverything("finalizeReleaseUpload"),
    },
    "outsiders-publish-scoped": {
      summary: "Names with a scope are everybody's",
      change: coveringEverything(publishing, (call) => call.form === "scoped"),
    },
    "forbidden-is-401": {
      summary: "A valid token without permission is answered 401",
      change: answeringUnauthorized,
    },
  },
  "authentication/outsiders-cannot-attach-trust": {
    "outsiders-attach-trust": {
      summary: "Whoever may attach trust to something may attach it to everything",
      change: coveringEverything(trustUpload),
    },
    "outsiders-finalize-trust": {
      summary: "Anybody with a valid token may finalize any trust upload",
      change: coveringEverything("finalizeTrustUpload"),
    },
  },
  "authentication/outsiders-cannot-unpublish": {
    "outsiders-unpublish": {
      summary: "Whoever may unpublish something may unpublish everything",
      change: coveringEverything("unpublishVersion"),
    },
  },
  "authentication/outsiders-cannot-publish-new-volumes": {
    "new-volumes-are-anybodys": {
      summary: "The first upload of a volume needs no authority over its namespace",
      change: coveringEverything(
        "createReleaseUpload",
        (call) => ![...call.registry.store.intents.values()].some(({ name }) => name === call.name),
      ),
    },
  },
  "authentication/trust-tokens-cannot-publish": {
    "trust-grant-publishes": {
      summary: "A token for trust uploads publishes too",
      change: granting("trust", publishing),
    },
    "trust-grant-finalizes": {
      summary: "A token for trust uploads finalizes release uploads too",
      change: granting("trust", "finalizeReleaseUpload"),
    },
  },
  "authentication/trust-tokens-cannot-unpublish": {
    "trust-grant-unpublishes": {
      summary: "A token for trust uploads unpublishes too",
      change: granting("trust", "unpublishVersion"),
    },
  },
  "authentication/publish-tokens-cannot-attach-trust": {
    "publish-grant-attaches": {
      summary: "A token for publishing attaches trust too",
      change: granting("publish", trustUpload),
    },
    "publish-grant-finalizes-trust": {
      summary: "A token for publishing finalizes trust uploads too",
      change: granting("publish", "finalizeTrustUpload"),
    },
  },
  "authentication/publish-tokens-cannot-unpublish": {
    "publish-grant-unpublishes": {
      summary: "A token for publishing unpublishes too",
      change: granting("publish", "unpublishVersion"),
    },
  },
  "authentication/publish-tokens-publish": {
    "lone-publish-grant-refused": {
      summary: "A token for publishing alone does not finalize",
      change: refusingLoneGrant("publish", "finalizeReleaseUpload"),
    },
  },
  "authentication/trust-tokens-attach-trust": {
    "lone-trust-grant-refused": {
      summary: "A token for trust uploads alone does not finalize them",
      change: refusingLoneGrant("trust", "finalizeTrustUpload"),
    },
  },
};
