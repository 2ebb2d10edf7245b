/** Trust of one release is never seen on another. */
import type { Check } from "../../harness/check.ts";
import type { Attachment, Given, PublishedRelease } from "../../harness/given/given.ts";
import { type Answer, isSuccess, listAt, textAt } from "../../harness/registry/answer.ts";
import { readBuildOnce } from "../identity/version-lookup.ts";
import { tryToPublish } from "../publish/publication.ts";
import {
  attachedRelease,
  countOf,
  detailWith,
  finalizeBody,
  showsAttachment,
  siblingVersion,
  toAttachment,
  type Tools,
} from "./attached-release.ts";

const about: Pick<Check, "level" | "operations" | "needs"> = {
  level: "must",
  operations: ["getTrustDetail", "getTrustSummary"],
  needs: ["token:publisher"],
};

const source = "Trust upload, subject: the release the attachment binds to; Trust detail";

/** The detail has the release's own attachment and not the other's. */
function expectOnlyOwn(tools: Tools, detail: Answer, [own, other]: readonly [Attachment, Attachment]): void {
  if (!showsAttachment(own)(detail))
    throw tools.given.blocked("the trust detail does not list the attachment that was finalized", detail);

  const ids = listAt(detail.body, "attachments").map((item) => textAt(item, "id"));
  const isForeign = ids.includes(other.attachmentId) || countOf(other.intent.artifactDigest, detail) > 0;
  tools.expect.that(!isForeign, {
    expected: "the release's own attachment only",
    got: `attachments ${ids.map(String).join(", ")}`,
    answer: detail,
  });
}

/** The trust summary of a release that has no attachment yet is empty, although another release has one. */
function expectNoArtifacts({ expect }: Tools, summary: Answer): void {
  expect.success(summary, 200);
  expect.equal(expect.list(summary, "artifacts"), [], {
    what: "artifacts of a release that has no attachment yet",
    answer: summary,
  });
}

async function expectNone({ registry, settle, expect }: Tools, release: PublishedRelease): Promise<void> {
  const detail = await settle(release, () => registry.getTrustDetail(release));
  const summary = await settle(release, () => registry.getTrustSummary(release));

  expect.equal(expect.list(detail, "attachments"), [], {
    what: "attachments of the other release",
    answer: detail,
  });
  expect.equal(expect.list(summary, "artifacts"), [], {
    what: "artifacts of the other release",
    answer: summary,
  });
}

export const attachmentsStayWithTheirVolume: Check = {
  ...about,
  id: "trust/attachments-stay-with-their-volume",
  rule: "An attachment of one volume's release is not in the trust documents of the same version of another volume.",
  source,
  covers: ["member:trust-upload-intent.subject"],
  async run(tools) {
    await attachedRelease(tools.given);
    const other = await tools.given.sharedRelease();

    await expectNone(tools, other);
  },
};

export const attachmentsStayWithTheirVersion: Check = {
  ...about,
  id: "trust/attachments-stay-with-their-version",
  rule: "Of two versions of a volume that both have an attachment, neither shows the other's, and the later one shows none before it has its own.",
  source,
  reading: "The versions are a release and its prerelease, for registries that look for the start of a key.",
  covers: ["member:trust-upload-intent.subject"],
  from: "standard",
  async run(tools) {
    const { attachment } = await attachedRelease(tools.given);
    const sibling = await siblingVersion(tools.given);

    expectNoArtifacts(tools, sibling.before);
    for (const [own, other] of [
      [attachment, sibling.attachment],
      [sibling.attachment, attachment],
    ] as const) {
      expectOnlyOwn(tools, await detailWith(tools, own), [own, other]);
    }
  },
};

/** The unscoped release of the busy one's name, and trust documents from before it was done with. */
interface Namesake {
  readonly attachment: Attachment;
  /** Its summary from before it had the attachment. */
  readonly before: Answer;
  /** Its detail, and the scoped release's, once both had their own attachment. */
  readonly detail: Answer;
  readonly detailOfScoped: Answer;
}

/** Built once, for scoped names. Only what was read is looked at again, so that one check may change its state. */
export async function unscopedNamesake(given: Given): Promise<Namesake> {
  return await given.shared("trust/unscoped-namesake", async (own, registry, settle) => {
    const { release: scoped, attachment: ofScoped } = await attachedRelease(own);
    const { segment } = scoped.volume;
    const unscoped = await own.publishedRelease({ volume: { segment }, version: scoped.version });
    const before = await settle(unscoped, () => registry.getTrustSummary(unscoped));
    const attachment = await own.attachment(unscoped);
    const detailOfScoped = await detailWith({ settle, registry }, ofScoped);
    const detail = await detailWith({ settle, registry }, attachment);
    return { attachment, before, detail, detailOfScoped };
  });
}

export const attachmentsStayWithTheirForm: Check = {
  ...about,
  id: "trust/attachments-stay-with-their-form",
  rule: "An attachment of a scoped volume's release is not in the trust documents of the unscoped volume of the same name, nor the other way round.",
  source,
  reading: "A scoped and an unscoped name are two volumes, whatever their last part.",
  forms: "scoped",
  covers: ["convention:unscoped-form"],
  from: "standard",
  async run(tools) {
    const { given, target } = tools;
    if (target.namespace?.prefix === undefined)
      throw given.skipped('needs "namespace.prefix" in the target file');
    const { attachment: ofScoped } = await attachedRelease(given);
    const { attachment: ofUnscoped, before, detail, detailOfScoped } = await unscopedNamesake(given);

    expectNoArtifacts(tools, before);
    expectOnlyOwn(tools, detailOfScoped, [ofScoped, ofUnscoped]);
    expectOnlyOwn(tools, detail, [ofUnscoped, ofScoped]);
  },
};

/** What became of attaching to a release with build metadata. */
interface BuildAttempt {
  readonly release: PublishedRelease;
  readonly created: Answer;
  readonly finalized?: Answer;
  readonly attachment?: Attachment;
}

function attachToBuild(given: Given): Promise<BuildAttempt> {
  return given.shared("trust/attach-to-build", async (own, registry, settle) => {
    await attachedRelease(own);
    const { release, metadata } = await readBuildOnce(own);
    // a registry that wants the + as %2B in paths may take a literal one for another version
    if (isSuccess(metadata) && metadata.exchange.request.url.includes("%2B"))
      throw own.skipped("the registry wants the + of build metadata encoded in paths");
    const { volume, version } = release;
    const artifact = own.artifact();
    const requestBody = own.trustBody(release, artifact);
    const created = await settle(release, () => registry.createTrustUpload(release, requestBody));
    if (!isSuccess(created)) return { release, created };
    const intent = own.trustIntentOf({ volume, version, artifact, requestBody }, created);
    await own.transfer(intent, artifact);
    const finalized = await registry.finalizeTrustUpload(intent, finalizeBody(own));
    if (!isSuccess(finalized)) return { release, created, finalized };
    return { release, created, finalized, attachment: toAttachment(intent, finalized) };
  });
}

export const versionsOfEveryKindTakeAttachments: Check = {
  ...about,
  id: "trust/versions-of-every-kind-take-attachments",
  rule: "A release whose version has a prerelease and build metadata takes attachments and shows them as any other does.",
  source: "Shared formats: version, release purl; Create trust attachment upload intent",
  reading:
    "The + of build metadata may stand in the purl as + or as %2B; the one that the registry gave is sent back.",
  operations: ["createTrustUpload", "finalizeTrustUpload", "getTrustDetail", "getTrustSummary"],
  covers: ["question:10"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry, settle, expect } = tools;
    const { release, created, finalized, attachment } = await attachToBuild(given);

    expect.success(created);
    expect.success(finalized ?? created);
    if (attachment === undefined) throw given.blocked("the trust upload was not finalized", created);
    const detail = await detailWith(tools, attachment);
    const summary = await settle(
      attachment,
      () => registry.getTrustSummary(release),
      (answer) => listAt(answer.body, "artifacts").length > 0,
    );

    expect.that(showsAttachment(attachment)(detail), {
      expected: `the attachment ${attachment.attachmentId}`,
      got: "a detail without it",
      answer: detail,
    });
    expect.that(listAt(summary.body, "artifacts").length > 0, {
      expected: "artifacts",
      got: "none",
      answer: summary,
    });
  },
};

export const attachmentsStayWithTheirBuild: Check = {
  ...about,
  id: "trust/attachments-stay-with-their-build",
  rule: "Where a version exists with build metadata and without, an attachment of the one is not in the trust documents of the other.",
  source,
  reading:
    "Whether both can exist is open: the second may be refused, since it exists in the registry's eyes. Where both do, they are two releases.",
  covers: ["question:10"],
  forms: "either",
  from: "standard",
  async run(tools) {
    const { given, registry } = tools;
    const { release, created, attachment } = await attachToBuild(given);
    if (attachment === undefined) throw given.blocked("nothing was attached to the build", created);
    const [version = ""] = release.version.split("+");
    const plain = await tryToPublish(given, registry, {
      volume: release.volume,
      version: given.version(version),
    });
    if (plain.transfer !== undefined && plain.finalized === undefined)
      throw given.blocked(`the bytes of ${plain.version} were refused`, plain.transfer);

    if (plain.release !== undefined) await expectNone(tools, plain.release);
    else tools.expect.problem(plain.finalized ?? plain.created, "version-conflict", "invalid-upload-state");
  },
};
