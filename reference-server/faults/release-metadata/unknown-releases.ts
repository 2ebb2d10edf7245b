import { releasesOf } from "../../lookup.ts";
import { allReleases } from "../../store.ts";
import { onlyWhen, replaceRule } from "../../rules/change.ts";
import { segmentOf } from "../changes/identity.ts";
import { servingMissing } from "../changes/lookups.ts";
import { answering, answeringUnknownRelease } from "../changes/problems.ts";
import type { FaultFile } from "../fault.ts";

/** Faults in metadata of what does not exist. */
export const unknownReleases: FaultFile = {
  "release-metadata/unknown-version-is-not-found": {
    "metadata-of-unknown-version-is-that-of-an-existing-one": servingMissing((call) =>
      releasesOf(call.name, call).at(-1),
    ),
    "metadata-of-unknown-version-answers-validation-failed": answering(
      "getRelease",
      "not-found",
      "validation-failed",
    ),
    "numbers-of-versions-have-32-bits": {
      summary: "Versions whose numbers are equal in 32 bits are one release",
      change: replaceRule(
        "identity",
        "versionKey",
        () => (version) => version.replaceAll(/\d{10,}/g, (digits) => String(Number(digits) | 0)),
      ),
    },
  },
  "release-metadata/near-versions-are-not-found": {
    "metadata-of-a-missing-release-is-that-of-its-prerelease": servingMissing((call) =>
      releasesOf(call.name, call).find(({ version }) => version.startsWith(`${call.version}-`)),
    ),
    "metadata-of-a-missing-release-is-that-of-its-build": servingMissing((call) =>
      releasesOf(call.name, call).find(({ version }) => version.startsWith(`${call.version}+`)),
    ),
  },
  "release-metadata/conditional-reads-do-not-find-unknown-versions": {
    "conditional-read-of-a-missing-release-is-not-modified": onlyWhen(
      (call) => call.request.headers.get("if-none-match") === "*",
      answeringUnknownRelease("getRelease", () => ({ status: 304, headers: {} })),
    ),
  },
  "release-metadata/unknown-volume-is-not-found": {
    "metadata-of-unknown-volume-answers-authorization-failed": onlyWhen(
      (call) => releasesOf(call.name, call).length === 0,
      answering("getRelease", "not-found", "authorization-failed"),
    ),
    "metadata-is-found-in-any-scope": {
      summary: "Metadata of a volume is found under every scope",
      change: servingMissing((call) =>
        allReleases(call.registry.store).find(
          ({ name, version }) =>
            call.form === "scoped" &&
            name.startsWith("@") &&
            segmentOf(name) === segmentOf(call.name) &&
            version === call.version,
        ),
      ),
    },
    "metadata-is-found-by-the-beginning-of-a-name": {
      summary: "Metadata is found where the volume's name is a prefix of the requested name",
      leads: "identity/names-are-matched-exactly",
      change: servingMissing((call) =>
        allReleases(call.registry.store).find(
          ({ name, version }) => call.name.startsWith(name) && version === call.version,
        ),
      ),
    },
  },
};
