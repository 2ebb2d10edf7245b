import type { Call } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import { Refusal } from "../../refusal.ts";
import type { AuthorizationRules } from "../../rules/authorization.ts";
import { type Change, isOneOf, type Operations, replaceRule } from "../../rules/change.ts";
import type { Token } from "../../tokens.ts";
import {
  authenticating,
  authorizationWords,
  publishing,
  readingTokenWith,
  trustUpload,
  unlimitedToken,
} from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

function withoutRule(rule: "isExpired" | "isRevoked", operations: Operations): Change {
  return replaceRule(
    "authorization",
    rule,
    (before: AuthorizationRules[typeof rule]) => (token: Token, call: Call) =>
      !isOneOf(operations, call) && before(token, call),
  );
}

const decoded = (text: string): string =>
  Buffer.from(text, "base64").toString("utf8").split(":").at(-1) ?? "";

function acceptingNoToken(operations: Operations): Change {
  return authenticating(operations, (call) => !call.request.headers.has("authorization"));
}

function acceptingEmptyBearer(operations: Operations): Change {
  return authenticating(operations, (call) => authorizationWords(call).join("") === "Bearer");
}

function acceptingBareToken(operations: Operations): Change {
  return readingTokenWith(operations, (call) =>
    authorizationWords(call).length === 1 ? authorizationWords(call)[0] : undefined,
  );
}

/** Reads the token that follows `scheme`, whatever follows it. */
function acceptingScheme(scheme: string, operations: Operations): Change {
  return readingTokenWith(operations, (call) =>
    authorizationWords(call)[0] === scheme ? authorizationWords(call)[1] : undefined,
  );
}

/** Reads the password of the Basic scheme as a token. */
function acceptingBasic(operations: Operations): Change {
  return readingTokenWith(operations, (call) =>
    authorizationWords(call)[0] === "Basic" ? decoded(authorizationWords(call)[1] ?? "") : undefined,
  );
}

function acceptingUnknownToken(operations: Operations): Change {
  return replaceRule(
    "authorization",
    "findToken",
    (before) => (text, call) =>
      before(text, call) ?? (isOneOf(operations, call) ? unlimitedToken : undefined),
  );
}

/** Finds a token by a text that has one more character. */
function acceptingTokenWithSuffix(operations: Operations): Change {
  return replaceRule(
    "authorization",
    "findToken",
    (before) => (text, call) =>
      before(text, call) ?? (isOneOf(operations, call) ? before(text.slice(0, -1), call) : undefined),
  );
}

/** Looks whether what a request is about exists before it looks at the token. */
function lookingUpBeforeAuthentication(operations: Operations, isThere: (call: Call) => boolean): Change {
  return replaceRule("authorization", "authenticate", (before) => (call) => {
    if (isOneOf(operations, call) && !isThere(call))
      throw new Refusal("not-found", "there is no such thing here");
    return before(call);
  });
}

function hasRelease(call: Call): boolean {
  return call.registry.store.volumes.get(call.name)?.has(call.version) === true;
}

/** TODO */
export const credentials: FaultFile = {
  "authentication/publishing-refuses-missing-tokens": {
    "publishing-needs-no-token": {
      summary: "Of the protected operations, publishing lets a request without a token pass",
      change: acceptingNoToken(publishing),
    },
    "publishing-finalize-needs-no-token": {
      summary: "Of publishing, finalize lets a request without a token pass",
      change: acceptingNoToken("finalizeReleaseUpload"),
    },
  },
  "authentication/trust-upload-refuses-missing-tokens": {
    "trust-upload-needs-no-token": {
      summary: "Of the protected operations, trust-upload lets a request without a token pass",
      change: acceptingNoToken(trustUpload),
    },
    "trust-upload-finalize-needs-no-token": {
      summary: "Of trust-upload, finalize lets a request without a token pass",
      change: acceptingNoToken("finalizeTrustUpload"),
    },
  },
  "authentication/unpublish-refuses-missing-tokens": {
    "unpublish-needs-no-token": {
      summary: "Of the protected operations, unpublish lets a request without a token pass",
      change: acceptingNoToken("unpublishVersion"),
    },
    "unpublish-looks-for-the-volume-first": {
      summary: "Unpublishing a version of an unknown volume is not found, with a token or without",
      change: replaceRule("authorization", "authenticate", (before) => (call) => {
        if (call.operation === "unpublishVersion" && releasesOf(call.name, call).length === 0)
          throw new Refusal("not-found", "there is no such volume");
        return before(call);
      }),
    },
  },
  "authentication/publishing-refuses-malformed-credentials": {
    "publishing-takes-empty-bearer": {
      summary: "Of the protected operations, publishing takes the scheme without a token for a good one",
      change: acceptingEmptyBearer(publishing),
    },
    "publishing-takes-bare-token": {
      summary: "Of the protected operations, publishing takes a token without a scheme",
      change: acceptingBareToken(publishing),
    },
    "publishing-takes-two-tokens": {
      summary: "Of the protected operations, publishing takes the first of two tokens",
      change: acceptingScheme("Bearer", publishing),
    },
    "publishing-takes-basic": {
      summary: "Of the protected operations, publishing takes a token as a password of the Basic scheme",
      change: acceptingBasic(publishing),
    },
    "publishing-takes-token-scheme": {
      summary: "Of the protected operations, publishing takes any scheme for Bearer",
      change: acceptingScheme("Token", publishing),
    },
  },
  "authentication/trust-upload-refuses-malformed-credentials": {
    "trust-upload-takes-empty-bearer": {
      summary: "Of the protected operations, trust-upload takes the scheme without a token for a good one",
      change: acceptingEmptyBearer(trustUpload),
    },
    "trust-upload-takes-bare-token": {
      summary: "Of the protected operations, trust-upload takes a token without a scheme",
      change: acceptingBareToken(trustUpload),
    },
    "trust-upload-takes-two-tokens": {
      summary: "Of the protected operations, trust-upload takes the first of two tokens",
      change: acceptingScheme("Bearer", trustUpload),
    },
    "trust-upload-takes-basic": {
      summary: "Of the protected operations, trust-upload takes a token as a password of the Basic scheme",
      change: acceptingBasic(trustUpload),
    },
    "trust-upload-takes-token-scheme": {
      summary: "Of the protected operations, trust-upload takes any scheme for Bearer",
      change: acceptingScheme("Token", trustUpload),
    },
  },
  "authentication/unpublish-refuses-malformed-credentials": {
    "unpublish-takes-empty-bearer": {
      summary: "Of the protected operations, unpublish takes the scheme without a token for a good one",
      change: acceptingEmptyBearer("unpublishVersion"),
    },
    "unpublish-takes-bare-token": {
      summary: "Of the protected operations, unpublish takes a token without a scheme",
      change: acceptingBareToken("unpublishVersion"),
    },
    "unpublish-takes-two-tokens": {
      summary: "Of the protected operations, unpublish takes the first of two tokens",
      change: acceptingScheme("Bearer", "unpublishVersion"),
    },
    "unpublish-takes-basic": {
      summary: "Of the protected operations, unpublish takes a token as a password of the Basic scheme",
      change: acceptingBasic("unpublishVersion"),
    },
    "unpublish-takes-token-scheme": {
      summary: "Of the protected operations, unpublish takes any scheme for Bearer",
      change: acceptingScheme("Token", "unpublishVersion"),
    },
  },
  "authentication/publishing-refuses-unknown-tokens": {
    "publishing-takes-unknown-token": {
      summary: "Of the protected operations, publishing takes a token that it does not know",
      change: acceptingUnknownToken(publishing),
    },
    "publishing-takes-beginning-of-token": {
      summary: "Of the protected operations, publishing takes a text that begins with a token",
      change: acceptingTokenWithSuffix(publishing),
    },
    "publishing-finalize-takes-unknown-token": {
      summary: "Of publishing, finalize takes a token that it does not know",
      change: acceptingUnknownToken("finalizeReleaseUpload"),
    },
  },
  "authentication/trust-upload-refuses-unknown-tokens": {
    "trust-upload-takes-unknown-token": {
      summary: "Of the protected operations, trust-upload takes a token that it does not know",
      change: acceptingUnknownToken(trustUpload),
    },
    "trust-upload-takes-beginning-of-token": {
      summary: "Of the protected operations, trust-upload takes a text that begins with a token",
      change: acceptingTokenWithSuffix(trustUpload),
    },
    "trust-upload-finalize-takes-unknown-token": {
      summary: "Of trust-upload, finalize takes a token that it does not know",
      change: acceptingUnknownToken("finalizeTrustUpload"),
    },
  },
  "authentication/unpublish-refuses-unknown-tokens": {
    "unpublish-takes-unknown-token": {
      summary: "Of the protected operations, unpublish takes a token that it does not know",
      change: acceptingUnknownToken("unpublishVersion"),
    },
    "unpublish-takes-beginning-of-token": {
      summary: "Of the protected operations, unpublish takes a text that begins with a token",
      change: acceptingTokenWithSuffix("unpublishVersion"),
    },
  },
  "authentication/publishing-refuses-expired-tokens": {
    "publishing-takes-expired-token": {
      summary: "Of the protected operations, publishing takes a token that has expired",
      change: withoutRule("isExpired", publishing),
    },
    "publishing-finalize-takes-expired-token": {
      summary: "Of publishing, finalize takes a token that has expired",
      change: withoutRule("isExpired", "finalizeReleaseUpload"),
    },
    "expired-token-accepted": {
      summary: "An expired token is as good as a valid one",
      change: withoutRule("isExpired", "every"),
    },
    "expired-tokens-are-forbidden": {
      summary: "An expired token is answered 403, as if it were a valid one",
      change: replaceRule("authorization", "isExpired", (before) => (token, call) => {
        if (before(token, call)) throw new Refusal("authorization-failed", "the token has expired");
        return false;
      }),
    },
  },
  "authentication/trust-upload-refuses-expired-tokens": {
    "trust-upload-takes-expired-token": {
      summary: "Of the protected operations, trust-upload takes a token that has expired",
      change: withoutRule("isExpired", trustUpload),
    },
    "trust-upload-finalize-takes-expired-token": {
      summary: "Of trust-upload, finalize takes a token that has expired",
      change: withoutRule("isExpired", "finalizeTrustUpload"),
    },
  },
  "authentication/unpublish-refuses-expired-tokens": {
    "unpublish-takes-expired-token": {
      summary: "Of the protected operations, unpublish takes a token that has expired",
      change: withoutRule("isExpired", "unpublishVersion"),
    },
  },
  "authentication/publishing-refuses-revoked-tokens": {
    "publishing-takes-revoked-token": {
      summary: "Of the protected operations, publishing takes a token that was revoked",
      change: withoutRule("isRevoked", publishing),
    },
    "publishing-finalize-takes-revoked-token": {
      summary: "Of publishing, finalize takes a token that was revoked",
      change: withoutRule("isRevoked", "finalizeReleaseUpload"),
    },
  },
  "authentication/trust-upload-refuses-revoked-tokens": {
    "trust-upload-takes-revoked-token": {
      summary: "Of the protected operations, trust-upload takes a token that was revoked",
      change: withoutRule("isRevoked", trustUpload),
    },
    "trust-upload-finalize-takes-revoked-token": {
      summary: "Of trust-upload, finalize takes a token that was revoked",
      change: withoutRule("isRevoked", "finalizeTrustUpload"),
    },
  },
  "authentication/unpublish-refuses-revoked-tokens": {
    "unpublish-takes-revoked-token": {
      summary: "Of the protected operations, unpublish takes a token that was revoked",
      change: withoutRule("isRevoked", "unpublishVersion"),
    },
  },
  "authentication/unknown-uploads-need-a-token": {
    "unknown-upload-found-first": {
      summary: "An unknown release upload is not-found before the token is asked for",
      change: lookingUpBeforeAuthentication("finalizeReleaseUpload", (call) =>
        call.registry.store.intents.has(call.parameters["uploadId"] ?? ""),
      ),
    },
  },
  "authentication/trust-of-unknown-releases-needs-a-token": {
    "unknown-release-found-first": {
      summary: "Trust for an unknown release is not-found before the token is asked for",
      change: lookingUpBeforeAuthentication(["createTrustUpload", "finalizeTrustUpload"], hasRelease),
    },
  },
};
