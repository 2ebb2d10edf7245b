/** What unpublishing changes for the version itself. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, isSuccess, valueAt } from "../../harness/exchange/answer.ts";
import type { Given } from "../../harness/given/given.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { isYanked } from "../situations/yanked-version.ts";
import { secondUnpublish } from "./second-unpublish.ts";
import {
  acceptedUnpublish,
  indexAfterUnpublish,
  isNoLongerAvailable,
  describeMetadata,
  rowState,
  unpublishedVersion,
} from "./unpublished-version.ts";
import { unpublishedBuild } from "./unpublished-build.ts";
import { unpublishBesideYanked } from "./yanked-version.ts";

/** The metadata of a further version, of one beside a yanked version, and of one of two builds, each after its unpublish. */
async function laterOnes(given: Given): Promise<readonly Answer[]> {
  const further = await secondUnpublish(given);
  const beside = await undefinedIfSkipped(() => unpublishBesideYanked(given));
  const build = await undefinedIfSkipped(() => unpublishedBuild(given));
  return [further.after, beside?.gone, build?.after].filter((after) => after !== undefined);
}

export const outcome: CheckFile = {
  source: "Unpublish a version",
  operations: ["unpublishVersion", "getRelease"],
  needs: ["token:publisher"],
  forms: "unscoped",
  checks: [
    {
      id: "unpublish/publishers-may-unpublish",
      rule: "`DELETE` of an existing version with an authorized token answers 2xx.",
      reading:
        "The text states neither status nor body, and gives the path for unscoped names only. We accept any 2xx and send no scoped name here.",
      operations: ["unpublishVersion"],
      covers: ["operation:unpublishVersion", "gap:endpoints/7", "rule:service/1", "rule:authentication/6"],
      async run({ given, expect }) {
        const { answer } = await unpublishedVersion(given);

        expect.success(answer);
      },
    },
    {
      id: "unpublish/versions-stop-being-available",
      of: "unpublish/unpublished-versions-are-not-available",
      rule: "After a successful `DELETE`, within the settling time, `GET` metadata answers 404 `not-found` or 403 `authorization-failed`, or shows a `status.state` other than `available`.",
      source: "Unpublish a version: accepted or tombstoned",
      reading:
        "The text does not say which state follows. A registry that only accepts the request may take up to the settling time of the target.",
      covers: ["gap:transitions/2", "question:14"],
      async run(tools) {
        const { given, expect, depth } = tools;
        const first = await acceptedUnpublish(given);
        const later = depth === "quick" ? [] : await laterOnes(given);
        for (const after of [first.after, ...later]) {
          expect.that(isNoLongerAvailable(after), {
            expected: "404 not-found, 403 authorization-failed, or a `status.state` other than `available`",
            wanted: { problems: ["not-found"], orElse: true },
            got: describeMetadata(after),
            answer: after,
          });
        }
      },
    },
    {
      id: "unpublish/yanked-versions-are-unpublished-too",
      of: "unpublish/unpublished-versions-are-not-available",
      rule: "After a successful `DELETE` of a yanked version, `GET` metadata shows `yanked` no more. This is judged if other unpublished versions are not shown as `yanked`.",
      source: "Unpublish a version: accepted or tombstoned",
      reading:
        "The text does not say which state follows, or whether a yanked version can be unpublished. We compare with what the registry made of an available version, and judge only a `DELETE` that succeeded.",
      needs: ["token:publisher", "state:release-status"],
      covers: ["gap:transitions/2", "question:14"],
      from: "standard",
      async run({ given, registry, eventually, expect }) {
        const { release, after: usual } = await acceptedUnpublish(given);
        const { yanked, after: before } = await unpublishBesideYanked(given);
        const unlike = given.nothingToJudge("an unpublished version is shown as `yanked` or `available`");
        if (!isNoLongerAvailable(usual) || isYanked(usual)) throw unlike;
        if (!isYanked(before)) throw given.nothingToJudge("metadata does not show a yanked version");

        const answer = await eventually(() => registry.unpublishVersion(yanked), { since: yanked });
        if (!isSuccess(answer)) throw given.nothingToJudge("a yanked version is not unpublished");
        const metadata = await eventually(() => registry.getRelease(yanked), {
          since: { sinceMs: answer.endedAtMs },
          until: (found) => !isYanked(found),
        });
        // what was not found for a while after the write may be shown as `yanked` by now
        if (isYanked(metadata) && isYanked(await registry.getRelease(release))) throw unlike;

        expect.that(!isYanked(metadata), {
          expected: `as of other unpublished versions: ${describeMetadata(usual)}`,
          got: describeMetadata(metadata),
          answer: metadata,
        });
      },
    },
    {
      id: "unpublish/the-index-stops-listing-versions-as-available",
      of: "unpublish/unpublished-versions-are-not-available",
      rule: "After a successful `DELETE`, `GET` index does not list the version as `available`, within the settling time.",
      source: "Unpublish a version: accepted or tombstoned; Version index row",
      reading:
        "The text does not say whether the row disappears or stays with another state. Both pass, and so does a row without `status.state`.",
      operations: ["unpublishVersion", "getVersionIndex"],
      covers: ["question:14"],
      from: "standard",
      async run({ given, expect }) {
        const { version } = (await acceptedUnpublish(given)).release;

        const index = await indexAfterUnpublish(given);

        expect.success(index);
        expect.that(rowState(index.body, version) !== "available", {
          expected: "no row, or a row whose `status.state` is not `available`",
          got: "a row whose `status.state` is `available`",
          answer: index,
        });
      },
    },
    {
      id: "unpublish/tombstones-keep-their-identity",
      of: "unpublish/unpublished-versions-are-not-available",
      rule: "After a successful `DELETE`, `GET` metadata answers 404 `not-found` or 403 `authorization-failed`, or keeps `name`, `version`, `purl` and `integrity`.",
      source: "Release metadata: name, version, purl, integrity",
      reading:
        "The text does not say whether metadata can still be read. If it can, it still describes the same file tree.",
      covers: ["question:14"],
      from: "standard",
      async run({ given, expect }) {
        const { release, after } = await acceptedUnpublish(given);

        expect.that(isSuccess(after) || isNoLongerAvailable(after), {
          expected: "release metadata, 404 not-found or 403 authorization-failed",
          got: describeMetadata(after),
          answer: after,
        });
        if (!isSuccess(after)) return;
        for (const member of ["name", "version", "purl", "integrity"]) {
          expect.equal(valueAt(after.body, member), valueAt(release.answer.body, "release", member), {
            what: member,
            answer: after,
          });
        }
      },
    },
  ],
  untested: [
    {
      id: "unpublish/whole-volumes",
      rule: "A caller with the permission can unpublish a whole volume identity.",
      source: "Gaps in endpoint coverage: unpublish of a whole volume identity",
      reason:
        "The specification gives no path for it. A guessed path might delete more than this run published.",
      covers: ["gap:endpoints/8"],
    },
  ],
};
