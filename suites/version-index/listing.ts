/** Which versions the index of a volume lists. */
import type { Check } from "../../harness/check.ts";
import { isSuccess } from "../../harness/registry/answer.ts";
import { expectRow, givenLatestOfSeveral, givenVolumeWithVersions, indexWith, versionsIn } from "./rows.ts";

const source = "What the service does: a per-volume version index; Endpoints, Version index";

export const answersAnonymousCallers: Check = {
  id: "version-index/answers-anonymous-callers",
  level: "must",
  rule: "The index of a volume answers a caller without a token, with a list of items.",
  source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Version index",
  operations: ["getVersionIndex"],
  covers: ["operation:getVersionIndex", "member:version-index.items", "rule:authentication/2", "convention:unscoped-form"],
  async run({ given, registry, settle, expect }) {
    const release = await given.readableRelease();

    const answer = await settle(release, () => registry.getVersionIndex(release.volume));

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
    const release = await tools.given.readableRelease();

    await expectRow(tools, release);
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
    const { releases, sinceMs } = await givenVolumeWithVersions(tools.given);

    for (const release of releases) await expectRow(tools, { ...release, sinceMs });
  },
};

export const listsEachVersionOnce: Check = {
  id: "version-index/lists-each-version-once",
  level: "must",
  rule: "The index of a volume has no two rows for one version.",
  source: "Resources, Version index row: version",
  operations: ["getVersionIndex"],
  covers: ["member:version-index-row.version"],
  async run(tools) {
    const { given, expect } = tools;
    const release = await givenLatestOfSeveral(given);

    const { answer } = await expectRow(tools, release);

    const versions = versionsIn(answer).filter((version) => version !== undefined);
    const repeated = versions.filter((version, index) => versions.indexOf(version) !== index);
    expect.equal(repeated, [], { what: "what the index lists more than once", answer });
  },
};

export const listsNothingElse: Check = {
  id: "version-index/lists-nothing-else",
  level: "must",
  rule: "The index of a volume lists no version that was not published of it.",
  source,
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  async run(tools) {
    const { given, expect } = tools;
    const single = await given.sharedRelease();
    const { releases } = await givenVolumeWithVersions(given);
    const published = new Map([
      [single, [single.version]],
      [releases.at(-1) ?? single, releases.map(({ version }) => version)],
    ]);
    for (const [release, versions] of published) {
      const answer = await indexWith(tools, release);

      const unknown = versionsIn(answer).filter((version) => version !== undefined && !versions.includes(version));
      expect.equal(unknown, [], { what: "what the index lists and nobody published", answer });
    }
  },
};

/** How many versions the long history has: more than one page of ten or twenty rows would show. */
const manyVersions = 24;

export const listsALongHistory: Check = {
  id: "version-index/lists-a-long-history",
  level: "must",
  rule: "The index lists every version of a volume, however many there are: it has no pages.",
  source,
  operations: ["getVersionIndex"],
  needs: ["token:publisher"],
  from: "deep",
  async run(tools) {
    const volume = tools.given.volume();
    let sinceMs = 0;
    const versions = Array.from({ length: manyVersions }, (_, index) => `1.${index}.0`);
    for (const version of versions) ({ sinceMs } = await tools.given.publishedRelease({ volume, version }));

    for (const version of versions) await expectRow(tools, { volume, version, sinceMs });
  },
};

export const unknownVolumeHasNoRows: Check = {
  id: "version-index/unknown-volume-has-no-rows",
  level: "must",
  rule: "The index of a volume that does not exist answers 404 not-found, or a success without rows.",
  source: "Endpoints, Version index: not-found; Errors, not-found",
  reading: "The text does not say whether a volume without versions is a volume, so an empty list is as right as not-found.",
  operations: ["getVersionIndex"],
  covers: ["answers:getVersionIndex/not-found", "question:18", "slug:not-found"],
  async run(tools) {
    const { registry, expect } = tools;
    const release = await tools.given.readableRelease();
    await indexWith(tools, release);
    const unknown = { ...release.volume, segment: `${release.volume.segment.slice(0, 100)}x0absent` };

    const answer = await registry.getVersionIndex(unknown);

    if (isSuccess(answer)) expect.equal(expect.list(answer, "items"), [], { what: "the rows of a volume that nobody published", answer });
    else expect.problem(answer, "not-found");
  },
};
