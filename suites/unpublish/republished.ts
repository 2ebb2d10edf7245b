/** What is published again after `DELETE`, where a registry takes it. */
import type { CheckFile } from "../../harness/check-file.ts";
import type { PublishedRelease } from "../../harness/given/given.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import { type Answer, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { quote } from "../../harness/expect/quote.ts";
import { expectUploadedFiles } from "../situations/download.ts";
import { type Publication, tryToPublish } from "../situations/publication.ts";
import { attachmentsOfRun, trustLedger } from "../situations/registry-attachments.ts";
import { secondUnpublish } from "./second-unpublish.ts";

interface Republication extends Publication {
  readonly unpublished: PublishedRelease;
  /** Its metadata after `DELETE`. */
  readonly after: Answer;
}

/** Tries to publish other files as a version that was yanked, restored, given an attachment and unpublished. They declare no dependencies. */
export const republication: Situation<Republication> = situation(
  "unpublish/republication",
  async ({ given, registry }) => {
    const { unpublished, after } = await secondUnpublish(given);
    const { volume, version } = unpublished;
    const files = [{ name: "second.txt", content: "published after the first one was unpublished\n" }];
    return {
      unpublished,
      after,
      ...(await tryToPublish(given, registry, { volume, version, files, manifest: "minimal" })),
    };
  },
);

/** The purls of the external dependencies of a release. */
function declarationsIn(body: unknown, ...path: readonly string[]): readonly string[] {
  return listAt(body, ...path, "externalDependencies").map((one) => textAt(one, "purl") ?? "");
}

export const republished: CheckFile = {
  source: "Release metadata; Errors, table of slugs: version-conflict",
  operations: ["unpublishVersion", "createReleaseUpload"],
  needs: ["token:publisher"],
  forms: "unscoped",
  from: "standard",
  checks: [
    {
      id: "unpublish/republished-versions-show-nothing-of-the-old-one",
      rule: "After `DELETE`, publishing the version again is refused, or what is published is `available` with its own integrity and files. It has no reason, dependency or attachment of the old one.",
      reading:
        "The text does not say whether an unpublished version can be published again. Where a registry takes it, we read it as a release like any other.",
      covers: ["question:15", "member:release-metadata.integrity"],
      ledgers: [trustLedger],
      async run(tools) {
        const { given, registry, expect, eventually, target } = tools;
        const { unpublished, after, created, finalized, release } = await republication(given);
        if (release === undefined) return expect.refusal(finalized ?? created);

        const metadata = await eventually(() => registry.getRelease(release), {
          since: release,
          until: (answer) => textAt(answer.body, "status", "state") === "available",
        });
        expect.equal(textAt(metadata.body, "status", "state"), "available", {
          what: "`status.state`",
          wanted: { member: "state" },
          answer: metadata,
        });
        const reason = textAt(after.body, "status", "reason") ?? "";
        // a registry may give every release the same one, or an empty text
        const isUsual = reason === textAt(unpublished.answer.body, "release", "status", "reason");
        const isKept = reason !== "" && !isUsual && textAt(metadata.body, "status", "reason") === reason;
        expect.that(!isKept, {
          expected: "no reason, or another one: this release was not unpublished",
          got: `the reason ${quote(reason)} of the unpublished one`,
          answer: metadata,
          member: "/status/reason",
        });
        expect.equal(valueAt(metadata.body, "integrity"), release.integrity, {
          what: "the integrity of the finalize",
          answer: metadata,
        });
        expect.that(release.integrity !== unpublished.integrity, {
          expected: "an integrity of its own: its files are others",
          got: "the integrity of the unpublished release",
          answer: metadata,
          member: "/integrity",
        });
        // a minimal manifest of the target file may declare some
        const declared = declarationsIn((await given.sharedRelease()).answer.body, "release");
        const ofOld = declarationsIn(unpublished.answer.body, "release");
        const kept = declarationsIn(metadata.body).filter((key) => ofOld.includes(key));
        expect.equal(
          kept.filter((key) => !declared.includes(key)),
          [],
          { what: "the external dependencies of the old one", at: "/externalDependencies", answer: metadata },
        );
        await expectUploadedFiles(tools, release, metadata);
        if (!target.features.trust) return;
        const detail = await eventually(() => registry.getTrustDetail(release), { since: release });
        expect.success(detail, 200);
        const ofRun = attachmentsOfRun(tools, detail).map((item) => textAt(item, "id") ?? "");
        expect.equal(ofRun, [], { what: "the attachments of the old one", answer: detail });
      },
    },
  ],
};
