import { hash } from "node:crypto";
import type { Call } from "../../call.ts";
import { isJsonObject, type Json, objectAt, textAt } from "../../json.ts";
import { releasesOf } from "../../lookup.ts";
import { type ProblemSlug, ProblemError } from "../../problem-error.ts";
import { type Change, replaceRule } from "../../rules/change.ts";
import { allReleases, type Release } from "../../store.ts";
import { withoutBuild } from "../changes/identity.ts";
import { isYanked } from "../changes/lookups.ts";
import { onlyWithKey } from "../changes/idempotency.ts";
import { withoutLetterCase } from "../changes/look-alikes.ts";
import type { FaultFile } from "../fault.ts";

/** Also accepts purls for which `isClose` is true. */
function purlAccepted(isClose: (given: string, expected: string, release: Release) => boolean): Change {
  return replaceRule("trust", "assertPurl", (before) => (value, release, call) => {
    const expected = call.rules.identity.purl(release.name, release.version, call);
    if (typeof value !== "string" || !isClose(value, expected, release)) before(value, release, call);
  });
}

/** Also accepts integrities for which `isClose` is true. */
function integrityAccepted(isClose: (given: string, expected: string) => boolean): Change {
  return replaceRule("trust", "assertIntegrity", (before) => (value, release, call) => {
    if (typeof value !== "string" || !isClose(value, release.integrity)) before(value, release, call);
  });
}

type SubjectRule = (value: Json | undefined, release: Release, call: Call) => void;

/** Answers another problem. */
const refusedAs =
  (slug: ProblemSlug) =>
  (before: SubjectRule): SubjectRule =>
  (value, release, call) => {
    try {
      before(value, release, call);
    } catch (error) {
      throw error instanceof ProblemError ? new ProblemError(slug, error.message) : error;
    }
  };

const nameOf = (purl: string): string => purl.slice(0, purl.lastIndexOf("@"));

const versionOf = (purl: string): string => purl.slice(purl.lastIndexOf("@") + 1);

/** Faults in how a trust upload is bound to its release. */
export const subjectBinding: FaultFile = {
  "trust/other-versions-do-not-bind": {
    "purl-compared-without-letter-case": purlAccepted(withoutLetterCase),
    "purl-never-compared-with-a-key": {
      summary: "Every purl of the volume is accepted if `POST` trust create has an `Idempotency-Key`",
      change: onlyWithKey(purlAccepted((given, expected) => nameOf(given) === nameOf(expected))),
    },
    "trust-binds-to-any-version": {
      summary: "Only the volume in the subject's purl is compared",
      change: purlAccepted((given, expected) => nameOf(given) === nameOf(expected)),
    },
    "trust-binds-to-longer-versions": {
      summary: "The subject's purl may continue after the release's purl",
      change: purlAccepted((given, expected) => given.startsWith(expected)),
    },
    "trust-binds-to-the-same-minor-version": {
      summary: "The patch version in the subject's purl is not compared",
      change: purlAccepted(
        (given, expected) => given.replace(/\.\d+$/, "") === expected.replace(/\.\d+$/, ""),
      ),
    },
    "trust-purl-may-lack-the-build": {
      summary: "The subject's purl may lack the build metadata of the version",
      change: purlAccepted((given, expected) => given === withoutBuild(expected)),
    },
    "trust-binds-to-more-digits-of-the-version": purlAccepted(
      (given, expected) => given !== expected && given.replace(/10$/, "0") === expected,
    ),
    "trust-binds-to-any-purl": replaceRule("trust", "assertPurl", () => () => undefined),
    "trust-purl-mismatch-answers-validation-failed": replaceRule(
      "trust",
      "assertPurl",
      refusedAs("validation-failed"),
    ),
    "trust-purl-mismatch-answers-identity-mismatch": replaceRule(
      "trust",
      "assertPurl",
      refusedAs("identity-mismatch"),
    ),
  },
  "trust/other-volumes-do-not-bind": {
    "trust-binds-to-any-scope": purlAccepted(
      (given, expected) => given.replace(/%40[^/]*\//, "") === expected.replace(/%40[^/]*\//, ""),
    ),
    "trust-binds-to-any-volume-of-that-version": {
      summary: "Only the version in the subject's purl is compared",
      change: purlAccepted((given, expected) => versionOf(given) === versionOf(expected)),
    },
    "trust-binds-to-longer-names": {
      summary: "The name in the subject's purl may continue after the volume's name",
      change: purlAccepted(
        (given, expected) =>
          nameOf(given).startsWith(nameOf(expected)) && versionOf(given) === versionOf(expected),
      ),
    },
    "trust-binds-to-shorter-names": purlAccepted(
      (given, expected) =>
        nameOf(expected).startsWith(nameOf(given)) && versionOf(given) === versionOf(expected),
    ),
    "trust-binds-to-shorter-scopes": purlAccepted((given, expected) => {
      const [scope = "", name] = given.split("/").slice(-2);
      return (
        expected.startsWith(`pkg:volume/${scope}`) &&
        scope.startsWith("%40") &&
        name === expected.split("/").at(-1)
      );
    }),
    "trust-purl-may-have-qualifiers": purlAccepted(
      (given, expected) => given.replace(/\?[^#]*$/, "") === expected,
    ),
    "trust-binds-to-any-purl-of-a-yanked-release": purlAccepted((_given, _expected, release) =>
      isYanked(release),
    ),
    "trust-binds-to-any-purl-of-a-git-release": purlAccepted(
      (_given, _expected, { source }) => source.kind === "git",
    ),
    "trust-binds-to-any-purl-type": purlAccepted(
      (given, expected) => given.replace(/^pkg:[^/]*/, "") === expected.replace(/^pkg:[^/]*/, ""),
    ),
  },
  "trust/other-integrities-do-not-bind": {
    "trust-binds-to-any-integrity": replaceRule("trust", "assertIntegrity", () => () => undefined),
    "trust-binds-to-the-digest-of-the-archive": {
      summary: "The digest of the uploaded archive is accepted as the subject's integrity",
      change: replaceRule("trust", "assertIntegrity", (before) => (value, release, call) => {
        if (release.bytes === undefined || value !== `sha256:${hash("sha256", release.bytes)}`)
          before(value, release, call);
      }),
    },
    "trust-binds-to-an-integrity-without-its-last-digit": integrityAccepted(
      (given, expected) => given.slice(0, -1) === expected.slice(0, -1),
    ),
    "trust-binds-to-any-integrity-of-a-yanked-release": replaceRule(
      "trust",
      "assertIntegrity",
      (before) => (value, release, call) => {
        if (!isYanked(release)) before(value, release, call);
      },
    ),
    "trust-binds-to-any-integrity-of-a-git-release": replaceRule(
      "trust",
      "assertIntegrity",
      (before) => (value, release, call) => {
        if (release.source.kind !== "git") before(value, release, call);
      },
    ),
    "trust-compares-the-start-of-the-integrity": {
      summary: "Only the first 12 digits of the subject's integrity are compared",
      change: integrityAccepted((given, expected) => given.slice(0, 19) === expected.slice(0, 19)),
    },
    "trust-compares-the-end-of-the-integrity": {
      summary: "Only the last 12 digits of the subject's integrity are compared",
      change: integrityAccepted((given, expected) => given.slice(-12) === expected.slice(-12)),
    },
    "trust-compares-both-ends-of-the-integrity": {
      summary: "The digits in the middle of the subject's integrity are not compared",
      change: integrityAccepted(
        (given, expected) =>
          given.slice(0, 31) === expected.slice(0, 31) && given.slice(-24) === expected.slice(-24),
      ),
    },
    "trust-integrity-mismatch-answers-digest-mismatch": replaceRule(
      "trust",
      "assertIntegrity",
      refusedAs("digest-mismatch"),
    ),
  },
  "trust/integrities-of-other-versions-do-not-bind": {
    "trust-binds-to-any-integrity-of-the-volume": {
      summary: "The subject's integrity may be that of any version of the volume",
      change: replaceRule("trust", "assertIntegrity", (before) => (value, release, call) => {
        if (!releasesOf(release.name, call).some(({ integrity }) => integrity === value))
          before(value, release, call);
      }),
    },
  },
  "trust/other-releases-do-not-bind": {
    "trust-subject-compared-for-cyclonedx-only": {
      summary: "The subject of `POST` trust create is compared only if the format is CycloneDX",
      change: replaceRule("trust", "toIntent", (before) => (submission, release) => {
        const { call, body } = submission;
        const own = call.rules.render.subject(release, call);
        const isCompared = textAt(objectAt(objectAt(body, "attachment"), "format"), "family") === "cyclonedx";
        return before(isCompared ? submission : { ...submission, body: { ...body, subject: own } }, release);
      }),
    },
    "trust-binds-to-any-existing-release": replaceRule(
      "trust",
      "assertSubject",
      (before) => (value, release, call) => {
        const isKnown = allReleases(call.registry.store).some(
          (one) =>
            isJsonObject(value) &&
            value["integrity"] === one.integrity &&
            value["purl"] === call.rules.identity.purl(one.name, one.version, call),
        );
        if (!isKnown) before(value, release, call);
      },
    ),
  },
  "trust/malformed-subjects-are-refused": {
    "trust-subject-may-be-a-purl": replaceRule(
      "trust",
      "assertSubject",
      (before) => (value, release, call) => {
        before(
          typeof value === "string" ? { purl: value, integrity: release.integrity } : value,
          release,
          call,
        );
      },
    ),
    "trust-purl-may-have-a-subpath": purlAccepted(
      (given, expected) => given.replace(/#.*$/, "") === expected,
    ),
    "trust-purl-is-trimmed": purlAccepted((given, expected) => given.trim() === expected),
    "trust-subject-without-version": purlAccepted((given, expected) => given === nameOf(expected)),
    "trust-subject-may-have-a-list-of-purls": replaceRule(
      "trust",
      "assertPurl",
      (before) => (value, release, call) => {
        before(Array.isArray(value) ? value[0] : value, release, call);
      },
    ),
    "trust-purl-in-other-case-accepted": purlAccepted(
      (given, expected) => given.toLowerCase() === expected.toLowerCase(),
    ),
    "trust-cut-purl-accepted": {
      summary: "The subject's purl may lack its last character",
      change: purlAccepted((given, expected) => given === expected.slice(0, -1)),
    },
    "trust-cut-integrity-accepted": {
      summary: "The subject's integrity may lack its last digits",
      change: integrityAccepted((given, expected) => given.length > 40 && expected.startsWith(given)),
    },
  },
};
