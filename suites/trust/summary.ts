/** What the trust summary says, and how it goes with the detail. */
import type { Check } from "../../harness/check.ts";
import { type Answer, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { attachedRelease, listedAt } from "./attached-release.ts";
import { readTrustOnce } from "./untouched-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["getTrustSummary"],
  needs: ["token:publisher"],
};

const optional =
  "The table has no column for required members: one that is absent is no breach, one that is there is true.";

/** The entries of the summary that stand for something: all but those that say they are not present. */
function presentArtifacts(summary: Answer): readonly unknown[] {
  return listAt(summary.body, "artifacts").filter((entry) => valueAt(entry, "present") !== false);
}

export const summariesShowAttachments: Check = {
  ...about,
  id: "trust/summaries-show-attachments",
  rule: "The trust summary of a release with an attachment has artifacts, readable without a token.",
  source: "States and transitions: attachment becomes visible; Trust summary",
  reading: "It may take until the target's settling time is over.",
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
      expected: "artifacts that are not empty",
      got: "[]",
      answer: summary,
    });
  },
};

export const summariesNameTheirSubject: Check = {
  ...about,
  id: "trust/summaries-name-their-subject",
  rule: "The subject of a trust summary is the purl and the integrity of the release.",
  source: "Trust summary and trust detail envelopes: subject",
  reading: optional,
  covers: ["subject", "subject.purl", "subject.integrity"].map((member) => `member:trust-summary.${member}`),
  async run({ given, expect }) {
    const { release, summary } = await attachedRelease(given);

    expect.echo(summary, ["subject", "purl"], release.purl);
    expect.echo(summary, ["subject", "integrity"], release.integrity);
  },
};

export const summariesWithoutAttachmentsAreEmpty: Check = {
  ...about,
  id: "trust/summaries-without-attachments-are-empty",
  rule: "The trust summary of a release that has no attachments answers 200 with an empty artifacts array.",
  source: "Trust summary; Trust summary and trust detail envelopes",
  covers: ["operation:getTrustSummary", "member:trust-summary.artifacts"],
  async run({ given, expect }) {
    const release = await given.sharedRelease();

    const { summary } = await readTrustOnce(given);

    expect.success(summary, 200);
    expect.equal(expect.list(summary, "artifacts"), [], { what: "artifacts", answer: summary });
    expect.echo(summary, ["subject", "purl"], release.purl);
    expect.echo(summary, ["subject", "integrity"], release.integrity);
  },
};

export const summariesAndDetailsAgree: Check = {
  ...about,
  id: "trust/summaries-and-details-agree",
  rule: "Trust summary and trust detail of a release answer 200 to anybody, and either both have something or both are empty.",
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
        what: "whether the summary has artifacts, as the detail has attachments,",
        answer: summary,
      },
    );
    for (const member of ["purl", "integrity"] as const) {
      if (release[member] === "") continue;
      expect.echo(detail, ["subject", member], release[member]);
      expect.echo(summary, ["subject", member], release[member]);
    }
  },
};

export const attachmentsArePresent: Check = {
  ...about,
  id: "trust/attachments-are-called-present",
  level: "should",
  rule: "The trust summary of a release with an attachment has an entry that is not called absent.",
  source: "Trust summary and trust detail envelopes: artifacts",
  reading:
    "What present: false would mean in a list of what there is, is not said; the entry of a real attachment is no place for it.",
  covers: ["member:trust-summary.artifacts.present", "question:21"],
  async run({ given, expect }) {
    const { summary } = await attachedRelease(given);

    const isEmpty = listAt(summary.body, "artifacts").length === 0;
    expect.that(isEmpty || presentArtifacts(summary).length > 0, {
      expected: "an entry with present true",
      got: "entries with present false only",
      answer: summary,
    });
  },
};

export const formatsAreNamed: Check = {
  ...about,
  id: "trust/formats-are-named",
  level: "should",
  rule: "The entry of an attachment in the trust summary names a format that is present.",
  source: "Trust summary and trust detail envelopes: artifacts",
  reading:
    "How a format is named is not said, so any text will do; an entry without formatsPresent is no breach.",
  covers: ["member:trust-summary.artifacts.formatsPresent"],
  async run({ given, expect }) {
    const { summary } = await attachedRelease(given);

    for (const entry of presentArtifacts(summary)) {
      const named = listAt(entry, "formatsPresent");
      expect.that(valueAt(entry, "formatsPresent") === undefined || named.length > 0, {
        expected: "formatsPresent with a format in it",
        got: "[]",
        answer: summary,
      });
    }
    expect.list(summary, "artifacts");
  },
};

export const categoriesAgree: Check = {
  ...about,
  id: "trust/categories-agree",
  level: "should",
  rule: "The category that trust detail gives an attachment is among the categories of the summary's artifacts.",
  source: "Trust attachment: category; Trust summary and trust detail envelopes: artifacts",
  reading:
    "The request names no category: the registry chooses one. Where either document leaves it out, there is nothing to compare.",
  operations: ["getTrustSummary", "getTrustDetail"],
  covers: ["member:trust-summary.artifacts.category", "member:trust-attachment.category", "question:13"],
  async run({ given, expect }) {
    const { attachment, summary, detail } = await attachedRelease(given);
    const category = textAt(detail.body, "attachments", listedAt(given, attachment, detail), "category");
    const summarized = listAt(summary.body, "artifacts").flatMap((entry) => textAt(entry, "category") ?? []);

    expect.that(category === undefined || summarized.length === 0 || summarized.includes(category), {
      expected: `an entry of the category ${category ?? ""}`,
      got: summarized.join(", "),
      answer: summary,
    });
  },
};

export const detailIsSaidToBeAvailable: Check = {
  ...about,
  id: "trust/detail-is-said-to-be-available",
  level: "should",
  rule: "The trust summary of a release with an attachment does not say that its detail is unavailable.",
  source: "Trust summary and trust detail envelopes: detailAvailable",
  reading:
    "The detail of an existing release always answers 200; for one without attachments false is taken to mean that there is none.",
  covers: ["member:trust-summary.detailAvailable"],
  async run({ given, expect }) {
    const { summary } = await attachedRelease(given);

    expect.echo(summary, ["detailAvailable"], true);
  },
};
