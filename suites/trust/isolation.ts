/** Trust documents never show attachments of a different release. */
import { toAttachment } from "../../harness/given/trust.ts";
import type { Tools } from "../../harness/check.ts";
import { type Situation, situation } from "../../harness/given/situation.ts";
import type { CheckFile } from "../../harness/check-file.ts";
import type { Attachment, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/exchange/answer.ts";
import { artifactsOfRun, attachmentsOfRun, trustLedger } from "../situations/registry-attachments.ts";
import { readBuildOnce } from "../situations/build-metadata.ts";
import { readTrust, type TrustDocuments } from "../situations/trust-documents.ts";
import { detailOfSibling, trustOfSharedRelease } from "./late-reads.ts";
import { tryToPublish } from "../situations/publication.ts";
import {
  attachedRelease,
  countOf,
  detailWith,
  finalizeBody,
  siblingVersion,
  expectAttachment,
  showsArtifacts,
} from "../situations/attached-release.ts";

/** The detail lists the attachment of its own release and not the one of the other release. */
function expectOnlyOwn(tools: Tools, detail: Answer, [own, other]: readonly [Attachment, Attachment]): void {
  // its own attachment is judged by other requirements: a newer one of the same kind may be about to replace it
  if (!isSuccess(detail)) throw tools.given.blocked(`the trust detail answered ${detail.status}`, detail);

  const ids = listAt(detail.body, "attachments").map((item) => textAt(item, "id"));
  // ids are unique in one release: two releases may have attachments of one id
  const hasId = other.attachmentId !== own.attachmentId && ids.includes(other.attachmentId);
  const hasOther = hasId || countOf(other.intent.artifactDigest, detail) > 0;
  tools.expect.that(!hasOther, {
    expected: `only attachments of the release, such as ${own.attachmentId}`,
    got: `the ids ${ids.map(String).join(", ")}`,
    answer: detail,
  });
}

/** The trust summary of a release without attachments is empty, even if a different release has an attachment. */
function expectNoArtifacts(tools: Tools, { summary, detail }: TrustDocuments): void {
  const { expect } = tools;
  expect.success(summary, 200);
  expect.list(summary, "artifacts");
  expect.equal(artifactsOfRun(tools, summary, detail), [], {
    what: "`artifacts` of a release without attachments",
    at: "/artifacts",
    wanted: { member: "attachments" },
    answer: summary,
  });
}

/** Asserts that the trust documents of another release are empty. */
function expectNoAttachments(tools: Tools, { detail, summary }: TrustDocuments): void {
  const { expect } = tools;
  expect.list(detail, "attachments");
  expect.equal(attachmentsOfRun(tools, detail), [], {
    what: "`attachments` of the other release",
    at: "/attachments",
    wanted: { member: "attachments" },
    answer: detail,
  });
  expect.list(summary, "artifacts");
  expect.equal(artifactsOfRun(tools, summary, detail), [], {
    what: "`artifacts` of the other release",
    at: "/artifacts",
    wanted: { member: "attachments" },
    answer: summary,
  });
}

/** The unscoped release with the same name as the busy release, and trust documents of both. */
interface UnscopedRelease {
  readonly release: PublishedRelease;
  readonly attachment: Attachment;
  /** Its summary from before the attachment. */
  readonly before: Answer;
  /** Its detail and the detail of the scoped release, after both got their own attachment. */
  readonly detail: Answer;
  readonly detailOfScoped: Answer;
}

/** Built once, for the scoped form. Checks use only the documents read here, so one check may change the state of the release. */
export const unscopedReleaseOfSameName: Situation<UnscopedRelease> = situation(
  "trust/unscoped-namesake",
  async ({ given, registry, target, eventually }) => {
    if (target.namespace?.prefix === undefined)
      throw given.skipped('needs "namespace.prefix" in the target file');
    const { release: scoped, attachment: ofScoped } = await attachedRelease(given);
    const { segment } = scoped.volume;
    const version = given.version(scoped.version);
    const unscoped = await given.publishedRelease({ volume: { segment }, version });
    const before = await eventually(() => registry.getTrustSummary(unscoped), { since: unscoped });
    const attachment = await given.attachment(unscoped);
    const detailOfScoped = await detailWith({ eventually, registry }, ofScoped);
    const detail = await detailWith({ eventually, registry }, attachment);
    // an audit compares it with the detail: it was read before the attachment, too
    await eventually(() => registry.getTrustSummary(unscoped), { since: attachment, until: showsArtifacts });
    return { release: unscoped, attachment, before, detail, detailOfScoped };
  },
);

/** The result of attaching to a release with build metadata. */
interface BuildAttachment {
  readonly release: PublishedRelease;
  readonly created: Answer;
  readonly finalized?: Answer;
  readonly attachment?: Attachment;
}

/** Attaches an artifact with the bytes of another release's: it is no reason to refuse it, but what a registry keeps by digest has two owners then. */
export const attachToBuild: Situation<BuildAttachment> = situation(
  "trust/attach-to-build",
  async ({ given, registry, eventually }) => {
    const { artifact } = (await attachedRelease(given)).attachment.intent;
    const { release, metadata } = await readBuildOnce(given);
    // a registry that requires %2B in paths may read a literal + as a different version; the first read may have been too early
    const isEscaped = isSuccess(metadata) && metadata.exchange.request.url.includes("%2B");
    if (isEscaped && !isSuccess(await registry.getRelease(release)))
      throw given.nothingToJudge("the registry requires the + of build metadata as %2B in paths");
    const { volume, version } = release;
    const requestBody = given.trustBody(release, artifact);
    const created = await eventually(() => registry.createTrustUpload(release, requestBody), {
      since: release,
    });
    if (!isSuccess(created)) return { release, created };
    const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, created);
    await given.transfer(intent, artifact);
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(given));
    if (!isSuccess(finalized)) return { release, created, finalized };
    return { release, created, finalized, attachment: toAttachment(given, intent, finalized) };
  },
);

export const isolation: CheckFile = {
  source: "Trust upload, subject: the release the attachment binds to; Trust detail",
  operations: ["getTrustDetail", "getTrustSummary"],
  needs: ["token:publisher"],
  from: "standard",
  checks: [
    {
      id: "trust/attachments-stay-with-their-volume",
      of: "trust/attachments-belong-to-one-release",
      ledgers: [trustLedger],
      rule: "After `POST` trust finalize, `GET` trust summary and `GET` trust detail of the same version of a different volume stay empty.",
      covers: ["member:trust-upload-intent.subject"],
      from: "quick",
      async run(tools) {
        await attachedRelease(tools.given);

        expectNoAttachments(tools, await trustOfSharedRelease(tools.given));
      },
    },
    {
      id: "trust/attachments-stay-with-their-version",
      of: "trust/attachments-belong-to-one-release",
      ledgers: [trustLedger],
      last: "together",
      forms: "one",
      rule: "`GET` trust detail of each of two versions lists its own attachment and not the other one. The later version has an empty trust summary before its own attachment.",
      reading:
        "The text does not say how similar two versions can be. We use two prereleases, to detect registries that match only the beginning of a version.",
      covers: ["member:trust-upload-intent.subject"],
      async run(tools) {
        const { attachment } = await attachedRelease(tools.given);
        const sibling = await siblingVersion(tools.given);

        const ofSibling = await detailOfSibling(tools.given);
        expectNoArtifacts(tools, { summary: sibling.before, detail: ofSibling });
        const detail = await detailWith(tools, attachment);
        expectOnlyOwn(tools, detail, [attachment, sibling.attachment]);
        expectOnlyOwn(tools, ofSibling, [sibling.attachment, attachment]);
      },
    },
    {
      id: "trust/attachments-stay-with-their-form",
      of: "trust/attachments-belong-to-one-release",
      ledgers: [trustLedger],
      rule: "`GET` trust detail of a scoped volume does not list attachments of the unscoped volume of the same name, and vice versa. A new release has an empty trust summary.",
      reading:
        "The text does not say how a scoped and an unscoped volume with the same last part are related. We read them as two volumes.",
      covers: ["convention:unscoped-form"],
      forms: "scoped",
      async run(tools) {
        const { given } = tools;
        const {
          attachment: ofUnscoped,
          before,
          detail,
          detailOfScoped,
        } = await unscopedReleaseOfSameName(given);
        const { attachment: ofScoped } = await attachedRelease(given);

        expectNoArtifacts(tools, { summary: before, detail });
        expectOnlyOwn(tools, detailOfScoped, [ofScoped, ofUnscoped]);
        expectOnlyOwn(tools, detail, [ofUnscoped, ofScoped]);
      },
    },
    {
      id: "trust/versions-with-build-metadata-take-attachments",
      of: "trust/attachments-belong-to-one-release",
      rule: "For a version with a prerelease and build metadata, `POST` trust create and `POST` trust finalize succeed. `GET` trust detail and `GET` trust summary show the attachment.",
      source: "Shared formats: version, release purl; Create trust attachment upload intent",
      reading:
        "The text does not say whether the `+` of build metadata is `+` or `%2B` in the purl. We send the purl that the registry returned.",
      operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustDetail", "getTrustSummary"],
      covers: ["question:10"],
      forms: "either",
      async run(tools) {
        const { given, registry, eventually, expect } = tools;
        const { release, created, finalized, attachment } = await attachToBuild(given);

        expect.success(created);
        expect.success(finalized ?? created);
        if (attachment === undefined) throw given.blocked("the trust upload was not finalized", created);
        const detail = await detailWith(tools, attachment);
        const summary = await eventually(() => registry.getTrustSummary(release), {
          since: attachment,
          until: (answer) => listAt(answer.body, "artifacts").length > 0,
        });

        expect.success(detail, 200);
        expectAttachment(expect, detail, attachment);
        expect.that(listAt(summary.body, "artifacts").length > 0, {
          expected: "`artifacts` that is not empty in the trust summary",
          wanted: { member: "attachments" },
          got: "no artifacts",
          answer: summary,
        });
      },
    },
    {
      id: "trust/attachments-stay-with-their-build",
      of: "trust/attachments-belong-to-one-release",
      ledgers: [trustLedger],
      forms: "one",
      rule: "After an attachment to a version with build metadata, `GET` trust summary and `GET` trust detail of the version without it are empty.",
      reading:
        "The text leaves open whether both versions can exist. The second may be refused with 409 `version-conflict` or 409 `invalid-upload-state`; otherwise they are two releases.",
      covers: ["question:10"],
      async run(tools) {
        const { given, registry } = tools;
        const { release, created, attachment } = await attachToBuild(given);
        if (attachment === undefined)
          throw given.blocked("the release with build metadata has no attachment", created);
        const [version = ""] = release.version.split("+");
        const withoutBuild = await tryToPublish(given, registry, {
          volume: release.volume,
          version: given.version(version),
        });
        if (withoutBuild.transfer !== undefined && withoutBuild.finalized === undefined)
          throw given.blocked(
            `transferring the bytes of ${withoutBuild.version} was refused`,
            withoutBuild.transfer,
          );

        if (withoutBuild.release !== undefined)
          expectNoAttachments(tools, await readTrust(tools, withoutBuild.release));
        else
          tools.expect.problem(
            withoutBuild.finalized ?? withoutBuild.created,
            "version-conflict",
            "invalid-upload-state",
          );
      },
    },
  ],
};
