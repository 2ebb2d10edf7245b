/** What unpublishing a version leaves alone: every other version, and every other volume. */
import type { Check } from "../../harness/check.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { expectStillYanked, readYanked, yank } from "../release-metadata/yanked-version.ts";
import { showsAttachment } from "../trust/attached-release.ts";
import { keptTrust, secondUnpublish, type Tools } from "./second-unpublish.ts";
import { acceptedUnpublish, said } from "./unpublished-version.ts";

const about: Pick<Check, "level" | "source" | "operations" | "needs" | "forms"> = {
  level: "must",
  source: "Unpublish a version: one version of the path",
  operations: ["unpublishVersion"],
  needs: ["token:publisher"],
  forms: "unscoped",
};

const covers: readonly string[] = ["question:14", "rule:service/1"];

/** The release is there as it was published: available, the same tree, with a distribution. */
async function expectAvailable(
  { registry, settle, expect }: Tools,
  release: PublishedRelease,
): Promise<string | undefined> {
  const metadata = await settle(release, () => registry.getRelease(release));

  expect.success(metadata);
  expect.equal(textAt(metadata.body, "status", "state"), "available", {
    what: `status.state of ${release.version}`,
    answer: metadata,
  });
  expect.equal(textAt(metadata.body, "integrity"), release.integrity, {
    what: `integrity of ${release.version}`,
    answer: metadata,
  });
  expect.that(valueAt(metadata.body, "dist") !== undefined, {
    expected: `dist of ${release.version}`,
    got: "none",
    answer: metadata,
  });
  return textAt(metadata.body, "dist", "url");
}

export const otherVersionsKeepTheirMetadata: Check = {
  ...about,
  id: "unpublish/other-versions-keep-their-metadata",
  rule: "Unpublishing a version leaves the metadata of the volume's other versions as it was: available, with dist and the same integrity.",
  operations: ["unpublishVersion", "getRelease"],
  covers,
  async run(tools) {
    const { others } = await acceptedUnpublish(tools.given);

    for (const other of others) await expectAvailable(tools, other);
  },
};

export const otherVersionsKeepTheirRows: Check = {
  ...about,
  id: "unpublish/other-versions-keep-their-rows",
  rule: "Unpublishing a version leaves the volume's other versions in its index, none of them in another state.",
  operations: ["unpublishVersion", "getVersionIndex"],
  covers,
  async run({ given, registry, settle, expect }) {
    const { others } = await acceptedUnpublish(given);
    const [first] = others;
    if (first === undefined) throw given.blocked("there are no other versions");
    const last = others.at(-1) ?? first;

    const index = await settle(
      last,
      () => registry.getVersionIndex(first.volume),
      (answer) => others.every(({ version }) => versionsIn(answer.body).includes(version)),
    );

    expect.success(index);
    expect.list(index, "items");
    for (const { version } of others) {
      expect.that(versionsIn(index.body).includes(version), {
        expected: `a row of ${version}`,
        got: versionsIn(index.body).join(", ") || "no rows",
        answer: index,
      });
      const place = listAt(index.body, "items").findIndex((item) => textAt(item, "version") === version);
      expect.echo(index, ["items", place, "status", "state"], "available");
    }
  },
};

function versionsIn(body: unknown): readonly string[] {
  return listAt(body, "items").flatMap((item) => textAt(item, "version") ?? []);
}

export const otherVersionsCanBeDownloaded: Check = {
  ...about,
  id: "unpublish/other-versions-can-be-downloaded",
  rule: "Unpublishing a version leaves the archives of the volume's other versions where they can be downloaded.",
  operations: ["unpublishVersion", "getRelease", "transferBytes"],
  covers,
  from: "standard",
  async run(tools) {
    const { given, registry, settle, expect, resolve } = tools;
    const { others } = await acceptedUnpublish(given);

    for (const other of others) {
      const metadata = await settle(other, () => registry.getRelease(other));
      const locator = textAt(metadata.body, "dist", "url");
      const url = locator === undefined ? undefined : resolve(locator, metadata);
      if (url === undefined)
        throw given.blocked(`the metadata of ${other.version} has no dist.url`, metadata);
      const archive = await settle(other, () => registry.fetchLocator(url), isSuccess);

      expect.success(archive);
      expect.that(archive.bytes.length > 0, { expected: "bytes", got: "none", answer: archive });
    }
  },
};

export const otherVersionsKeepTheirTrust: Check = {
  ...about,
  id: "unpublish/other-versions-keep-their-trust",
  rule: "Unpublishing a version leaves the trust attachments of the volume's other versions where they are.",
  operations: ["unpublishVersion", "getTrustDetail"],
  covers,
  from: "standard",
  async run(tools) {
    const { given, registry, settle, expect } = tools;
    await secondUnpublish(tools.given);
    const { kept, attachment } = await keptTrust(given);

    const after = await settle(attachment, () => registry.getTrustDetail(kept), showsAttachment(attachment));

    expect.success(after, 200);
    expect.that(showsAttachment(attachment)(after), {
      expected: `the attachment ${attachment.attachmentId}`,
      got: "a detail without it",
      answer: after,
    });
  },
};

export const yankedVersionsStayYanked: Check = {
  ...about,
  id: "unpublish/yanked-versions-stay-yanked",
  rule: "Unpublishing a version leaves a yanked version of the same volume yanked.",
  reading: "A registry may hide a yanked release.",
  operations: ["unpublishVersion", "getRelease"],
  needs: ["token:publisher", "state:release-status"],
  covers: ["member:version-status.state", "gap:transitions/2"],
  from: "standard",
  async run(tools) {
    const { given, registry, settle } = tools;
    const yanked = await given.publishedRelease();
    const gone = await given.publishedRelease({ volume: yanked.volume, version: "1.1.0" });
    await yank(given, yanked);
    const control = await readYanked(tools, yanked, yanked);

    const answer = await settle(gone, () => registry.unpublishVersion(gone));
    if (!isSuccess(answer)) throw given.blocked(`unpublishing answered ${said(answer)}`, answer);

    await expectStillYanked(tools, yanked, { control, sinceMs: answer.endedAtMs });
  },
};

export const otherVolumesStay: Check = {
  ...about,
  id: "unpublish/other-volumes-stay",
  rule: "Unpublishing a version of an unscoped volume leaves the same version of the scoped volume of that name, and of volumes whose names begin alike, as it was.",
  reading: "A scoped and an unscoped name are two volumes, whatever their last part.",
  operations: ["unpublishVersion", "getRelease"],
  covers: ["convention:unscoped-form"],
  from: "standard",
  async run(tools) {
    const { namesakes } = await secondUnpublish(tools.given);

    for (const namesake of namesakes) await expectAvailable(tools, namesake);
  },
};
