/** Multiple attachments on one release. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import type { Form } from "../../harness/vocabulary.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Attachment, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt, valueAt } from "../../harness/registry/answer.ts";
import { atOnce } from "../../harness/registry/at-once.ts";
import { attachmentOf, detailWith, finalizeBody, showsAttachment } from "../situations/attached-release.ts";
import { hostileVolume } from "../situations/hostile-volume.ts";
import { givenVolumeWithVersions } from "../situations/version-index.ts";

/** Two attachments on one release, with the trust detail after each of them. */
export interface Pair {
  readonly release: PublishedRelease;
  readonly first: Attachment;
  readonly second: Attachment;
  readonly before: Answer;
  readonly after: Answer;
}

export const attachedPair: Situation<Pair> = situation(
  "trust/attached-pair",
  async ({ given, registry, eventually }) => {
    // no other check attaches this format here: a newer attachment of the same kind may replace an older one
    const [, , release] = (await givenVolumeWithVersions(given)).releases;
    const first = await given.attachment(release);
    const before = await detailWith({ registry, eventually }, first);
    // the same JSON with more white space, so that a mix-up of the two sizes is detected
    const artifact = Buffer.concat([first.intent.artifact, Buffer.from(" \n")]);
    const second = await given.attachment(release, { artifact });
    const hasBoth = (answer: Answer): boolean =>
      showsAttachment(first)(answer) && showsAttachment(second)(answer);
    const after = await eventually(() => registry.getTrustDetail(release), { since: second, until: hasBoth });
    return { release, first, second, before, after };
  },
);

function expectListed({ expect }: Tools, detail: Answer, attachments: readonly Attachment[]): void {
  expect.success(detail, 200);
  const ids = expect.list(detail, "attachments").map((item) => textAt(item, "id"));
  for (const { attachmentId } of attachments) {
    const count = ids.filter((id) => id === attachmentId).length;
    expect.that(count === 1, {
      expected: `the attachment ${attachmentId} once`,
      got: `it ${count} times in ${ids.map(String).join(", ") || "an empty list"}`,
      answer: detail,
      member: "/attachments",
    });
  }
}

/** An attachment of a different format, and the response to its trust create. */
interface FurtherFormat {
  readonly format: Readonly<Record<string, string>>;
  readonly created: Answer;
  /** Undefined if the registry refuses the format. */
  readonly attachment?: Attachment;
  /** The trust detail after it. No other check attaches to this release: a newer attachment of the same kind may replace an older one. */
  readonly detail?: Answer;
}

/** Formats with all members, whose values implementations often change: letter case, spaces, length, parameters, the end of a URI. */
const unusualFormats: Readonly<Record<Form, Readonly<Record<string, string>>>> = {
  scoped: {
    family: "spdx",
    mediaType: "application/spdx+json;profile=build",
    predicateType: "https://spdx.example/Document?scope=build#Lite",
    profile: ` ${"Build time, with every file and its licence. ".repeat(3)}`,
    version: "2.30",
  },
  unscoped: {
    family: "In-Toto",
    mediaType: "application/vnd.in-toto+json",
    predicateType: "https://provenance.example/v1/",
    profile: "Größe 世界 🌍",
    version: "1.10.0",
  },
};

/** Two formats, because one of them may be the configured format of the target. */
const spdx = { family: "spdx", mediaType: "application/spdx+json", version: "2.3" };
const openVex = { family: "openvex", mediaType: "application/vnd.openvex+json", version: "0.2.0" };

/** The responses to the steps of attaching an artifact of a format. A response is absent if an earlier step was refused. */
interface FormatAttempt extends FurtherFormat {
  readonly transfer?: Answer;
  readonly finalized?: Answer;
}

async function tryToAttach(
  { given, registry }: Pick<Tools, "given" | "registry">,
  release: PublishedRelease,
  { format, artifact }: { readonly format: FurtherFormat["format"]; readonly artifact: Uint8Array },
): Promise<FormatAttempt> {
  const { volume, version } = release;
  const defaultBody = given.trustBody(release, artifact);
  const requestBody = { ...defaultBody, attachment: { ...attachmentOf(defaultBody), format } };
  const created = await registry.createTrustUpload(release, requestBody);
  if (!isSuccess(created)) return { format, created };
  const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
  const transfer = await given.offerBytes(intent, artifact);
  if (!isSuccess(transfer)) return { format, created, transfer };
  const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
  if (!isSuccess(finalized)) return { format, created, transfer, finalized };
  return { format, created, attachment: toAttachment(given, intent, finalized) };
}

/** Attaches an artifact of a different format to the release of the pair: of an unusual one, or of a usual one if that is refused. */
export const furtherFormat: Situation<FurtherFormat> = situation(
  "trust/further-format",
  async ({ given, registry, eventually }) => {
    const { release, first, second } = await attachedPair(given);
    const artifact = Buffer.from(
      JSON.stringify({ spdxVersion: "SPDX-2.3", name: given.unique("spdx"), packages: [] }),
    );
    const usual = first.intent.format["mediaType"] === spdx.mediaType ? openVex : spdx;
    let attempt = await tryToAttach({ given, registry }, release, {
      format: unusualFormats[given.form],
      artifact,
    });
    if (attempt.attachment === undefined)
      attempt = await tryToAttach({ given, registry }, release, { format: usual, artifact });
    const { format, created, transfer, finalized, attachment } = attempt;
    const refused = finalized ?? transfer;
    if (refused !== undefined)
      throw given.blocked(
        `attaching an artifact of another format (${given.form}) answered ${refused.status}`,
        refused,
      );
    if (attachment === undefined) return { format, created };
    const detail = await detailWith({ registry, eventually }, second, attachment);
    return { format, created, attachment, detail };
  },
);

/** The distinct formats in `formatsPresent` of all entries. An entry without `formatsPresent` counts as two formats. */
function formatsIn(summary: Answer): readonly string[] {
  const formats = listAt(summary.body, "artifacts").flatMap((entry) =>
    valueAt(entry, "formatsPresent") === undefined
      ? ["first unnamed format", "second unnamed format"]
      : listAt(entry, "formatsPresent").map(String),
  );
  return [...new Set(formats)];
}

export const multipleAttachments: CheckFile = {
  source: "States and transitions: attachment becomes visible; Trust summary and trust detail envelopes",
  operations: ["finalizeTrustUpload", "getTrustDetail"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "trust/the-latest-attachment-is-listed",
      rule: "After a second `POST` trust finalize with the same format, `GET` trust detail lists the second attachment once, `active`. Where present, each listed one has its own digest and size.",
      reading:
        "The text does not say whether a newer attachment of the same category and format replaces the older one. Both pass.",
      covers: ["member:trust-detail.attachments"],
      async run(tools) {
        const { first, second, after } = await attachedPair(tools.given);

        expectListed(tools, after, [second]);
        for (const [index, item] of listAt(after.body, "attachments").entries()) {
          const attachment = [first, second].find(({ attachmentId }) => attachmentId === textAt(item, "id"));
          if (attachment === undefined) continue;
          const { artifact, artifactDigest } = attachment.intent;
          tools.expect.echo(after, ["attachments", index, "artifactDigest"], artifactDigest);
          tools.expect.echo(after, ["attachments", index, "artifactSize"], artifact.length);
          // the text does not say how the state of the first changes; the second was just finalized
          if (attachment === second)
            tools.expect.echo(after, ["attachments", index, "status", "state"], "active");
        }
      },
    },
    {
      id: "trust/a-second-attachment-keeps-the-first",
      level: "should",
      rule: "After an attachment of another format, `GET` trust detail still lists the latest attachment of the first format.",
      reading:
        "The text does not show how an attachment changes another one. One of another format joins the first; where the registry refuses the format, there is nothing to judge.",
      covers: ["member:trust-detail.attachments"],
      async run(tools) {
        const { second } = await attachedPair(tools.given);
        const { attachment: other, detail } = await furtherFormat(tools.given);
        if (other === undefined || detail === undefined)
          throw tools.given.nothingToJudge("the registry takes no attachment of another format");

        expectListed(tools, detail, [second, other]);
      },
    },
    {
      id: "trust/attachment-ids-are-unique",
      rule: "Two attachments of different artifacts have different `attachmentId`s, and their uploads have different `uploadId`s.",
      source: "Finalize trust attachment upload, response body: attachmentId; Trust attachment: id",
      covers: ["member:finalize-trust-result.attachmentId", "member:trust-attachment.id"],
      async run({ given, expect }) {
        const { first, second } = await attachedPair(given);

        expect.that(first.attachmentId !== second.attachmentId, {
          expected: "different `attachmentId`s",
          got: `${second.attachmentId} twice`,
          answer: second.answer,
        });
        const { uploadId } = second.intent;
        expect.that(first.intent.uploadId !== uploadId, {
          expected: "different `uploadId`s",
          got: `${uploadId} twice`,
          answer: second.intent.answer,
        });
      },
    },
    {
      id: "trust/concurrent-attachments-are-all-kept",
      forms: "one",
      level: "should",
      rule: "Of concurrent `POST` trust finalize requests of two formats on one release, at least one succeeds and others answer 409. `GET` trust detail lists every attachment that succeeded.",
      source: "States and transitions: attachment becomes visible",
      reading:
        "The text does not mention concurrent finalizes on one release. A registry may refuse some of them with 409, but keeps every attachment that it accepted.",
      async run(tools) {
        const { given, registry, expect } = tools;
        const { format, attachment } = await furtherFormat(given);
        if (attachment === undefined)
          throw given.nothingToJudge("the registry takes no attachment of another format");
        const { publications } = await hostileVolume(given);
        const published = publications.find(({ publication }) => publication.release !== undefined);
        const release = published?.publication.release ?? (await given.publishedRelease());
        const intents = [await given.trustUploaded(release), await given.trustUploaded(release, { format })];

        const answers = await atOnce(
          registry,
          intents.map((intent) => (racing) => racing.finalizeTrustUpload(intent, finalizeBody(given))),
        );
        const attachments = intents.flatMap((intent, index): readonly Attachment[] => {
          const answer = answers[index];
          if (answer === undefined || !isSuccess(answer)) return [];
          return [toAttachment(given, intent, answer)];
        });

        expect.that(attachments.length > 0, {
          expected: "at least one 2xx response",
          got: answers.map(({ status }) => status).join(", "),
        });
        for (const refused of answers.filter((answer) => !isSuccess(answer)))
          expect.equal(refused.status, 409, { what: "the status of a refused finalize", answer: refused });
        expectListed(tools, await detailWith(tools, ...attachments), attachments);
      },
    },
    {
      id: "trust/further-formats-are-listed",
      rule: "`GET` trust detail lists an attachment of a second format. Where members of its format are present, they have the values that were sent.",
      source: "Trust attachment: format; Trust summary and trust detail envelopes",
      reading:
        "The text leaves open which formats a registry accepts. It may refuse this one with 415 `unsupported-media-type` or 400 `validation-failed`.",
      covers: [
        "member:trust-attachment.format",
        "answers:createTrustUpload/unsupported-media-type",
        "slug:unsupported-media-type",
      ],
      async run(tools) {
        const { expect } = tools;
        const { format, created, attachment: second, detail } = await furtherFormat(tools.given);

        if (second === undefined || detail === undefined) {
          expect.problem(created, "unsupported-media-type", "validation-failed");
          return;
        }
        expectListed(tools, detail, [second]);
        const position = listAt(detail.body, "attachments").findIndex(
          (item) => textAt(item, "id") === second.attachmentId,
        );
        for (const [member, text] of Object.entries(format))
          expect.echo(detail, ["attachments", position, "format", member], text);
      },
    },
    {
      id: "trust/formats-of-all-attachments-are-named",
      level: "should",
      rule: "`GET` trust summary of a release with attachments of two formats has at least two different names in `formatsPresent`.",
      source: "Trust summary and trust detail envelopes: artifacts, formatsPresent",
      reading:
        "The text does not say how a format is named, or whether `formatsPresent` is required. Formats with different family, media type and version have different names; an entry without `formatsPresent` passes.",
      operations: ["finalizeTrustUpload", "getTrustSummary"],
      covers: ["member:trust-summary.artifacts.formatsPresent"],
      forms: "either",
      async run({ given, registry, eventually, expect }) {
        const { created, attachment } = await furtherFormat(given);
        if (attachment === undefined) {
          expect.problem(created, "unsupported-media-type", "validation-failed");
          return;
        }

        const summary = await eventually(() => registry.getTrustSummary(attachment), {
          since: attachment,
          until: (answer) => formatsIn(answer).length > 1,
        });

        expect.success(summary, 200);
        expect.list(summary, "artifacts");
        const formats = formatsIn(summary);
        expect.that(formats.length > 1, {
          expected: "at least two names in `formatsPresent`",
          got: formats.join(", ") || "no names",
          answer: summary,
        });
      },
    },
  ],
};
