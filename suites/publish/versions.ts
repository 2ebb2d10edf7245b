/** Publishing more versions of a volume, and publishing an existing version again. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { Check, FixtureState, Tools } from "../../harness/check.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, listAt, slugOf, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { expectUploadedFiles } from "../situations/download.ts";
import { laterPublication } from "../situations/version-index.ts";
import { undefinedIfNotPossible } from "../../harness/outcome.ts";
import type { ReleaseName } from "../../harness/exchange/volume.ts";
import { attachedRelease } from "../situations/attached-release.ts";
import { twoBuilds } from "../situations/two-builds.ts";
import {
  expectConflict,
  lowerVersion,
  prereleaseInUpperCase,
  type Publication,
  refusalsOfLowerVersions,
  tryToPublish,
} from "../situations/publication.ts";
import { firstReleaseAtTheEnd, publishAgain } from "../situations/first-release-at-the-end.ts";

/** The rule for a version in a state that unpublish does not cause, or for one whose source is a git repository. */
function toNotReused(
  state: FixtureState | "git",
  about: Pick<Check, "id" | "of" | "rule" | "reading" | "forms">,
): CheckEntry {
  return {
    forms: "either",
    ...about,
    source: "Errors, version-conflict; Release metadata, version status",
    operations: ["createReleaseUpload", "finalizeReleaseUpload"],
    needs: ["token:publisher", `release:${state}`],
    covers: ["slug:version-conflict"],
    from: "standard",
    async run({ given, registry, expect }) {
      const { volume, version } =
        state === "git" ? await given.gitRelease() : await given.releaseInState(state);

      const publication = await tryToPublish(given, registry, { volume, version });

      const { status } = publication.created;
      if (status === 403 || status === 404) {
        throw given.skipped(
          `needs a ${state} release in a volume that the publisher may publish to (state "${state === "git" ? "git-release" : "release-status"}")`,
        );
      }
      // the volume has others of the releases in states
      await expectConflict({ given, expect }, publication);
    },
  };
}

function listsVersion(version: string): (answer: Answer) => boolean {
  return (answer) => listAt(answer.body, "items").some((row) => textAt(row, "version") === version);
}

/** Asserts that the version was published. */
export function expectPublished(
  { given, expect }: Pick<Tools, "given" | "expect">,
  { version, created, transfer, finalized }: Publication,
): void {
  expect.success(created);
  if (transfer !== undefined && finalized === undefined)
    throw given.blocked(`the upload transfer of a new version answered ${transfer.status}`, transfer);
  const answer = finalized ?? created;
  expect.success(answer);
  expect.equal(valueAt(answer.body, "release", "version"), version, {
    what: "the new release's version",
    answer,
  });
}

/** Another existing release: in one half one with an attachment, in the other half one with build metadata. */
async function otherRelease({ given, target }: Tools): Promise<ReleaseName | undefined> {
  if (given.half === "second") return (await twoBuilds(given)).first;
  return target.features.trust ? (await attachedRelease(given)).release : undefined;
}

const laterAndSimilar: readonly string[] = ["1.0.0", "1.0.0-RC.11", "1.0.0-rc.1"];

export const versions: CheckFile = {
  source: "Errors, version-conflict; Create release upload intent; Errors, rule 3",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "publish/existing-versions-are-refused",
      of: "publish/versions-are-never-reused",
      rule: "Publishing an existing version fails: `POST` create answers 409 `version-conflict`, or `POST` finalize 409 `version-conflict` or `invalid-upload-state`.",
      reading:
        "The text does not say whether create or finalize reports the conflict; either may. Finalize does not list `version-conflict`, so `invalid-upload-state` is also accepted there.",
      covers: [
        "slug:version-conflict",
        "answers:createReleaseUpload/version-conflict",
        "question:15",
        "question:2",
      ],
      from: "quick",
      async run(tools) {
        const { given, registry, expect, depth } = tools;
        const { at, last } = await publishAgain(given);

        // the volume has later versions
        const also = await refusalsOfLowerVersions(given, last);
        if (at === "create") expect.problem(last, "version-conflict", ...also);
        else expect.problem(last, "version-conflict", "invalid-upload-state", ...also);
        const other = depth === "quick" ? undefined : await undefinedIfNotPossible(() => otherRelease(tools));
        if (other !== undefined) await expectConflict(tools, await tryToPublish(given, registry, other));
      },
    },
    toNotReused("yanked", {
      id: "publish/yanked-versions-are-not-reused",
      of: "publish/versions-are-never-reused",
      rule: "Publishing a yanked version fails: `POST` create answers 409 `version-conflict`, or `POST` finalize 409 `version-conflict` or `invalid-upload-state`.",
      reading:
        "The text does not say which versions can be published again. A yanked version still has a `dist`, so we read it as existing.",
    }),
    toNotReused("blocked", {
      id: "publish/blocked-versions-are-not-reused",
      of: "publish/versions-are-never-reused",
      rule: "Publishing a blocked version fails: `POST` create answers 409 `version-conflict`, or `POST` finalize 409 `version-conflict` or `invalid-upload-state`.",
      reading:
        "The text does not say which versions can be published again. The publisher did not unpublish a blocked version, so we read it as existing.",
    }),
    toNotReused("git", {
      id: "publish/versions-in-git-are-not-reused",
      of: "publish/versions-are-never-reused",
      forms: "one",
      rule: "Publishing the version of a git release fails: `POST` create answers 409 `version-conflict`, or `POST` finalize 409 `version-conflict` or `invalid-upload-state`.",
      reading:
        "The text does not say which versions can be published again. The version of a git release has a release, so we read it as existing.",
    }),
    {
      id: "publish/existing-releases-are-never-replaced",
      of: "release-metadata/other-releases-stay-as-they-are",
      last: "together",
      rule: "After an attempt to publish an existing version again, `GET` metadata, its one `GET` index row and the download are those of the first release.",
      source: "Errors, version-conflict; Release metadata, integrity",
      operations: [
        "createReleaseUpload",
        "finalizeReleaseUpload",
        "getRelease",
        "getVersionIndex",
        "transferBytes",
      ],
      from: "quick",
      async run(tools) {
        const { given, registry, expect, eventually } = tools;
        const { first, metadata } = await firstReleaseAtTheEnd(given);
        await publishAgain(given);

        const index = await eventually(() => registry.getVersionIndex(first.volume), {
          since: first,
          until: listsVersion(first.version),
        });

        expect.equal(valueAt(metadata.body, "integrity"), first.integrity, {
          what: "the first release's integrity",
          answer: metadata,
        });
        const rows = listAt(index.body, "items").filter((row) => textAt(row, "version") === first.version);
        expect.equal(
          rows.map((row) => valueAt(row, "integrity") ?? first.integrity),
          [first.integrity],
          { what: "the integrity in the index rows of the version", answer: index },
        );
        await expectUploadedFiles(tools, first, metadata);
      },
    },
    {
      id: "publish/further-versions-are-accepted",
      of: "publish/unused-versions-are-accepted",
      rule: "`POST` create and `POST` finalize of a later version succeed, and the earlier release stays `available` with the same integrity.",
      source: "What the service does; Create release upload intent",
      operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
      last: "together",
      async run({ given, expect }) {
        const later = await laterPublication(given);

        expectPublished({ given, expect }, later);
        const { first, metadata: before } = await firstReleaseAtTheEnd(given);
        expect.equal(valueAt(before.body, "integrity"), first.integrity, {
          what: "the first release's integrity",
          answer: before,
        });
        expect.equal(valueAt(before.body, "status", "state"), "available", {
          what: "the first release's state",
          answer: before,
        });
      },
    },
    {
      id: "publish/similar-versions-do-not-conflict",
      of: "publish/unused-versions-are-accepted",
      forms: "one",
      rule: "`POST` create never answers `version-conflict` for a later version that differs from an existing one only in its prerelease, also after a real conflict.",
      source: "Errors, version-conflict: target version already exists or cannot be reused",
      reading:
        "The text does not say how similar two versions can be. In SemVer 2.0.0 these are different versions, so none of them exists already.",
      operations: ["createReleaseUpload"],
      covers: ["slug:version-conflict"],
      async run({ given, registry, expect }) {
        const { volume, version, archive } = await prereleaseInUpperCase(given);

        // another check publishes it in the same volume, and is not to come between the next requests
        await undefinedIfNotPossible(() => lowerVersion(given));
        // what a registry refuses is undone: a request after it finds nothing of it
        await registry.createReleaseUpload(volume, given.createBody(version, archive));
        for (const other of laterAndSimilar) {
          const requestBody = given.createBody(given.version(other), archive);
          const answer = await registry.createReleaseUpload(volume, requestBody);

          expect.that(slugOf(answer) !== "version-conflict", {
            expected: `no version-conflict for ${other} when ${version} exists`,
            wanted: { otherStatus: true },
            got: describeAnswer(answer),
            answer,
          });
        }
      },
    },
    {
      id: "publish/lower-versions-are-accepted",
      covers: ["slug:version-conflict"],
      forms: "one",
      level: "should",
      rule: "`POST` create and `POST` finalize of an unused version succeed, also if it is lower than a published version or a prerelease of it.",
      source: "Errors, version-conflict: target version already exists or cannot be reused",
      reading:
        "The text does not say that versions must rise; a conflict is about existing versions. A registry that requires rising versions gets a warning here and nowhere else.",
      async run({ given, registry, expect }) {
        const { volume, archive } = await given.sharedRelease();
        const prerelease = given.createBody(given.version("1.0.0-rc.1"), archive);
        expect.success(await registry.createReleaseUpload(volume, prerelease));

        expectPublished({ given, expect }, await lowerVersion(given));
      },
    },
  ],
};
