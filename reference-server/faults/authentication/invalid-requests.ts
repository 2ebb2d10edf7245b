import type { Call, Operation, Submission } from "../../call.ts";
import { findRelease } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { allOf, type Change, isOneOf, replaceRule } from "../../rules/change.ts";
import { textMember } from "../../json.ts";
import { authenticating, unlimitedToken } from "../changes/tokens.ts";
import type { FaultFile } from "../fault.ts";

/** Answers 401 only after the body was read, and after `look` found nothing wrong. */
function authenticatingLate(operation: Operation, look: (submission: Submission) => void = () => {}): Change {
  return (rules) => {
    const failures = new WeakMap<Call, unknown>();
    return allOf(
      replaceRule("authorization", "authenticate", (before) => (call) => {
        try {
          return before(call);
        } catch (error) {
          if (!isOneOf(operation, call)) throw error;
          failures.set(call, error);
          return unlimitedToken;
        }
      }),
      replaceRule("idempotency", "once", (before) => async (submission, work) => {
        if (!failures.has(submission.call)) return await before(submission, work);
        look(submission);
        throw failures.get(submission.call);
      }),
    )(rules);
  };
}

/** Looks at something before the token. */
function lookingFirst(operation: Operation, look: (call: Call) => void): Change {
  return replaceRule("authorization", "authenticate", (before) => (call) => {
    if (isOneOf(operation, call)) look(call);
    return before(call);
  });
}

/** Faults in which error comes first if a request without a usable token has another error too. */
export const invalidRequests: FaultFile = {
  "authentication/invalid-creates-need-a-token": {
    "create-reads-the-body-before-the-token": authenticatingLate("createReleaseUpload"),
    "create-looks-at-the-size-before-the-token": authenticatingLate(
      "createReleaseUpload",
      ({ call, body }) => void call.rules.publish.parseSize(body["declaredSize"], call),
    ),
    "create-looks-for-the-version-before-the-token": authenticatingLate(
      "createReleaseUpload",
      ({ call, body }) => call.rules.publish.assertVersionFree(call.name, textMember(body, "version"), call),
    ),
  },
  "authentication/invalid-finalizes-need-a-token": {
    "finalize-looks-at-the-upload-before-the-token": {
      summary: "Finalize looks at the upload first, and whether it exists",
      leads: "authentication/unknown-uploads-need-a-token",
      change: lookingFirst("finalizeReleaseUpload", (call) => {
        call.rules.finalize.assertState(call.rules.finalize.findIntent(call), call);
      }),
    },
  },
  "authentication/invalid-trust-creates-need-a-token": {
    "trust-create-reads-the-body-before-the-token": authenticatingLate("createTrustUpload"),
    "trust-create-looks-at-the-state-of-the-release-before-the-token": {
      leads: "authentication/trust-upload-refuses-missing-tokens",
      change: lookingFirst("createTrustUpload", (call) => {
        const state = findRelease(call.name, call.version, call)?.status.state;
        if (state === "tombstoned" || state === "yanked")
          throw new ProblemError("not-found", `the release is ${state}`);
      }),
    },
    "trust-create-looks-for-files-before-the-token": {
      leads: "authentication/trust-upload-refuses-missing-tokens",
      change: lookingFirst("createTrustUpload", (call) => {
        if (findRelease(call.name, call.version, call)?.source.kind === "git")
          throw new ProblemError("not-found", "a git release has no files here");
      }),
    },
    "trust-create-compares-the-subject-before-the-token": {
      leads: "authentication/trust-of-unknown-releases-needs-a-token",
      change: authenticatingLate("createTrustUpload", ({ call, body }) => {
        call.rules.trust.assertSubject(body["subject"], call.rules.trust.findRelease(call), call);
      }),
    },
  },
  "authentication/invalid-trust-finalizes-need-a-token": {
    "trust-finalize-reads-the-body-before-the-token": authenticatingLate("finalizeTrustUpload"),
    "trust-finalize-looks-at-the-upload-before-the-token": lookingFirst("finalizeTrustUpload", (call) => {
      call.rules.finalize.findIntent(call);
    }),
  },
  "authentication/invalid-unpublishes-need-a-token": {
    "unpublish-looks-for-a-tombstone-before-the-token": lookingFirst("unpublishVersion", (call) => {
      if (findRelease(call.name, call.version, call)?.status.state === "tombstoned")
        throw new ProblemError("not-found", "the release is gone");
    }),
  },
  "authentication/scoped-unpublishes-need-a-token": {
    "scoped-unpublish-needs-no-token": authenticating(
      "unpublishVersion",
      (call) => call.form === "scoped" && !call.request.headers.has("authorization"),
    ),
    "scoped-unpublish-without-a-token-answers-authorization-failed": replaceRule(
      "authorization",
      "unauthenticated",
      (before) => (detail, call) =>
        call.operation === "unpublishVersion" && call.form === "scoped"
          ? new ProblemError("authorization-failed", detail)
          : before(detail, call),
    ),
  },
};
