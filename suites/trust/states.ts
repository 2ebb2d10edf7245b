/** Trust documents of releases that are not available, and of releases in git. */
import type { Check, FixtureState, Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { readGitOnce } from "../release-metadata/reading.ts";
import { yank } from "../release-metadata/yanked-version.ts";
import { detailWith, showsAttachment } from "./attached-release.ts";
import { unscopedNamesake } from "./isolation.ts";

const about: Pick<Check, "level" | "operations" | "forms" | "from"> = {
  level: "must",
  operations: ["getTrustSummary", "getTrustDetail"],
  forms: "either",
  from: "standard",
};

const covers: readonly string[] = ["summary", "detail"].flatMap((document) =>
  ["purl", "integrity"].map((member) => `member:trust-${document}.subject.${member}`),
);

const documents = [
  { read: "getTrustSummary", list: "artifacts" },
  { read: "getTrustDetail", list: "attachments" },
] as const;

/** A trust document of the release: its list is there, and its subject is none but this release. */
function expectAbout(
  { expect }: Tools,
  { purl, integrity }: ReadableRelease,
  { answer, list }: { readonly answer: Answer; readonly list: string },
): void {
  expect.success(answer, 200);
  expect.list(answer, list);
  expect.echo(answer, ["subject", "purl"], purl);
  if (integrity !== "") expect.echo(answer, ["subject", "integrity"], integrity);
}

/** Trust documents of a release in a state that the API cannot reach. */
function documentsIn(state: FixtureState): Check {
  return {
    ...about,
    id: `trust/documents-of-${state}-releases-name-them`,
    rule: `Trust summary and trust detail of a release that is ${state} are not found, or name that release as their subject.`,
    source: "Trust summary; Trust detail; Trust summary and trust detail envelopes: subject",
    reading:
      "Whether trust data is shown in each state is not said: a registry may hide it as not-found. What it shows is about this release.",
    needs: [`release:${state}`],
    covers,
    async run(tools) {
      const { given, registry, settle, expect } = tools;
      const release = await given.releaseInState(state);

      for (const { read, list } of documents) {
        // not-found may be for good here, so only a conflict is waited for
        const answer = await settle(
          release,
          () => registry[read](release),
          ({ status }) => status !== 409,
        );

        if (answer.status === 404) expect.problem(answer, "not-found");
        else expectAbout(tools, release, { answer, list });
      }
    },
  };
}

export const documentsOfYanked: Check = documentsIn("yanked");
export const documentsOfBlocked: Check = documentsIn("blocked");
export const documentsOfTombstoned: Check = documentsIn("tombstoned");
export const documentsOfUnavailable: Check = documentsIn("unavailable");

export const documentsOfGitReleases: Check = {
  ...about,
  id: "trust/documents-of-git-releases-name-them",
  rule: "Trust summary and trust detail of an available release that lives in git answer 200, and name that release as their subject.",
  source: "Trust summary; Trust detail; Release metadata, distribution object, git",
  reading: "Nothing in trust data hangs on where the files come from.",
  needs: ["release:git"],
  covers,
  async run(tools) {
    const { given, registry, settle } = tools;
    const { release, answer: metadata } = await readGitOnce(given);
    if (!isSuccess(metadata) || textAt(metadata.body, "status", "state") !== "available")
      throw given.blocked("the metadata of the release in git does not call it available", metadata);
    const purl = textAt(metadata.body, "purl") ?? release.purl;
    const integrity = textAt(metadata.body, "integrity") ?? "";

    for (const { read, list } of documents) {
      const answer = await settle(release, () => registry[read](release));

      expectAbout(tools, { ...release, purl, integrity }, { answer, list });
    }
  },
};

export const yankedReleasesKeepTheirAttachments: Check = {
  ...about,
  id: "trust/yanked-releases-keep-their-attachments",
  level: "should",
  rule: "Trust detail of a release that was yanked still has the attachment that it had, or is not found.",
  source: "Trust summary and trust detail envelopes: attachments, empty when the release has none",
  reading:
    "That a yank takes attachments away is nowhere said, and an empty list says that the release has none. A registry may hide the detail as not-found.",
  operations: ["getTrustDetail"],
  needs: ["token:publisher", "state:release-status"],
  forms: "scoped",
  covers: ["member:trust-detail.attachments", "gap:transitions/2", "gap:transitions/3"],
  async run(tools) {
    const { given, target, expect } = tools;
    if (target.namespace?.prefix === undefined)
      throw given.skipped('needs "namespace.prefix" in the target file');
    const { attachment, detail: before } = await unscopedNamesake(given);
    if (!showsAttachment(attachment)(before))
      throw given.blocked("the trust detail does not list the attachment that was finalized", before);

    await yank(given, attachment);
    const detail = await detailWith(tools, attachment);

    if (detail.status === 404) return expect.problem(detail, "not-found");
    expect.success(detail, 200);
    expect.that(showsAttachment(attachment)(detail), {
      expected: `the attachment ${attachment.attachmentId}`,
      got: "a detail without it",
      answer: detail,
    });
  },
};
