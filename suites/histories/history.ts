/** What a volume should look like after everything that was done to it, and the steps that can be done. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import type { Volume } from "../../harness/registry/volume.ts";
import type { Slug } from "../../schemas/problems.ts";

/** What is done next. A step that its subject does not allow any more does nothing. */
export interface Step {
  readonly step: "open" | "send" | "finalize" | "publish" | "attach";
  /** Which of the versions, or of the uploads opened so far; counted round and round. */
  readonly on: number;
}

/** The versions that a history is about, among them one that sorts before the others. */
export const versionsOfHistory: readonly [string, ...string[]] = ["1.0.0", "1.1.0-rc.1", "0.9.0"];

/** 409 as Errors, rule 3 groups it, for a finalize that another one was faster than. */
export const lateFinalizeProblems: readonly Slug[] = [
  "version-conflict",
  "invalid-upload-state",
  "identity-mismatch",
  "idempotency-conflict",
  "inconsistent-registry-state",
];

interface Upload {
  readonly intent: UploadIntent;
  /** `over` after a refusal, since the text does not say whether an upload outlives one. */
  state: "open" | "sent" | "finalized" | "over";
}

/** A version as it should be shown. */
export interface Shown {
  readonly release: PublishedRelease;
  readonly attachments: string[];
  sinceMs: number;
}

/** A volume's uploads and releases, as they should be. */
export interface History {
  readonly volume: Volume;
  readonly uploads: Upload[];
  readonly published: Map<string, Shown>;
}

export function startHistory({ given }: Tools): History {
  return { volume: given.volume(), uploads: [], published: new Map<string, Shown>() };
}

/** Does a step and judges its answers. Gives the version that it changed, if any. */
export async function doStep(
  tools: Tools,
  history: History,
  { step, on }: Step,
): Promise<string | undefined> {
  const version = versionsOfHistory[on % versionsOfHistory.length] ?? versionsOfHistory[0];
  const upload = history.uploads[on % Math.max(1, history.uploads.length)];
  switch (step) {
    case "open":
      await open(tools, history, version);
      return undefined;
    case "send":
      if (upload !== undefined) await sendBytes(tools, upload);
      return undefined;
    case "finalize":
      return upload === undefined ? undefined : await finalize(tools, history, upload);
    case "publish": {
      const opened = await open(tools, history, version);
      if (opened === undefined) return undefined;
      await sendBytes(tools, opened);
      return await finalize(tools, history, opened);
    }
    case "attach":
      return await attach(tools, history, version);
  }
}

/** A release's version, or one that an open upload may have reserved, can be refused; any other is owed an upload. */
async function open(tools: Tools, history: History, version: string): Promise<Upload | undefined> {
  const { given, registry, expect } = tools;
  const { volume, uploads, published } = history;
  const files = [{ name: "README.md", content: `Upload ${uploads.length} of this history\n` }];
  const archive = await given.archive({ volume, version }, { files });
  const requestBody = given.createBody(version, archive);
  const answer = await registry.createReleaseUpload(volume, requestBody);
  const mayBeRefused = published.has(version) || uploads.some(({ intent }) => intent.version === version);
  if (mayBeRefused && !isSuccess(answer)) {
    expect.problem(answer, "version-conflict");
    return undefined;
  }
  expect.success(answer);
  const upload: Upload = {
    intent: given.intentOf({ volume, version, archive, requestBody }, answer),
    state: "open",
  };
  uploads.push(upload);
  return upload;
}

async function sendBytes({ given }: Tools, upload: Upload): Promise<void> {
  if (upload.state !== "open") return;
  await given.transfer(upload.intent, upload.intent.archive.bytes);
  upload.state = "sent";
}

async function finalize(tools: Tools, history: History, upload: Upload): Promise<string | undefined> {
  const { given, registry, expect } = tools;
  const { intent, state } = upload;
  if (state === "over") return undefined;
  const answer = await registry.finalizeReleaseUpload(intent);
  const shown = history.published.get(intent.version);
  if (state === "finalized" && shown !== undefined) expectRepeated(tools, answer, shown.release);
  else if (shown !== undefined) {
    expect.problem(
      answer,
      ...lateFinalizeProblems,
      ...(state === "open" ? (["missing-uploaded-bytes"] as const) : []),
    );
    upload.state = "over";
  } else if (state === "open") {
    expect.problem(answer, "missing-uploaded-bytes");
    upload.state = "over";
  } else {
    expect.success(answer, 201);
    upload.state = "finalized";
    const release = given.releaseOf(intent, answer);
    history.published.set(intent.version, { release, attachments: [], sinceMs: release.sinceMs });
  }
  return intent.version;
}

/** A repeated finalize is refused, or answered with the very same release. */
export function expectRepeated({ expect }: Tools, answer: Answer, release: PublishedRelease): void {
  if (!isSuccess(answer)) {
    expect.problem(answer, ...lateFinalizeProblems);
    return;
  }
  expect.success(answer, 201);
  const got = {
    version: textAt(answer.body, "release", "version"),
    integrity: textAt(answer.body, "release", "integrity"),
  };
  expect.equal(
    got,
    { version: release.version, integrity: release.integrity },
    { what: "the release of the repeated finalize", answer },
  );
}

async function attach(
  { given, target, expect }: Tools,
  history: History,
  version: string,
): Promise<string | undefined> {
  const shown = history.published.get(version);
  if (shown === undefined || !target.features.trust) return undefined;
  const attachment = await given.attachment({ ...shown.release, sinceMs: shown.sinceMs });
  expect.success(attachment.answer);
  shown.attachments.push(attachment.attachmentId);
  shown.sinceMs = attachment.sinceMs;
  return version;
}
