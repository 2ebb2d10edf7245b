/** Trust documents of releases that are not available, and of git releases. */
import type { CheckEntry, CheckFile } from "../../harness/check-file.ts";
import type { FixtureState, Tools } from "../../harness/check.ts";
import type { ReadableRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { readGitOnce } from "../situations/release-metadata.ts";
import { yank } from "../situations/yanked-version.ts";
import { detailWith, showsAttachment, expectAttachment } from "../situations/attached-release.ts";
import { expectLocated } from "./detail.ts";
import { unscopedReleaseOfSameName } from "./isolation.ts";

const covers: readonly string[] = ["summary", "detail"].flatMap((document) =>
  ["purl", "integrity"].map((member) => `member:trust-${document}.subject.${member}`),
);

const documents = [
  { read: "getTrustSummary", list: "artifacts" },
  { read: "getTrustDetail", list: "attachments" },
] as const;

/** A trust document of the release: it has its list, and a returned `subject` is this release. */
function expectSubject(
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
function documentsInState(state: FixtureState): CheckEntry {
  return {
    id: `trust/documents-of-${state}-releases-name-them`,
    of: "trust/documents-name-their-release",
    owns: ["every-response/endpoints-never-answer-server-errors"],
    rule: `\`GET\` trust summary and \`GET\` trust detail of a release that is ${state} answer 404 \`not-found\`, or 200 with that release as any returned \`subject\`.`,
    source: "Trust summary; Trust detail; Trust summary and trust detail envelopes: subject",
    reading:
      "The text does not say whether trust data is shown in each state. A registry may answer 404 `not-found`; what it shows belongs to this release.",
    needs: [`release:${state}`],
    covers,
    async run(tools) {
      const { given, registry, eventually, expect } = tools;
      const release = await given.releaseInState(state);

      for (const { read, list } of documents) {
        // 404 may be the final answer here, so only a 409 is repeated
        const answer = await eventually(() => registry[read](release), {
          since: release,
          until: ({ status }) => status !== 409,
        });

        if (answer.status === 404) expect.problem(answer, "not-found");
        else expectSubject(tools, release, { answer, list });
      }
    },
  };
}

export const states: CheckFile = {
  source: "Trust summary; Trust detail; Release metadata, distribution object, git",
  operations: ["getTrustSummary", "getTrustDetail"],
  forms: "either",
  from: "standard",
  checks: [
    documentsInState("yanked"),
    documentsInState("blocked"),
    documentsInState("tombstoned"),
    documentsInState("unavailable"),
    {
      id: "trust/documents-of-git-releases-name-them",
      of: "trust/documents-name-their-release",
      rule: "`GET` trust summary and `GET` trust detail of an available git release answer 200. A returned `subject` is that release.",
      reading:
        "The text does not mention git releases here. Trust documents do not depend on where the files are stored.",
      needs: ["release:git"],
      covers,
      async run(tools) {
        const { given, registry, eventually } = tools;
        const { release, answer: metadata } = await readGitOnce(given);
        if (!isSuccess(metadata) || textAt(metadata.body, "status", "state") !== "available")
          throw given.blocked("the metadata of the git release does not show it as available", metadata);
        const purl = textAt(metadata.body, "purl") ?? release.purl;
        const integrity = textAt(metadata.body, "integrity") ?? "";

        for (const { read, list } of documents) {
          const answer = await eventually(() => registry[read](release), { since: release });

          expectSubject(tools, { ...release, purl, integrity }, { answer, list });
        }
      },
    },
    {
      id: "trust/yanked-releases-keep-their-attachments",
      level: "should",
      rule: "`GET` trust detail of a yanked release still lists its attachment, with its bytes at an http `locator.url`, or answers 404 `not-found`.",
      source: "Trust summary and trust detail envelopes: attachments, empty when the release has none",
      reading:
        "The text does not say that a yank removes attachments, and an empty list means that the release has none. A registry may hide the detail with 404.",
      operations: ["getTrustDetail", "transferBytes"],
      needs: ["token:publisher", "state:release-status"],
      covers: ["member:trust-detail.attachments", "gap:transitions/2", "gap:transitions/3"],
      forms: "scoped",
      async run(tools) {
        const { given, expect } = tools;
        const { attachment, detail: before } = await unscopedReleaseOfSameName(given);
        if (!showsAttachment(attachment)(before))
          throw given.blocked("the trust detail does not list the finalized attachment", before);

        await yank(given, attachment);
        const detail = await detailWith(tools, attachment);

        if (detail.status === 404) return expect.problem(detail, "not-found");
        expect.success(detail, 200);
        expectAttachment(expect, detail, attachment);
        await expectLocated(tools, { attachment, detail });
      },
    },
  ],
};
