/** The versions that the index of a volume lists. */
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Tools } from "../../harness/check.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { unknownVolume } from "../inputs/near-identities.ts";
import { manyVersions } from "../situations/hostile-volume.ts";
import { readTwoBuilds } from "../situations/two-builds.ts";
import {
  expectRow,
  givenVolumeWithVersions,
  readIndexOnce,
  readRichestIndex,
  versionsIn,
} from "../situations/version-index.ts";

/** The index of an unknown volume, requested once per form. */
export const readUnknownIndex: Situation<Answer> = situation(
  "version-index/unknown",
  async ({ given, registry }) => {
    const { volume } = await given.readableRelease();
    return await registry.getVersionIndex(unknownVolume(volume));
  },
);

/** The number of versions of the volume with many: more than a page of twenty rows has, and at depth deep of a hundred. */
const versionCounts: Readonly<Record<Tools["depth"], number>> = { quick: 21, standard: 21, deep: 121 };

export const listing: CheckFile = {
  source: "What the service does: a per-volume version index; Endpoints, Version index",
  operations: ["getVersionIndex"],
  checks: [
    {
      id: "version-index/answers-anonymous-callers",
      of: "authentication/reads-need-no-authority",
      owns: ["every-response/endpoints-answer-their-own-problems", "every-response/reads-need-no-token"],
      rule: "`GET` index without a token answers 2xx.",
      source: "What the service does, rule 1; Authentication, rule 2; Endpoints, Version index",
      covers: ["operation:getVersionIndex", "rule:authentication/2", "convention:unscoped-form"],
      async run({ given, expect }) {
        const { answer } = await readIndexOnce(given);

        expect.success(answer);
      },
    },
    {
      id: "version-index/lists-a-published-version",
      of: "version-index/lists-each-published-version-once",
      answersFor: ["content of getVersionIndex"],
      rule: "`GET` index has a row for a published version.",
      reading:
        "The text does not say when a new version appears in the index. We wait up to `settleMs` of the target file.",
      covers: ["member:version-index-row.version", "transition:release-finalize"],
      async run(tools) {
        const { release, answer } = await readIndexOnce(tools.given);

        expectRow(tools, answer, release.version);
      },
    },
    {
      id: "version-index/keeps-earlier-versions",
      of: "version-index/lists-each-published-version-once",
      rule: "`GET` index lists every published version of a volume, also after a higher version, a lower version or a prerelease is published.",
      needs: ["token:publisher"],
      covers: ["member:version-index.items"],
      async run(tools) {
        const { releases, answer } = await givenVolumeWithVersions(tools.given);

        for (const { version } of releases) expectRow(tools, answer, version);
      },
    },
    {
      id: "version-index/lists-many-versions",
      of: "version-index/lists-each-published-version-once",
      rule: "`GET` index lists every version of a volume with 21 versions (121 at depth deep), each with its own `integrity`, if the row has one.",
      covers: ["member:version-index.items", "member:version-index-row.integrity"],
      needs: ["token:publisher"],
      forms: "one",
      from: "standard",
      async run(tools) {
        const { releases, answer } = await manyVersions(tools.given, versionCounts[tools.depth]);

        for (const { version, integrity } of releases) {
          const row = expectRow(tools, answer, version);
          if (integrity === undefined) continue;
          const got = textAt(row, "integrity") ?? integrity;
          tools.expect.equal(got, integrity, {
            what: `the integrity in the row of version ${version}`,
            answer,
          });
        }
      },
    },
    {
      id: "version-index/lists-each-build",
      of: "version-index/lists-each-published-version-once",
      rule: "Where two versions that differ only in build metadata are published, `GET` index has a row for each.",
      reading:
        "The text does not say whether both can exist. A registry that publishes both, each with its own `integrity`, has two releases.",
      covers: ["member:version-index.items", "question:10"],
      needs: ["token:publisher"],
      forms: "unscoped",
      from: "standard",
      async run(tools) {
        const { releases, index } = await readTwoBuilds(tools.given);
        if (
          new Set(releases.map(({ metadata }) => textAt(metadata.body, "integrity"))).size < releases.length
        )
          throw tools.given.nothingToJudge("both builds are one release");

        for (const { release } of releases) expectRow(tools, index, release.version);
      },
    },
    {
      id: "version-index/lists-each-version-once",
      of: "version-index/lists-each-published-version-once",
      owns: ["every-response/lists-repeat-no-volume-and-no-version"],
      rule: "`GET` index has at most one row for each version.",
      source: "Resources, Version index row: version",
      covers: ["member:version-index-row.version"],
      from: "standard",
      async run(tools) {
        const { release, answer } = await readRichestIndex(tools.given);

        expectRow(tools, answer, release.version);
        const versions = versionsIn(answer);
        const duplicates = versions.filter((version, index) => versions.indexOf(version) !== index);
        tools.expect.equal(duplicates, [], { what: "the duplicate versions in the index", answer });
      },
    },
    {
      id: "version-index/lists-only-published-versions",
      of: "version-index/lists-each-published-version-once",
      rule: "`GET` index lists only versions that were published for that volume.",
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
          const versions = versionsIn(index.answer);
          const unknown = versions.filter((version) => !published.has(version));
          const [first] = unknown;
          expect.equal(unknown, [], {
            what: "the versions in the index that were not published",
            answer: index.answer,
            ...(first === undefined ? {} : { at: `/items/${versions.indexOf(first)}` }),
          });
        }
      },
    },
    {
      id: "version-index/unknown-volume-has-no-rows",
      of: "release-metadata/unknown-releases-are-not-found",
      owns: ["every-response/endpoints-answer-their-own-problems"],
      rule: "`GET` index of an unknown volume answers 404 `not-found`, or 2xx with empty `items`.",
      source: "Endpoints, Version index: not-found; Errors, not-found",
      reading:
        "The text does not say whether a volume without versions exists. We accept `not-found` or an empty list.",
      covers: ["answers:getVersionIndex/not-found", "question:18", "slug:not-found"],
      async run(tools) {
        const { expect } = tools;
        const { answer: known, release } = await readIndexOnce(tools.given);
        expectRow(tools, known, release.version);

        const answer = await readUnknownIndex(tools.given);

        if (!isSuccess(answer)) return expect.problem(answer, "not-found");
        const rows = expect.list(answer, "items");
        expect.equal(rows, [], { what: "the rows of an unknown volume", answer });
      },
    },
  ],
};
