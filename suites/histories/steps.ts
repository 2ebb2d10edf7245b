/** Does the steps of a history, and judges their responses by the model. */
import type { Tools } from "../../harness/check.ts";
import { undefinedIfSkipped } from "../../harness/outcome.ts";
import { type Answer, isSuccess, slugOf } from "../../harness/exchange/answer.ts";
import type { Token } from "../../harness/api/registry.ts";
import { endedProblems } from "../inputs/ended-uploads.ts";
import { expectRepeated, lateFinalizeProblems, overtakenProblems } from "./late-finalizes.ts";
import { expectIndexRows, expectSubject } from "./look.ts";
import {
  type Act,
  isBelowPublished,
  markPublished,
  type Model,
  type ReleaseUpload,
  type Step,
  type Subject,
  subjectOf,
  tell,
  type TrustUpload,
} from "./model.ts";

type Do = (tools: Tools, model: Model, subject: Subject) => Promise<void>;

const acts: Readonly<Record<Act, Do>> = {
  create,
  transfer,
  finalize,
  "early-finalize": earlyFinalize,
  "create-trust": createTrust,
  "finalize-trust": finalizeTrust,
  unpublish,
  read,
  "refused-finalize": refusedFinalize,
  "refused-finalize-trust": refusedFinalizeTrust,
  "refused-unpublish": refusedUnpublish,
};

/** Does a step. */
export async function runStep(tools: Tools, model: Model, step: Step): Promise<void> {
  await acts[step.act](tools, model, subjectOf(model, step));
}

async function create(tools: Tools, model: Model, subject: Subject): Promise<void> {
  const { given, registry } = tools;
  const { volume, version } = subject;
  const files = [{ name: "readme.md", content: `Step ${model.story.length} of this history\n` }];
  const archive = await given.archive({ volume, version }, { files });
  const requestBody = given.createBody(version, archive);
  const answer = await registry.createReleaseUpload(volume, requestBody);
  tell(model, "`POST` create of", subject, answer);
  if (!isSuccess(answer)) {
    expectCreateRefusal(tools, subject, answer);
    return;
  }
  const intent = given.intentOf({ volume, version, archive, requestBody }, answer);
  subject.uploads.push({ intent, state: "open" });
}

/** A create may be refused if the version is used or reserved, or for a reason that another requirement judges. */
function expectCreateRefusal({ expect }: Tools, subject: Subject, answer: Answer): void {
  if (subject.inVolume.hasUnpublished || isBelowPublished(subject)) expect.refusal(answer);
  else if (subject.state === "published" || subject.uploads.length > 0)
    expect.problem(answer, "version-conflict");
  else expect.success(answer);
}

async function transfer({ given }: Tools, model: Model, subject: Subject): Promise<void> {
  const upload = subject.uploads.findLast(({ state }) => state === "open");
  if (upload === undefined) return;
  // no upload is finalized before the shared release, which is the control of them all
  await given.sharedRelease();
  const answer = await given.offerBytes(upload.intent, upload.intent.archive.bytes);
  tell(model, "Transfer of", subject, answer);
  if (!isSuccess(answer)) upload.refusedTransfer = answer;
  upload.state = "sent";
}

async function finalize(tools: Tools, model: Model, subject: Subject): Promise<void> {
  const { given, registry, expect } = tools;
  const upload = latestFinalizable(subject);
  if (upload === undefined) return;
  const answer = await registry.finalizeReleaseUpload(upload.intent);
  const what = upload.state === "finalized" ? "Repeated `POST` finalize of" : "`POST` finalize of";
  tell(model, what, subject, answer);
  if (!isSuccess(answer)) upload.refused = answer;
  assertTransferred(tools, upload, answer);
  const { release, state } = subject;
  const isBelow = isBelowPublished(subject);
  if (upload.state === "finalized") {
    // what a repeated finalize answers once the release is unpublished is not stated; what it changes, the reads show
    if (state === "published" && release !== undefined)
      expectRepeated(tools, answer, release, lateFinalizeProblems(isBelow));
  } else if (state === "published") {
    expect.problem(answer, ...overtakenProblems(isBelow));
    upload.state = "abandoned";
  } else if (!isSuccess(answer) && (subject.inVolume.hasUnpublished || isBelow)) {
    expect.refusal(answer);
    upload.state = "abandoned";
  } else if (!isSuccess(answer) && subject.uploads.at(-1) !== upload) {
    // the text does not say whether a later upload of the version ends it
    expect.problem(answer, ...endedProblems);
    upload.state = "abandoned";
  } else {
    expect.success(answer, 201);
    markPublished(subject, upload, given.releaseOf(upload.intent, answer));
  }
}

/**
 * Finalizes an upload without bytes. If its version is published meanwhile, or another upload of it was opened, that may be the reason
 * for the refusal.
 */
async function earlyFinalize(tools: Tools, model: Model, subject: Subject): Promise<void> {
  const upload = subject.uploads.findLast(({ state }) => state === "open");
  if (upload === undefined) return;
  const answer = await tools.registry.finalizeReleaseUpload(upload.intent);
  tell(model, "`POST` finalize without bytes of", subject, answer);
  const overtaken = subject.state === "published" ? overtakenProblems(isBelowPublished(subject)) : [];
  const replaced = subject.uploads.at(-1) === upload ? [] : endedProblems;
  tools.expect.problem(answer, "missing-uploaded-bytes", ...overtaken, ...replaced);
  upload.state = "abandoned";
}

/** A byte store may refuse bytes for a reason of its own. Where the API has forgotten the upload, that is a finding. */
function assertTransferred({ given }: Tools, { refusedTransfer }: ReleaseUpload, answer: Answer): void {
  if (refusedTransfer === undefined || slugOf(answer) !== "missing-uploaded-bytes") return;
  throw given.blocked(`transferring the bytes answered ${refusedTransfer.status}`, refusedTransfer);
}

function latestFinalizable({ uploads }: Subject): ReleaseUpload | undefined {
  return (
    uploads.findLast(({ state }) => state === "sent") ??
    uploads.findLast(({ state }) => state === "finalized")
  );
}

async function createTrust(tools: Tools, model: Model, subject: Subject): Promise<void> {
  const { given, registry, expect } = tools;
  const { release, state } = subject;
  if (release === undefined || state !== "published") return;
  tell(model, "`POST` trust create and transfer for", subject);
  // whether trust can be attached at all is judged by other requirements
  if (!model.takesTrust) {
    subject.trustUploads.push({ intent: await given.trustUploaded(release), isFinalized: false });
    model.takesTrust = true;
    return;
  }
  const artifact = given.artifact();
  const requestBody = given.trustBody(release, artifact);
  const { volume, version } = subject;
  const answer = await tools.eventually(() => registry.createTrustUpload(release, requestBody), {
    since: release,
  });
  expect.success(answer);
  const intent = given.trustIntentOf({ volume, version, artifact, requestBody }, answer);
  await given.transfer(intent, artifact);
  subject.trustUploads.push({ intent, isFinalized: false });
}

/** Finalizes the oldest open trust upload, if there are several after the newest one. */
async function finalizeTrust(
  { given, registry, expect }: Tools,
  model: Model,
  subject: Subject,
): Promise<void> {
  const upload = openTrustUpload(subject);
  if (upload === undefined) return;
  const { intent } = upload;
  const answer = await registry.finalizeTrustUpload(intent, { idempotencyKey: given.key() });
  tell(model, "`POST` trust finalize for", subject, answer);
  upload.isFinalized = true;
  if (subject.state === "unpublished" && !isSuccess(answer)) return;
  if (subject.inVolume.hasUnpublished && !isSuccess(answer)) {
    expect.refusal(answer);
    return;
  }
  expect.success(answer);
  if (subject.state === "unpublished") return;
  const { volume, version } = subject;
  const attachmentId = expect.text(answer, "attachmentId");
  subject.attachments.push({ volume, version, intent, answer, attachmentId, sinceMs: answer.endedAtMs });
  subject.sinceMs = answer.endedAtMs;
}

/** The newest open one: so the first of two is finalized after the second. */
function openTrustUpload({ trustUploads }: Subject): TrustUpload | undefined {
  return trustUploads.findLast(({ isFinalized }) => !isFinalized);
}

async function unpublish({ registry }: Tools, model: Model, subject: Subject): Promise<void> {
  // the path is stated for names without a scope
  if (subject.state !== "published" || subject.volume.scope !== undefined) return;
  const answer = await registry.unpublishVersion(subject);
  tell(model, "`DELETE` of", subject, answer);
  if (!isSuccess(answer)) return;
  subject.state = "unpublished";
  subject.sinceMs = answer.endedAtMs;
  subject.inVolume.hasUnpublished = true;
}

async function read(tools: Tools, model: Model, subject: Subject): Promise<void> {
  tell(model, "Reads of", subject);
  await expectSubject(tools, model, subject);
  await expectIndexRows(tools, subject.inVolume);
}

async function refusedFinalize(tools: Tools, model: Model, subject: Subject): Promise<void> {
  const upload = subject.uploads.findLast(({ state }) => state === "sent");
  if (upload === undefined) return;
  const answer = await tools.registry.finalizeReleaseUpload(upload.intent, { as: "nobody" });
  tell(model, "`POST` finalize without a token of", subject, answer);
  assertRefused(tools, answer);
}

async function refusedFinalizeTrust(tools: Tools, model: Model, subject: Subject): Promise<void> {
  const upload = openTrustUpload(subject);
  if (upload === undefined) return;
  const as = await stranger(tools);
  const body = { idempotencyKey: tools.given.key() };
  const answer = await tools.registry.finalizeTrustUpload(upload.intent, body, { as });
  tell(model, "An outsider's `POST` trust finalize for", subject, answer);
  assertRefused(tools, answer);
}

async function refusedUnpublish(tools: Tools, model: Model, subject: Subject): Promise<void> {
  if (subject.state !== "published" || subject.volume.scope !== undefined) return;
  const answer = await tools.registry.unpublishVersion(subject, { as: await stranger(tools) });
  tell(model, "An outsider's `DELETE` of", subject, answer);
  assertRefused(tools, answer);
}

/** The outsider's token, or none if the target has no outsider. */
async function stranger({ given }: Tools): Promise<Token | "nobody"> {
  return (await undefinedIfSkipped(() => given.tokenOf("outsider"))) ?? "nobody";
}

/** Whether these requests are refused is judged by other requirements. */
function assertRefused({ given }: Tools, answer: Answer): void {
  if (isSuccess(answer)) throw given.blocked("a request without authority was accepted", answer);
}
