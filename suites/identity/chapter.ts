import type { Chapter } from "../../harness/check.ts";
import * as formats from "./formats.ts";
import * as nameLookup from "./name-lookup.ts";
import * as names from "./names.ts";
import * as observations from "./observations.ts";
import * as scopes from "./scopes.ts";
import * as versionLookup from "./version-lookup.ts";
import * as versions from "./versions.ts";

export const identity: Chapter = {
  id: "identity",
  title: "Names, versions and formats",
  checks: [
    names.wellFormedNamesAreAccepted,
    names.theLongestNamesAreAccepted,
    names.longerNamesAreRefused,
    names.doubleHyphensAreRefused,
    names.hyphensAtEdgesAreRefused,
    names.foreignCharactersAreRefused,
    nameLookup.namesAreKeptExactly,
    nameLookup.malformedNamesAreNotFound,
    nameLookup.namesAreMatchedExactly,
    nameLookup.formsAreDifferentVolumes,
    scopes.wellFormedScopesAreAccepted,
    scopes.theLongestScopesAreAccepted,
    scopes.longerScopesAreRefused,
    scopes.scopesWithDoubleHyphensAreRefused,
    scopes.scopesWithHyphensAtEdgesAreRefused,
    scopes.scopesWithForeignCharactersAreRefused,
    scopes.theLongestVolumeNamesAreAccepted,
    versions.wellFormedVersionsAreAccepted,
    versions.leadingZerosAreRefused,
    versions.emptyIdentifiersAreRefused,
    versions.otherShapesAreRefused,
    versions.foreignCharactersInVersionsAreRefused,
    versionLookup.versionsAreKeptExactly,
    versionLookup.buildMetadataIsKeptExactly,
    versionLookup.malformedVersionsAreNotFound,
    versionLookup.versionsAreMatchedExactly,
    formats.purlsFollowTheTemplate,
    formats.purlsHoldTheWholeVersion,
    formats.digestsAreLowercase,
    formats.timestampsAreDateTimes,
    formats.declarationKeysHaveTheirForm,
    formats.declarationKeysShareTheirPrefix,
  ],
  observations: [
    observations.encodedAtSign,
    observations.plusInPurls,
    observations.plusInPaths,
    observations.buildMetadataTwins,
    observations.veryLongVersions,
    observations.hugeNumbers,
  ],
};
