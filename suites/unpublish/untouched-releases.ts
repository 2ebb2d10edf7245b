/** Unpublishing a version does not change any other version or volume. */
import type { Tools } from "../../harness/check.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { assertYankIsShown, expectYankedOrHidden } from "../situations/yanked-version.ts";
import { detailWith, listedAt, expectAttachment } from "../situations/attached-release.ts";
import { fetchArchive } from "../situations/download.ts";
import { keptTrust, secondUnpublish } from "./second-unpublish.ts";
import { unpublishedBuild } from "./unpublished-build.ts";
import { firstAtOnce } from "../situations/first-at-once.ts";
import { expectBytesAtLocator } from "../situations/located-bytes.ts";
import { acceptedUnpublish, indexAfterUnpublish } from "./unpublished-version.ts";
import { unpublishBesideYanked } from "./yanked-version.ts";

const covers: readonly string[] = ["question:14", "rule:service/1"];

/** The other versions of the volume and their metadata, late in the run: most of what must not change them has happened. */
const othersAtTheEnd: Situation<readonly { readonly other: PublishedRelease; readonly metadata: Answer }[]> =
  situation("unpublish/other-versions-at-the-end", async ({ given, registry, eventually }) => {
    const { others } = await acceptedUnpublish(given);
    return await firstAtOnce(
      others,
      (other) => registry.getRelease(other),
      async (other, read) => ({ other, metadata: await eventually(read, { since: other }) }),
    );
  });

/** The trust detail that another version keeps after the further version was unpublished. */
const keptDetail: Situation<Answer> = situation("unpublish/kept-detail", async (tools) => {
  await secondUnpublish(tools.given);
  const { attachment } = await keptTrust(tools.given);
  return await detailWith(tools, attachment);
});

/** Asserts that metadata shows the release as it was published: available, with the same integrity, and with `dist`. */
function expectAvailable({ expect }: Tools, release: PublishedRelease, metadata: Answer): void {
  expect.success(metadata);
  expect.equal(textAt(metadata.body, "status", "state"), "available", {
    what: `\`status.state\` of ${release.version}`,
    wanted: { member: "state" },
    answer: metadata,
  });
  expect.equal(textAt(metadata.body, "integrity"), release.integrity, {
    what: `\`integrity\` of ${release.version}`,
    wanted: { member: "integrity" },
    answer: metadata,
  });
  expect.that(valueAt(metadata.body, "dist") !== undefined, {
    expected: `\`dist\` in the metadata of ${release.version}`,
    wanted: { member: "dist" },
    got: "no `dist`",
    answer: metadata,
  });
}

async function expectStillAvailable(tools: Tools, release: PublishedRelease): Promise<void> {
  const { registry, eventually } = tools;
  const metadata = await eventually(() => registry.getRelease(release), { since: release });
  expectAvailable(tools, release, metadata);
}

function versionsIn(body: unknown): readonly string[] {
  return listAt(body, "items").flatMap((item) => textAt(item, "version") ?? []);
}

export const untouchedReleases: CheckFile = {
  source: "Unpublish a version: one version of the path",
  operations: ["unpublishVersion", "getRelease"],
  needs: ["token:publisher"],
  forms: "unscoped",
  from: "standard",
  checks: [
    {
      id: "unpublish/other-builds-stay-available",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After a successful `DELETE` of one of two versions that differ only in build metadata, `GET` metadata still shows the other as `available`.",
      reading:
        "The text does not say whether both can exist. A registry that publishes both unpublishes the one that the path names.",
      async run(tools) {
        const { kept } = await unpublishedBuild(tools.given);

        await expectStillAvailable(tools, kept);
      },
    },
    {
      id: "unpublish/other-versions-keep-their-metadata",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After `DELETE` of a version, `GET` metadata of the volume's other versions shows `available`, a `dist` and the same `integrity`.",
      covers,
      from: "quick",
      last: "together",
      async run(tools) {
        for (const { other, metadata } of await othersAtTheEnd(tools.given))
          expectAvailable(tools, other, metadata);
      },
    },
    {
      id: "unpublish/other-versions-keep-their-rows",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After `DELETE` of a version, `GET` index still has a row for each other version. Where such a row has `status.state`, it is `available`.",
      operations: ["unpublishVersion", "getVersionIndex"],
      covers,
      from: "quick",
      async run({ given, registry, eventually, expect }) {
        const { others } = await acceptedUnpublish(given);
        const [first] = others;
        if (first === undefined) throw given.blocked("the volume has no other versions");
        const last = others.at(-1) ?? first;
        const isWhole = (answer: Answer): boolean =>
          others.every(({ version }) => versionsIn(answer.body).includes(version));

        const known = await indexAfterUnpublish(given);
        const index = isWhole(known)
          ? known
          : await eventually(() => registry.getVersionIndex(first.volume), { since: last, until: isWhole });

        expect.success(index);
        expect.list(index, "items");
        for (const { version } of others) {
          expect.that(versionsIn(index.body).includes(version), {
            expected: `a row for ${version}`,
            wanted: { item: version },
            got: `rows for ${versionsIn(index.body).join(", ") || "no version"}`,
            answer: index,
          });
          const position = listAt(index.body, "items").findIndex(
            (item) => textAt(item, "version") === version,
          );
          expect.echo(index, ["items", position, "status", "state"], "available");
        }
      },
    },
    {
      id: "unpublish/other-versions-can-be-downloaded",
      of: "release-metadata/other-releases-stay-as-they-are",
      last: "together",
      rule: "After `DELETE` of a version, the `dist.url` of each other version of the volume still downloads an archive that is not empty.",
      operations: ["unpublishVersion", "getRelease", "transferBytes"],
      covers,
      async run(tools) {
        const { given, expect } = tools;
        for (const { other, metadata } of await othersAtTheEnd(given)) {
          const { archive } = await fetchArchive(tools, other, metadata);
          if (archive === undefined)
            throw given.blocked(`the metadata of ${other.version} has no \`dist.url\``, metadata);

          expect.success(archive);
          expect.that(archive.bytes.length > 0, {
            expected: "a body with bytes",
            got: "an empty body",
            answer: archive,
          });
        }
      },
    },
    {
      id: "unpublish/other-versions-keep-their-trust",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After `DELETE` of a version, `GET` trust detail of another version answers 200 and still lists its attachment.",
      operations: ["unpublishVersion", "getTrustDetail"],
      covers,
      async run(tools) {
        const { given, expect } = tools;
        const { attachment } = await keptTrust(given);

        const after = await keptDetail(given);

        expect.success(after, 200);
        expectAttachment(expect, after, attachment);
      },
    },
    {
      id: "unpublish/other-versions-keep-equal-artifacts",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After `DELETE` of a version, the attachment of another version with the same bytes still has them at an http `locator.url`.",
      operations: ["unpublishVersion", "getTrustDetail", "transferBytes"],
      covers: ["member:trust-attachment.locator.url"],
      async run(tools) {
        const { given, expect } = tools;
        const { attachment } = await keptTrust(given);
        const detail = await keptDetail(given);
        listedAt(given, attachment, detail);
        expect.success(detail, 200);

        await expectBytesAtLocator(
          tools,
          { attachment, detail },
          "of which another release had the same bytes",
        );
      },
    },
    {
      id: "unpublish/yanked-versions-stay-yanked",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "After `DELETE` of a version, `GET` metadata of a yanked version of the volume shows `yanked`, or answers 403 `authorization-failed` or 404 `not-found`.",
      reading:
        "The text leaves open whether a registry shows a yanked release. It may hide the release, but must not show it in another state.",
      needs: ["token:publisher", "state:release-status"],
      covers: ["member:version-status.state", "gap:transitions/2"],
      async run(tools) {
        const { yanked, control, after } = await unpublishBesideYanked(tools.given);

        assertYankIsShown(tools, control);
        expectYankedOrHidden(tools, yanked, after);
      },
    },
    {
      id: "unpublish/other-volumes-keep-their-metadata",
      of: "release-metadata/other-releases-stay-as-they-are",
      rule: "`DELETE` of a version does not change that version in a volume with a longer name or in the scoped volume of the same name.",
      reading:
        "The text does not say how a scoped and an unscoped volume with the same last part are related. We read them as two volumes.",
      covers: ["convention:unscoped-form"],
      async run(tools) {
        const { namesakes } = await secondUnpublish(tools.given);

        for (const namesake of namesakes) await expectStillAvailable(tools, namesake);
      },
    },
  ],
};
