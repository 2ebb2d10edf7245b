/** What becomes of a volume's versions when further ones are published. */
import type { Check, FixtureState } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import { describeAnswer } from "../../harness/expect/expect.ts";
import { type Answer, isSuccess, listAt, slugOf, textAt, valueAt } from "../../harness/registry/answer.ts";
import { expectUploadedFiles } from "../integrity/download.ts";
import { laterPublication } from "../version-index/rows.ts";
import type { Publication } from "./publication.ts";
import { firstRelease, type Tools } from "./set-up.ts";

/** Publishes the first release's version again with other files, as far as the registry goes along; gives its last word. */
function secondTry(given: Given): Promise<{ readonly at: "create" | "finalize"; readonly last: Answer }> {
  return given.shared("publish/second-try", async (own, registry) => {
    const { volume, version } = await firstRelease(own);
    const archive = await own.archive(
      { volume, version },
      { files: [{ name: "README.md", content: "# Other files\n" }] },
    );
    const requestBody = own.createBody(version, archive);
    const created = await registry.createReleaseUpload(volume, requestBody);
    if (!isSuccess(created)) return { at: "create", last: created };
    const intent = own.intentOf({ volume, version, archive, requestBody }, created);
    await own.offerBytes(intent, archive.bytes);
    return { at: "finalize", last: await registry.finalizeReleaseUpload(intent) };
  });
}

export const existingVersionsAreRefused: Check = {
  id: "publish/existing-versions-are-refused",
  level: "must",
  rule: "A version that exists is not published again: create or finalize answers 409 version-conflict.",
  source: "Errors, version-conflict; Create release upload intent; Errors, rule 3",
  reading:
    "The text does not say whether the conflict is due at create or at finalize, so that either will do. Finalize does not list version-conflict itself; a registry that keeps to its list may answer invalid-upload-state there.",
  operations: ["createReleaseUpload", "finalizeReleaseUpload"],
  needs: ["token:publisher"],
  covers: [
    "slug:version-conflict",
    "answers:createReleaseUpload/version-conflict",
    "question:15",
    "question:2",
  ],
  async run({ given, expect }) {
    const { at, last } = await secondTry(given);

    if (at === "create") expect.problem(last, "version-conflict");
    else expect.problem(last, "version-conflict", "invalid-upload-state");
  },
};

/** A version that exists in a state that nobody unpublished it to. */
function notReused(state: FixtureState, about: Pick<Check, "id" | "level" | "rule" | "reading">): Check {
  return {
    ...about,
    source: "Errors, version-conflict; Release metadata, version status",
    operations: ["createReleaseUpload", "finalizeReleaseUpload"],
    needs: ["token:publisher", `release:${state}`],
    covers: ["slug:version-conflict"],
    from: "standard",
    forms: "either",
    async run({ given, registry, expect }) {
      const { volume, version } = await given.releaseInState(state);
      const archive = await given.archive({ volume, version });
      const requestBody = given.createBody(version, archive);

      const created = await registry.createReleaseUpload(volume, requestBody);

      if (created.status === 403 || created.status === 404) {
        throw given.skipped(
          `needs a release that is ${state} and that the publisher may publish to, by the state "release-status"`,
        );
      }
      if (!isSuccess(created)) {
        expect.problem(created, "version-conflict");
        return;
      }
      const intent = given.intentOf({ volume, version, archive, requestBody }, created);
      await given.offerBytes(intent, archive.bytes);
      const finalized = await registry.finalizeReleaseUpload(intent);
      expect.problem(finalized, "version-conflict", "invalid-upload-state");
    },
  };
}

export const yankedVersionsAreNotReused: Check = notReused("yanked", {
  id: "publish/yanked-versions-are-not-reused",
  level: "must",
  rule: "A version that is yanked exists: create or finalize answers 409 version-conflict.",
  reading:
    "Whether a version can be published again after it was unpublished is left open; a yanked one still has its dist.",
});

export const blockedVersionsAreNotReused: Check = notReused("blocked", {
  id: "publish/blocked-versions-are-not-reused",
  level: "must",
  rule: "A version that is blocked exists: create or finalize answers 409 version-conflict.",
  reading:
    "Whether a version can be published again after it was unpublished is left open; a block is not its publisher's doing.",
});

export const existingReleasesAreNeverReplaced: Check = {
  id: "publish/existing-releases-are-never-replaced",
  level: "must",
  rule: "After another try to publish an existing version, its metadata, its index row and its files are those of the first release.",
  source: "Errors, version-conflict; Release metadata, integrity",
  operations: [
    "createReleaseUpload",
    "finalizeReleaseUpload",
    "getRelease",
    "getVersionIndex",
    "transferBytes",
  ],
  needs: ["token:publisher"],
  async run(tools) {
    const { given, registry, expect, settle } = tools;
    const first = await firstRelease(given);
    await secondTry(given);

    const metadata = await settle(first, () => registry.getRelease(first));
    const index = await settle(first, () => registry.getVersionIndex(first.volume), isListing(first.version));

    expect.equal(valueAt(metadata.body, "integrity"), first.integrity, {
      what: "the first release's integrity",
      answer: metadata,
    });
    const rows = listAt(index.body, "items").filter((row) => textAt(row, "version") === first.version);
    expect.equal(
      rows.map((row) => valueAt(row, "integrity") ?? first.integrity),
      [first.integrity],
      { what: "the integrity in all rows of the version", answer: index },
    );
    await expectUploadedFiles(tools, first, metadata);
  },
};

function isListing(version: string): (answer: Answer) => boolean {
  return (answer) => listAt(answer.body, "items").some((row) => textAt(row, "version") === version);
}

/** A further version was taken, and is the one that was published. */
export function expectPublished(
  { given, expect }: Pick<Tools, "given" | "expect">,
  { version, created, transfer, finalized }: Publication,
): void {
  expect.success(created);
  if (transfer !== undefined && finalized === undefined)
    throw given.blocked(`the bytes of a later version were answered ${transfer.status}`, transfer);
  const answer = finalized ?? created;
  expect.success(answer);
  expect.equal(valueAt(answer.body, "release", "version"), version, {
    what: "the new release's version",
    answer,
  });
}

export const furtherVersionsAreAccepted: Check = {
  id: "publish/further-versions-are-accepted",
  level: "must",
  rule: "A volume that has a release takes a later version, and the release it had stays available as it was.",
  source: "What the service does; Create release upload intent",
  operations: ["createReleaseUpload", "finalizeReleaseUpload", "getRelease"],
  needs: ["token:publisher"],
  from: "standard",
  async run({ given, registry, expect, settle }) {
    const first = await firstRelease(given);
    const later = await laterPublication(given);

    expectPublished({ given, expect }, later);
    const before = await settle(first, () => registry.getRelease(first));
    expect.equal(valueAt(before.body, "integrity"), first.integrity, {
      what: "the first release's integrity",
      answer: before,
    });
    expect.equal(valueAt(before.body, "status", "state"), "available", {
      what: "the first release's state",
      answer: before,
    });
  },
};

/** Versions that a volume with this one does not have, and that have its numbers, its first characters or its letters. */
function versionsLike(version: string): readonly string[] {
  if (!version.includes("-")) return [`${version}-rc.1`];
  const [numbers = ""] = version.split("-");
  return [numbers, `${version}1`, version.toUpperCase()];
}

export const likeVersionsDoNotConflict: Check = {
  id: "publish/versions-that-are-alike-do-not-conflict",
  level: "must",
  rule: "A version that does not exist is no version-conflict because the volume has another that differs in its prerelease alone.",
  source: "Errors, version-conflict: target version already exists or cannot be reused",
  reading:
    "A prerelease, its release and a prerelease in letters of another case are three versions of SemVer 2.0.0, and none of them stands for another. Whether a registry wants versions to rise is not said; one that does has to call it something else.",
  operations: ["createReleaseUpload"],
  needs: ["token:publisher"],
  covers: ["slug:version-conflict"],
  from: "standard",
  async run({ given, registry, expect }) {
    const { volume, version, archive } = await firstRelease(given);

    for (const other of versionsLike(version)) {
      const requestBody = given.createBody(given.version(other), archive);
      const answer = await registry.createReleaseUpload(volume, requestBody);

      expect.that(slugOf(answer) !== "version-conflict", {
        expected: `no version-conflict for ${other} beside ${version}`,
        got: describeAnswer(answer),
        answer,
      });
    }
  },
};
