import type { Call, Operation } from "../../call.ts";
import { releasesOf } from "../../lookup.ts";
import { ProblemError } from "../../problem-error.ts";
import { type Change, isOneOf, onlyWhen, type Operations, replaceRule } from "../../rules/change.ts";
import {
  hasBuildMetadata,
  hasNamesake,
  isBesideBlocked,
  isBlocked,
  isGit,
  isYanked,
} from "../changes/release-kinds.ts";
import { publishing, readingTokenWith, trustUpload } from "../changes/tokens.ts";
import {
  acceptingBareToken,
  acceptingBasic,
  acceptingEmptyBearer,
  acceptingNoToken,
  acceptingScheme,
  acceptingTokenWithSuffix,
  acceptingUnknownToken,
  forbidding,
  withoutRule,
} from "../changes/unusable-tokens.ts";
import {
  acceptingAlike,
  acceptingBasicUser,
  acceptingPattern,
  comparisons,
  cookie,
  header,
  patterns,
  query,
} from "../changes/credentials.ts";
import type { FaultFile } from "../fault.ts";

/** Answers 404 to unknown resources before it reads the token. */
function lookingUpBeforeAuthentication(operations: Operations, isThere: (call: Call) => boolean): Change {
  return replaceRule("authorization", "authenticate", (before) => (call) => {
    if (isOneOf(operations, call) && !isThere(call))
      throw new ProblemError("not-found", "there is no such thing here");
    return before(call);
  });
}

function hasRelease(call: Call): boolean {
  return call.registry.store.volumes.get(call.name)?.has(call.version) === true;
}

interface Group {
  readonly id: string;
  readonly operations: readonly Operation[];
}

const groups: readonly Group[] = [
  { id: "publishing", operations: publishing },
  { id: "trust-upload", operations: trustUpload },
  { id: "unpublish", operations: ["unpublishVersion"] },
];

/** Adds to the faults of a group those that every group has. */
function faultsOfGroup({ id, operations }: Group): FaultFile {
  // of two operations, the second alone: a check that tries only the first misses it
  const last = operations.slice(-1);
  const parts = Object.entries(comparisons).map(
    ([name, isAlike]) => [`${id}-accepts-a-token-${name}`, acceptingAlike(last, isAlike)] as const,
  );
  const forms = Object.entries(patterns).map(
    ([name, pattern]) => [`${id}-accepts-${name}`, acceptingPattern(pattern, last)] as const,
  );
  return {
    [`authentication/${id}-refuses-unknown-tokens`]: Object.fromEntries(parts),
    [`authentication/${id}-refuses-malformed-credentials`]: Object.fromEntries([
      ...forms,
      [`${id}-accepts-the-basic-user`, acceptingBasicUser(last)],
    ]),
    [`authentication/${id}-refuses-tokens-in-other-headers`]: {
      [`${id}-accepts-an-api-key`]: readingTokenWith(last, header("x-api-key")),
      [`${id}-accepts-a-cookie`]: readingTokenWith(operations, cookie),
    },
    [`authentication/${id}-refuses-tokens-in-the-query`]: {
      [`${id}-accepts-a-token-in-the-query`]: readingTokenWith(last, query),
    },
  };
}

const written: FaultFile = {
  "authentication/publishing-refuses-missing-tokens": {
    "publishing-needs-no-token": acceptingNoToken(publishing),
    "publishing-finalize-needs-no-token": acceptingNoToken("finalizeReleaseUpload"),
  },
  "authentication/trust-upload-refuses-missing-tokens": {
    "trust-upload-needs-no-token": acceptingNoToken(trustUpload),
    "trust-upload-finalize-needs-no-token": acceptingNoToken("finalizeTrustUpload"),
  },
  "authentication/unpublish-refuses-missing-tokens": {
    "unpublish-needs-no-token": acceptingNoToken("unpublishVersion"),
    "unpublish-looks-for-the-volume-first": {
      summary: "Unpublish of an unknown volume answers not-found, with a token or without",
      change: replaceRule("authorization", "authenticate", (before) => (call) => {
        if (call.operation === "unpublishVersion" && releasesOf(call.name, call).length === 0)
          throw new ProblemError("not-found", "there is no such volume");
        return before(call);
      }),
    },
  },
  "authentication/publishing-refuses-malformed-credentials": {
    "publishing-accepts-empty-bearer": acceptingEmptyBearer(publishing),
    "publishing-accepts-token-without-scheme": acceptingBareToken(publishing),
    "publishing-accepts-two-tokens": acceptingScheme("Bearer", publishing),
    "publishing-accepts-basic": acceptingBasic(publishing),
    "publishing-accepts-scheme-token": acceptingScheme("Token", publishing),
  },
  "authentication/trust-upload-refuses-malformed-credentials": {
    "trust-upload-accepts-empty-bearer": acceptingEmptyBearer(trustUpload),
    "trust-upload-accepts-token-without-scheme": acceptingBareToken(trustUpload),
    "trust-upload-accepts-two-tokens": acceptingScheme("Bearer", trustUpload),
    "trust-upload-accepts-basic": acceptingBasic(trustUpload),
    "trust-upload-accepts-scheme-token": acceptingScheme("Token", trustUpload),
  },
  "authentication/unpublish-refuses-malformed-credentials": {
    "unpublish-accepts-empty-bearer": acceptingEmptyBearer("unpublishVersion"),
    "unpublish-accepts-token-without-scheme": acceptingBareToken("unpublishVersion"),
    "unpublish-accepts-two-tokens": acceptingScheme("Bearer", "unpublishVersion"),
    "unpublish-accepts-basic": acceptingBasic("unpublishVersion"),
    "unpublish-accepts-scheme-token": acceptingScheme("Token", "unpublishVersion"),
  },
  "authentication/publishing-refuses-unknown-tokens": {
    "publishing-accepts-unknown-token": acceptingUnknownToken(publishing),
    "publishing-accepts-token-with-suffix": acceptingTokenWithSuffix(publishing),
    "publishing-finalize-accepts-unknown-token": acceptingUnknownToken("finalizeReleaseUpload"),
  },
  "authentication/trust-upload-refuses-unknown-tokens": {
    "trust-upload-accepts-unknown-token": acceptingUnknownToken(trustUpload),
    "trust-upload-accepts-token-with-suffix": acceptingTokenWithSuffix(trustUpload),
    "trust-upload-finalize-accepts-unknown-token": acceptingUnknownToken("finalizeTrustUpload"),
  },
  "authentication/unpublish-refuses-unknown-tokens": {
    "unpublish-accepts-unknown-token": acceptingUnknownToken("unpublishVersion"),
    "unpublish-accepts-token-with-suffix": acceptingTokenWithSuffix("unpublishVersion"),
  },
  "authentication/publishing-refuses-expired-tokens": {
    "publishing-accepts-expired-token": withoutRule("isExpired", publishing),
    "publishing-finalize-accepts-expired-token": {
      leads: "authentication/refused-finalizes-publish-nothing",
      change: withoutRule("isExpired", "finalizeReleaseUpload"),
    },
    "expired-token-accepted": withoutRule("isExpired", "every"),
    "expired-token-answers-authorization-failed": forbidding("isExpired"),
    "expired-token-without-grants-is-forbidden": forbidding("isExpired", ({ grants }) => grants.length === 0),
  },
  "authentication/trust-upload-refuses-expired-tokens": {
    "trust-upload-accepts-expired-token": withoutRule("isExpired", trustUpload),
    "trust-upload-finalize-accepts-expired-token": withoutRule("isExpired", "finalizeTrustUpload"),
  },
  "authentication/unpublish-refuses-expired-tokens": {
    "unpublish-accepts-expired-token": withoutRule("isExpired", "unpublishVersion"),
  },
  "authentication/publishing-refuses-revoked-tokens": {
    "publishing-accepts-revoked-token": withoutRule("isRevoked", publishing),
    "publishing-finalize-accepts-revoked-token": withoutRule("isRevoked", "finalizeReleaseUpload"),
    "revoked-token-for-a-scope-is-forbidden": forbidding(
      "isRevoked",
      (token) => !token.resources.includes("*"),
    ),
  },
  "authentication/trust-upload-refuses-revoked-tokens": {
    "trust-upload-accepts-revoked-token": withoutRule("isRevoked", trustUpload),
    "trust-upload-finalize-accepts-revoked-token": withoutRule("isRevoked", "finalizeTrustUpload"),
  },
  "authentication/unpublish-refuses-revoked-tokens": {
    "unpublish-accepts-revoked-token": withoutRule("isRevoked", "unpublishVersion"),
  },
  "authentication/unknown-uploads-need-a-token": {
    "unknown-upload-answers-not-found-without-token": lookingUpBeforeAuthentication(
      "finalizeReleaseUpload",
      (call) => call.registry.store.intents.has(call.parameters["uploadId"] ?? ""),
    ),
  },
  "authentication/trust-of-unknown-releases-needs-a-token": {
    "trust-for-unknown-release-answers-not-found-without-token": lookingUpBeforeAuthentication(
      ["createTrustUpload", "finalizeTrustUpload"],
      hasRelease,
    ),
  },
};

/** Faults that show for one kind of release or volume only. */
const ofKinds: FaultFile = {
  "authentication/unpublish-refuses-tokens-in-other-headers": {
    "unpublish-of-blocked-releases-needs-no-token": onlyWhen(isBlocked, acceptingNoToken("unpublishVersion")),
  },
  "authentication/unpublish-refuses-expired-tokens": {
    "unpublish-of-git-releases-accepts-expired-tokens": onlyWhen(
      isGit,
      withoutRule("isExpired", "unpublishVersion"),
    ),
  },
  "authentication/unpublish-refuses-revoked-tokens": {
    "unpublish-of-yanked-releases-accepts-revoked-tokens": onlyWhen(
      isYanked,
      withoutRule("isRevoked", "unpublishVersion"),
    ),
  },
  "authentication/publishing-refuses-unknown-tokens": {
    "volumes-with-a-namesake-are-published-with-unknown-tokens": onlyWhen(
      hasNamesake,
      acceptingUnknownToken(publishing),
    ),
  },
  "authentication/publishing-refuses-expired-tokens": {
    "create-beside-blocked-releases-accepts-expired-tokens": onlyWhen(
      isBesideBlocked,
      withoutRule("isExpired", "createReleaseUpload"),
    ),
  },
  "authentication/publishing-refuses-revoked-tokens": {
    "finalize-of-versions-with-build-metadata-accepts-revoked-tokens": onlyWhen(
      hasBuildMetadata,
      withoutRule("isRevoked", "finalizeReleaseUpload"),
    ),
  },
  "authentication/trust-upload-refuses-missing-tokens": {
    "trust-upload-for-git-releases-needs-no-token": onlyWhen(isGit, acceptingNoToken(trustUpload)),
  },
  "authentication/trust-upload-refuses-expired-tokens": {
    "trust-upload-for-blocked-releases-accepts-expired-tokens": onlyWhen(
      isBlocked,
      withoutRule("isExpired", trustUpload),
    ),
  },
  "authentication/trust-upload-refuses-revoked-tokens": {
    "trust-finalize-for-yanked-releases-accepts-revoked-tokens": onlyWhen(
      isYanked,
      withoutRule("isRevoked", trustUpload),
    ),
  },
};

/** The faults of several files, where each may have some for the same requirement. */
function joined(files: readonly FaultFile[]): FaultFile {
  const ids = new Set(files.flatMap((file) => Object.keys(file)));
  return Object.fromEntries(
    [...ids].map((id) => [id, Object.assign({}, ...files.map((file) => file[id] ?? {}))]),
  );
}

/** Faults in which credentials are accepted. */
export const credentials: FaultFile = joined([written, ofKinds, ...groups.map(faultsOfGroup)]);
