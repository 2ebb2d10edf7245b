/** Which versions the index of a volume lists. */
import type { Check, Tools } from "../../harness/check.ts";
import type { Given } from "../../harness/given/given.ts";
import { type Answer, isSuccess } from "../../harness/registry/answer.ts";
import {
  expectRow,
  givenVolumeWithVersions,
  readIndexOnce,
  readRichestIndex,
  rowOf,
  versionsIn,
} from "./rows.ts";

const source = "What the service does: a per-volume version index; Endpoints, Version index";

export const answersAnonymousCallers: Check = {
  id: "version-index/answers-anonymous-callers",
  level: "must",
  rule: "The index of a volume answers a caller without a token, with a list of items.",
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Version index",
  operations: ["getVersionIndex"],
  covers: [
    "operation:getVersionIndex",
    "member:version-index.items",
    "rule:authentication/2",
    "convention:unscoped-form",
  ],
  async run({ given, expect }) {
    const { answer } = await readIndexOnce(given);

    expect.success(answer);
    expect.list(answer, "items");
  },
};

export const listsAPublishedVersion: Check = {
  id: "version-index/lists-a-published-version",
  level: "must",
  rule: "The index of a volume has a row for a version that was published.",
  source,
  reading: "An index may lag behind a publication by the time that the target file calls settleMs.",
  operations: ["getVersionIndex"],
  covers: ["member:version-index-row.version", "transition:release-finalize"],
  async run(tools) {
    const { release, answer } = await readIndexOnce(tools.given);

    expectRow(tools, answer, release.version);
  },
};

export const keepsEarlierVersions: Check = {
  id: "version-index/keeps-earlier-versions",
  level: "must",
  rule: "The index lists every published version of a volume: later ones join the earlier ones, whether higher, lower or a prerelease.",
  source,
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  covers: ["member:version-index.items"],
  async run(tools) {
    const { releases, answer } = await givenVolumeWithVersions(tools.given);

    for (const { version } of releases) expectRow(tools, answer, version);
    if (tools.depth === "deep") await expectLongHistory(tools);
  },
};

export const listsEachVersionOnce: Check = {
  id: "version-index/lists-each-version-once",
  level: "must",
  rule: "The index of a volume has no two rows for one version.",
  source: "Resources, Version index row: version",
  operations: ["getVersionIndex"],
  from: "standard",
  covers: ["member:version-index-row.version"],
  async run(tools) {
    const { release, answer } = await readRichestIndex(tools.given);

    expectRow(tools, answer, release.version);
    const versions = versionsIn(answer);
    const repeated = versions.filter((version, index) => versions.indexOf(version) !== index);
    tools.expect.equal(repeated, [], { what: "what the index lists more than once", answer });
  },
};

export const listsNothingElse: Check = {
  id: "version-index/lists-nothing-else",
  level: "must",
  rule: "The index of a volume lists no version that was not published of it.",
  source,
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  from: "standard",
  async run(tools) {
    const { given, expect } = tools;
    const single = await given.sharedRelease();
    const { releases, answer } = await givenVolumeWithVersions(given);
    const indexes = [
      { releases: [single], answer: (await readIndexOnce(given)).answer },
      { releases, answer },
    ];
    for (const index of indexes) {
      expect.success(index.answer);
      const published = new Set(
        index.releases.flatMap(({ volume, version }) => [version, ...given.lostVersions(volume)]),
      );
      const unknown = versionsIn(index.answer).filter((version) => !published.has(version));
      expect.equal(unknown, [], { what: "what the index lists and nobody published", answer: index.answer });
    }
  },
};

export const unknownVolumeHasNoRows: Check = {
  id: "version-index/unknown-volume-has-no-rows",
  level: "must",
  rule: "The index of a volume that does not exist answers 404 not-found, or a success without rows.",
  source: "Endpoints, Version index: not-found; Errors, not-found",
  reading:
    "The text does not say whether a volume without versions is a volume, so an empty list is as right as not-found.",
  operations: ["getVersionIndex"],
  covers: ["answers:getVersionIndex/not-found", "question:18", "slug:not-found"],
  async run(tools) {
    const { expect } = tools;
    const { answer: known, release } = await readIndexOnce(tools.given);
    expectRow(tools, known, release.version);

    const answer = await readUnknownIndex(tools.given);

    if (!isSuccess(answer)) return expect.problem(answer, "not-found");
    const rows = expect.list(answer, "items");
    expect.equal(rows, [], { what: "the rows of a volume that nobody published", answer });
  },
};

/** The index of a volume that does not exist, asked for once per form. */
export async function readUnknownIndex(given: Given): Promise<Answer> {
  return await given.shared("version-index/unknown", async (own, registry) => {
    const { volume } = await own.readableRelease();
    return await registry.getVersionIndex({ ...volume, segment: `${volume.segment.slice(0, 100)}x0absent` });
  });
}

/** How many versions a long history has: more than a page of ten or twenty rows would show. */
const manyVersions = 24;

async function expectLongHistory(tools: Tools): Promise<void> {
  const { given, registry, settle } = tools;
  const volume = given.volume();
  const versions = Array.from({ length: manyVersions }, (_, index) => `1.${index}.0`);
  let sinceMs = 0;
  for (const version of versions) ({ sinceMs } = await given.publishedRelease({ volume, version }));

  const answer = await settle(
    { sinceMs },
    () => registry.getVersionIndex(volume),
    (found) => versions.every((version) => rowOf(found, version) !== undefined),
  );

  for (const version of versions) expectRow(tools, answer, version);
}
