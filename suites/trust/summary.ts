/** The trust summary, and its agreement with the trust detail. */
import type { CheckFile } from "../../harness/check-file.ts";
import { type Answer, listAt, textAt, valueAt } from "../../harness/exchange/answer.ts";
import { attachedRelease, listedAt } from "../situations/attached-release.ts";
import { artifactsOfRun, trustLedger } from "../situations/registry-attachments.ts";
import { readTrustOnce } from "../situations/trust-documents.ts";

const optional =
  "The table does not say which members are required. A missing member passes; a present one must have this value.";

/** The entries of the summary, except those with `present: false`. */
function presentArtifacts(summary: Answer): readonly unknown[] {
  return listAt(summary.body, "artifacts").filter((entry) => valueAt(entry, "present") !== false);
}

export const summary: CheckFile = {
  source: "Trust summary and trust detail envelopes: artifacts",
  operations: ["getTrustSummary"],
  needs: ["token:publisher"],
  checks: [
    {
      id: "trust/summaries-show-attachments",
      of: "trust/summaries-show-the-attachments",
      rule: "`GET` trust summary of a release with an attachment answers 200 with an `artifacts` array that is not empty, without a token.",
      source: "States and transitions: attachment becomes visible; Trust summary",
      reading:
        "The text does not say when the attachment becomes visible. It may take up to the settling time of the target.",
      covers: [
        "operation:getTrustSummary",
        "transition:trust-finalize",
        "member:trust-summary.artifacts",
        "rule:service/1",
        "rule:authentication/2",
      ],
      async run({ given, expect }) {
        const { summary } = await attachedRelease(given);

        expect.success(summary, 200);
        const artifacts = expect.list(summary, "artifacts");
        expect.that(artifacts.length > 0, {
          expected: "`artifacts` that is not empty",
          wanted: { member: "attachments" },
          got: "[]",
          answer: summary,
        });
      },
    },
    {
      id: "trust/summaries-name-their-subject",
      of: "trust/documents-name-their-release",
      owns: ["every-response/documents-name-the-release-of-their-path"],
      rule: "Where `GET` trust summary returns a `subject`, its `purl` and `integrity` are those of the release.",
      source: "Trust summary and trust detail envelopes: subject",
      reading: optional,
      covers: ["subject", "subject.purl", "subject.integrity"].map(
        (member) => `member:trust-summary.${member}`,
      ),
      async run({ given, expect }) {
        const { release, summary } = await attachedRelease(given);

        expect.echo(summary, ["subject", "purl"], release.purl);
        expect.echo(summary, ["subject", "integrity"], release.integrity);
      },
    },
    {
      id: "trust/summaries-without-attachments-are-empty",
      of: "trust/releases-without-attachments-have-empty-documents",
      rule: "`GET` trust summary of a release without attachments answers 200 with an empty `artifacts` array. A returned `subject` is that release.",
      source: "Trust summary; Trust summary and trust detail envelopes",
      covers: ["operation:getTrustSummary", "member:trust-summary.artifacts"],
      ledgers: [trustLedger],
      reading:
        "The text does not say that only uploads attach something. What the detail lists and the run has never declared is the registry's own.",
      async run(tools) {
        const { given, expect } = tools;
        const release = await given.sharedRelease();

        const { summary, detail } = await readTrustOnce(given);

        expect.success(summary, 200);
        expect.list(summary, "artifacts");
        expect.equal(artifactsOfRun(tools, summary, detail), [], {
          what: "`artifacts`",
          at: "/artifacts",
          wanted: { member: "attachments" },
          answer: summary,
        });
        expect.echo(summary, ["subject", "purl"], release.purl);
        expect.echo(summary, ["subject", "integrity"], release.integrity);
      },
    },
    {
      id: "trust/summaries-and-details-agree",
      of: "trust/summaries-show-the-attachments",
      owns: ["every-response/endpoints-answer-their-own-problems", "every-response/reads-need-no-token"],
      rule: "`GET` trust summary and `GET` trust detail answer 200 without a token, and either both or neither show attachments. A returned `subject` is that release.",
      source: "Trust summary; Trust detail; What the service does, rule 1",
      operations: ["getTrustSummary", "getTrustDetail"],
      needs: [],
      covers: ["rule:service/1", "rule:authentication/2"],
      async run({ given, expect }) {
        const { release, detail, summary } = await readTrustOnce(given);

        expect.success(detail, 200);
        expect.success(summary, 200);
        expect.equal(
          expect.list(summary, "artifacts").length > 0,
          expect.list(detail, "attachments").length > 0,
          {
            what: "`artifacts.length > 0` in the summary (as `attachments.length > 0` in the detail)",
            answer: summary,
          },
        );
        for (const member of ["purl", "integrity"] as const) {
          if (release[member] === "") continue;
          expect.echo(detail, ["subject", member], release[member]);
          expect.echo(summary, ["subject", member], release[member]);
        }
      },
    },
    {
      id: "trust/attachments-are-marked-present",
      of: "trust/summaries-are-complete",
      rule: "`GET` trust summary of a release with an attachment has an entry without `present: false`.",
      reading:
        "The text does not say what `present: false` means in this list. An attachment that exists has at least one other entry; an empty list is judged elsewhere.",
      covers: ["member:trust-summary.artifacts.present", "question:21"],
      async run({ given, expect }) {
        const { summary } = await attachedRelease(given);

        const isEmpty = listAt(summary.body, "artifacts").length === 0;
        expect.that(isEmpty || presentArtifacts(summary).length > 0, {
          expected: "an entry without `present: false`",
          got: "`present: false` in all entries, though an artifact is attached",
          answer: summary,
        });
      },
    },
    {
      id: "trust/formats-are-named",
      of: "trust/summaries-are-complete",
      rule: "Where an entry of `GET` trust summary has `formatsPresent`, it lists at least one format, unless `present` is false.",
      reading:
        "The text does not say how a format is named. Any name passes, and so does an entry without `formatsPresent`.",
      covers: ["member:trust-summary.artifacts.formatsPresent"],
      async run({ given, expect }) {
        const { summary } = await attachedRelease(given);

        for (const entry of presentArtifacts(summary)) {
          const named = listAt(entry, "formatsPresent");
          expect.that(valueAt(entry, "formatsPresent") === undefined || named.length > 0, {
            expected: "`formatsPresent` with at least one format",
            wanted: { member: "attachments" },
            got: "[]",
            answer: summary,
          });
        }
        expect.list(summary, "artifacts");
      },
    },
    {
      id: "trust/categories-agree",
      of: "trust/summaries-are-complete",
      rule: "The `category` of an attachment in `GET` trust detail is also a `category` in `artifacts` of `GET` trust summary.",
      source: "Trust attachment: category; Trust summary and trust detail envelopes: artifacts",
      reading:
        "The text does not say which category an attachment gets, so the registry chooses one. A document without a category passes.",
      operations: ["getTrustSummary", "getTrustDetail"],
      covers: ["member:trust-summary.artifacts.category", "member:trust-attachment.category", "question:13"],
      async run({ given, expect }) {
        const { attachment, summary, detail } = await attachedRelease(given);
        const category = textAt(detail.body, "attachments", listedAt(given, attachment, detail), "category");
        const summarized = listAt(summary.body, "artifacts").flatMap(
          (entry) => textAt(entry, "category") ?? [],
        );

        expect.that(category === undefined || summarized.length === 0 || summarized.includes(category), {
          expected: `an entry with the category ${category ?? ""}`,
          got: `the categories ${summarized.join(", ")}`,
          answer: summary,
        });
      },
    },
    {
      id: "trust/detail-is-marked-available",
      of: "trust/summaries-are-complete",
      rule: "Where `GET` trust summary of a release with an attachment has `detailAvailable`, it is true.",
      source: "Trust summary and trust detail envelopes: detailAvailable",
      reading:
        "The text does not say what `detailAvailable` means for a release without attachments. With an attachment, the detail answers 200, so we expect true.",
      covers: ["member:trust-summary.detailAvailable"],
      async run({ given, expect }) {
        const { summary } = await attachedRelease(given);

        expect.echo(summary, ["detailAvailable"], true);
      },
    },
  ],
  untested: [
    {
      id: "trust/empty-trust-proves-nothing",
      rule: "An empty trust summary or trust detail does not by itself mean that a release is verified, trusted or within a policy.",
      source: "What the service does, rule 5",
      reason:
        "The rule is for clients. A registry could break it only in `judgments`, whose structure is not stated.",
      covers: ["rule:service/5"],
    },
    {
      id: "trust/judgments-are-derived",
      rule: "The `judgments` of a trust summary are derived and are not canonical trust facts.",
      source: "Trust summary and trust detail envelopes: judgments",
      reason: "A registry derives them internally, from facts and with a policy that no response shows.",
      covers: ["gap:fields/6"],
    },
    {
      id: "trust/contents-of-artifacts",
      rule: "`POST` trust finalize answers 400 `subject-binding-mismatch` if the content of the artifact names a different subject.",
      source: "Errors, table of slugs: subject-binding-mismatch; Finalize trust attachment upload",
      reason:
        "The text does not say which formats a registry reads, or what in them is the subject. This suite does not look into artifacts.",
      covers: ["answers:finalizeTrustUpload/subject-binding-mismatch"],
    },
    {
      id: "trust/media-types-of-artifacts",
      rule: "`POST` trust finalize may answer 415 `unsupported-media-type` or 413 `payload-too-large`.",
      source: "Finalize trust attachment upload",
      reason:
        "The text does not say which artifacts are refused only at finalize. `POST` trust create already gets the format and the size.",
      covers: [
        "answers:finalizeTrustUpload/unsupported-media-type",
        "answers:finalizeTrustUpload/payload-too-large",
        "gap:limits/2",
      ],
    },
    {
      id: "trust/later-attachment-states",
      rule: "The status of an attachment may change after it was `active`.",
      source: "States and transitions: transitions of trust attachment status",
      reason: "The text names neither other states nor a trigger that leads to them.",
      covers: ["gap:transitions/3", "gap:fields/2"],
    },
  ],
};
