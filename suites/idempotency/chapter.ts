import type { Chapter } from "../../harness/check.ts";
import * as release from "./create-release.ts";
import * as trust from "./create-trust.ts";
import * as releaseFinalize from "./finalize-release.ts";
import * as trustFinalize from "./finalize-trust.ts";
import * as open from "./open-questions.ts";
import * as keys from "./two-keys.ts";

export const idempotency: Chapter = {
  id: "idempotency",
  title: "Idempotency keys",
  checks: [
    release.repeatedCreatesDoNotConflict,
    release.repeatedCreatesNameTheSameUpload,
    release.orderOfMembersIsNoConflict,
    ...release.changedCreateChecks,
    release.keysInTheBodyAreRemembered,
    release.keysOfAnotherTypeAreRefused,
    release.otherVolumesNeverGetThisUpload,
    keys.unequalKeysOfACreateConflict,
    keys.unequalKeysOfATrustCreateConflict,
    keys.unequalKeysOfATrustFinalizeConflict,
    keys.alikeKeysAreOtherKeys,
    keys.longKeysAreComparedWhole,
    releaseFinalize.repeatedFinalizesDoNotConflict,
    releaseFinalize.repeatedFinalizesGiveTheSameRelease,
    releaseFinalize.createsOfFinishedUploadsMayRepeat,
    releaseFinalize.finalizesNeverGiveAnotherRelease,
    releaseFinalize.creationKeysDoNotAnswerFinalizes,
    trust.repeatedTrustCreatesDoNotConflict,
    trust.repeatedTrustCreatesNameTheSameUpload,
    ...trust.changedTrustCreateChecks,
    trust.keysConflictWithAnotherFormat,
    trust.trustIntentsEchoTheirKey,
    trust.otherReleasesNeverGetThisTrustUpload,
    trustFinalize.repeatedTrustFinalizesDoNotConflict,
    trustFinalize.repeatedTrustFinalizesAttachOnce,
    trustFinalize.trustFinalizesNeverGiveAnotherAttachment,
  ],
  observations: [open.emptyKeys, open.callersAndKeys, open.pathsAndKeys, open.simultaneousCreates],
  untested: [
    {
      id: "idempotency/lifetime-of-keys",
      rule: "A key is remembered for some time.",
      source: "Endpoints, idempotency",
      reason: "The text does not say how long, and a run cannot wait for days.",
      covers: ["question:6"],
    },
  ],
};
