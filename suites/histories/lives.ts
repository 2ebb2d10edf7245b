/** What reads show of releases that live through different things, from state to state and back. */
import { describeAnswer } from "../../harness/expect/expect.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import { isSuccess, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { attachmentsOfRun, trustLedger } from "../situations/registry-attachments.ts";
import { expectUploadedTree } from "../situations/download.ts";
import { attachmentIds, showsArtifacts, expectAttachment } from "../situations/attached-release.ts";
import { lostArtifacts } from "../situations/life-stops.ts";
import { judgeLives } from "../situations/lives.ts";
import { memberOfRow, rowOf, stateIn } from "../situations/version-index.ts";

/** The declarations of a release, in one order. */
function declarationsIn(release: unknown): readonly string[] {
  return listAt(release, "externalDependencies")
    .map((one) => {
      const members = ["purl", "constraint", "purpose"].map((member) => textAt(one, member) ?? "");
      return [...members, ...listAt(one, "components").map(String).toSorted()].join(" ");
    })
    .toSorted();
}

/** The states that a release had before, for findings to say. */
function afterStates(states: readonly string[]): string {
  return `after the state${states.length === 1 ? "" : "s"} ${states.join(", ")}`;
}

export const lives: CheckFile = {
  source: "States and transitions: release status states; Resources",
  operations: ["getRelease", "getVersionIndex"],
  needs: ["token:publisher", "state:release-status"],
  from: "standard",
  checks: [
    {
      id: "histories/each-change-of-state-is-shown",
      isStory: true,
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "A new release is available in `GET` metadata and index. After each change of its state, both show the new one, or hide the release.",
      reading:
        "The text does not show these changes, nor which states hide a release. A hook may refuse a change; then we leave it out. A release that is available again is shown.",
      async run(tools) {
        const { expect } = tools;
        await judgeLives(
          tools,
          ({ release, stops }) => {
            for (const { state, states, metadata, index } of stops) {
              const words = states.length === 0 ? "of a new release" : afterStates(states);
              const mayBeHidden = state !== "available";
              if (isSuccess(metadata) || !mayBeHidden) {
                expect.success(metadata);
                expect.equal(textAt(metadata.body, "status", "state") ?? state, state, {
                  what: `\`status.state\` in the metadata ${words}`,
                  wanted: { member: "state" },
                  answer: metadata,
                });
              }
              const row = rowOf(index, release.version);
              if (row === undefined && mayBeHidden) continue;
              expect.that(row !== undefined, {
                expected: `a row for version ${release.version} ${words}`,
                wanted: { item: release.version },
                got: isSuccess(index) ? "an index without this row" : describeAnswer(index),
                answer: index,
              });
              expect.equal(stateIn(row) ?? state, state, {
                what: `\`status.state\` in the index row ${words}`,
                ...memberOfRow(index, release.version, "/status/state"),
              });
            }
            return stops.length > 1;
          },
          "the states hook set no state",
        );
      },
    },
    {
      id: "histories/releases-keep-their-declarations-in-each-state",
      isStory: true,
      of: "release-metadata/dependencies-are-those-declared",
      rule: "In every state of a release, `externalDependencies` in `GET` metadata are the same. A release that is available again has them.",
      reading:
        "The text does not say whether a release that is not available shows its declarations. What it shows belongs to it.",
      needs: ["token:publisher", "state:release-status", "manifest:externalDependencies"],
      covers: ["member:release-metadata.externalDependencies"],
      async run(tools) {
        const { expect } = tools;
        await judgeLives(
          tools,
          ({ row, release: { answer: finalized }, stops: [first, ...later] }) => {
            if (row.content !== "declarations") return false;
            expect.success(first.metadata);
            const published = valueAt(finalized.body, "release");
            if (valueAt(published, "externalDependencies") !== undefined)
              expect.equal(declarationsIn(first.metadata.body), declarationsIn(published), {
                what: "the declarations, as in the response to finalize,",
                answer: first.metadata,
              });
            for (const { state, states, metadata } of later)
              if (
                isSuccess(metadata) &&
                (state === "available" || valueAt(metadata.body, "externalDependencies") !== undefined)
              )
                expect.equal(declarationsIn(metadata.body), declarationsIn(first.metadata.body), {
                  what: `the declarations ${afterStates(states)}`,
                  answer: metadata,
                });
            return later.length > 0;
          },
          "no release with declarations changed its state",
        );
      },
    },
    {
      id: "histories/uploads-of-any-release-are-published",
      isStory: true,
      of: "finalize/valid-uploads-are-published",
      rule: "The transfer and the `POST` finalize of an upload answer 2xx, with and without declarations, keys, a long name and reads before it.",
      reading:
        "A registry may refuse a name or a version when the upload is created. Where several uploads of a version are open, it may take any one of them.",
      operations: ["transferBytes", "finalizeReleaseUpload"],
      needs: ["token:publisher"],
      async run(tools) {
        await judgeLives(
          tools,
          ({ publishing }) => {
            for (const answer of publishing) tools.expect.success(answer);
            return publishing.length > 0;
          },
          "each version has several uploads",
        );
      },
    },
    {
      id: "histories/artifacts-are-attached-to-any-release",
      isStory: true,
      of: "trust/valid-uploads-are-attached",
      rule: "`POST` trust create and trust finalize of an available release answer 2xx, also for a long version, and beside other releases and uploads.",
      operations: ["createTrustUpload", "finalizeTrustUpload"],
      needs: ["token:publisher"],
      async run(tools) {
        await judgeLives(
          tools,
          ({ attaching }) => {
            for (const answer of attaching) tools.expect.success(answer);
            return attaching.length > 0;
          },
          "no artifact was to be attached",
        );
      },
    },
    {
      id: "histories/attachments-are-shown-once-read-before",
      isStory: true,
      of: "trust/attachments-are-listed-as-uploaded",
      rule: "`GET` trust summary has an artifact, and `GET` trust detail lists the last attachment, also where both were read before it was attached.",
      operations: ["getTrustSummary", "getTrustDetail"],
      needs: ["token:publisher"],
      async run(tools) {
        const { expect } = tools;
        await judgeLives(
          tools,
          ({ attachments, stops: [{ trust }] }) => {
            const last = attachments.at(-1);
            if (trust === undefined || last === undefined) return false;
            const { summary, detail } = trust;
            expect.success(summary);
            expect.that(showsArtifacts(summary), {
              expected: "an artifact in `artifacts`",
              got: "none",
              answer: summary,
              member: "/artifacts",
            });
            expect.success(detail);
            expectAttachment(expect, detail, last);
            return true;
          },
          "the registry took no attachment",
        );
      },
    },
    {
      id: "histories/attachments-of-two-formats-are-listed",
      isStory: true,
      of: "trust/later-attachments-keep-earlier-ones",
      rule: "`GET` trust detail lists both attachments of a release with two formats, also after a refused request of somebody without authority.",
      reading:
        "The text does not say whether an attachment replaces an older one of its format. These two have different formats.",
      operations: ["getTrustDetail"],
      needs: ["token:publisher"],
      async run(tools) {
        const { expect } = tools;
        await judgeLives(
          tools,
          ({ attachments, stops: [{ trust }] }) => {
            if (trust === undefined || attachments.length < 2 || !isSuccess(trust.detail)) return false;
            const listed = attachmentIds(trust.detail);
            const lost = attachments
              .map(({ attachmentId }) => attachmentId)
              .filter((id) => !listed.includes(id));
            expect.that(lost.length === 0, {
              expected: `the attachments of both formats`,
              wanted: { item: lost[0] ?? "" },
              got: `a detail without ${lost.join(", ")}`,
              answer: trust.detail,
              member: "/attachments",
            });
            return true;
          },
          "the registry took no attachments of two formats",
        );
      },
    },
    {
      id: "histories/releases-can-be-unpublished-after-other-states",
      isStory: true,
      rule: "`DELETE` of an available release by its publisher answers 2xx, also if it has attachments, has a long version and was in other states before.",
      source: "Unpublish a version",
      reading: "The text states neither status nor body. We accept any 2xx.",
      operations: ["unpublishVersion"],
      covers: ["operation:unpublishVersion"],
      forms: "unscoped",
      async run(tools) {
        await judgeLives(
          tools,
          ({ stops, unpublished }) => {
            if (unpublished === undefined || stops.at(-1)?.state !== "available") return false;
            tools.expect.success(unpublished);
            return true;
          },
          "no release is available at its end",
        );
      },
    },
    {
      id: "histories/files-are-there-after-other-states",
      isStory: true,
      of: "download/gives-the-files-of-its-release",
      rule: "The download of a release that is available again, after it was blocked or unavailable, has exactly the uploaded files.",
      operations: ["getRelease", "transferBytes"],
      covers: ["rule:service/4"],
      async run(tools) {
        await judgeLives(
          tools,
          async ({ release, stops }) => {
            const downloads = stops.flatMap(({ download }) => download ?? []);
            for (const download of downloads) await expectUploadedTree(tools, release, download);
            return downloads.length > 0;
          },
          "no release had files that HTTP can fetch",
        );
      },
    },
    {
      id: "histories/siblings-are-left-alone",
      ledgers: [trustLedger],
      isStory: true,
      of: "release-metadata/states-change-by-their-own-events-only",
      rule: "While a release is attached to and changes its state, another version of its volume stays available and has no attachment.",
      operations: ["getRelease", "getTrustDetail"],
      covers: ["member:trust-detail.attachments"],
      async run(tools) {
        const { registry, expect, eventually, target } = tools;
        await judgeLives(
          tools,
          async ({ sibling }) => {
            if (sibling === undefined) return false;
            const metadata = await eventually(() => registry.getRelease(sibling), { since: sibling });
            const detail = target.features.trust
              ? await eventually(() => registry.getTrustDetail(sibling), { since: sibling })
              : undefined;

            expect.success(metadata);
            expect.equal(textAt(metadata.body, "status", "state") ?? "available", "available", {
              what: "the state of the other version",
              wanted: { member: "state" },
              answer: metadata,
            });
            if (detail !== undefined && isSuccess(detail))
              expect.equal(attachmentsOfRun(tools, detail), [], {
                what: "the attachments of the other version",
                answer: detail,
              });
            return true;
          },
          "the registry takes no second version",
        );
      },
    },
    {
      id: "histories/conditional-reads-notice-a-change",
      of: "consistency/validators-change-with-their-document",
      isStory: true,
      level: "should",
      rule: "After a state or an attachment has changed a document, a `GET` on the condition of its former `ETag` or `Last-Modified` never answers 304.",
      source: "Endpoints, responses of the reads",
      reading:
        "The text does not mention validators. RFC 9110 section 13 allows 304 only while the document is the same.",
      operations: ["getRelease", "getVersionIndex", "getTrustSummary", "getTrustDetail"],
      covers: ["operation:getRelease", "operation:getVersionIndex"],
      async run(tools) {
        await judgeLives(
          tools,
          ({ stops }) => {
            const answers = stops.flatMap(({ conditional }) => conditional);
            for (const answer of answers)
              tools.expect.that(answer.status !== 304, {
                expected: "the changed document",
                got: "304 for the validator that it had before",
                answer,
              });
            for (const answer of answers) tools.expect.success(answer);
            return answers.length > 0;
          },
          "no document that changed had a validator",
        );
      },
    },
    {
      id: "histories/trust-documents-are-complete-in-each-state",
      isStory: true,
      level: "should",
      rule: "Where they answer 2xx after a change of state, `GET` trust summary has the same categories and formats, and `GET` trust detail the same attachments.",
      source: "Trust summary and trust detail envelopes: attachments, empty when the release has none",
      reading:
        "The text does not say that a change of state removes attachments, and an empty list means that the release has none. A registry may hide the documents.",
      operations: ["getTrustSummary", "getTrustDetail"],
      covers: ["member:trust-detail.attachments"],
      async run(tools) {
        const { expect } = tools;
        await judgeLives(
          tools,
          ({ stops: [first, ...later] }) => {
            if (first.trust === undefined) return false;
            let { summary: lastSummary, detail: lastDetail } = first.trust;
            for (const { states, trust } of later) {
              if (trust === undefined) continue;
              const words = afterStates(states);
              if (isSuccess(trust.summary)) {
                const lost = lostArtifacts(lastSummary, trust.summary);
                expect.that(lost.length === 0, {
                  expected: `the categories and formats as before ${words}`,
                  got: `a summary without ${lost.join(", ")}`,
                  answer: trust.summary,
                  member: "/artifacts",
                });
                lastSummary = trust.summary;
              }
              if (isSuccess(trust.detail)) {
                const listed = attachmentIds(trust.detail);
                const lost = attachmentIds(lastDetail).filter((id) => !listed.includes(id));
                expect.that(lost.length === 0, {
                  expected: `the attachments as before ${words}`,
                  got: `a detail without ${lost.join(", ")}`,
                  answer: trust.detail,
                  member: "/attachments",
                });
                lastDetail = trust.detail;
              }
            }
            return later.length > 0;
          },
          "no release with an attachment changed its state",
        );
      },
    },
  ],
};
