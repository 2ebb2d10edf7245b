/** What volumes should look like after everything that was done to them, and the steps that can be done. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/registry/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/registry/volume.ts";
import type { Slug } from "../../schemas/problems.ts";

/** What is done next. A step that its subject does not allow any more does nothing. */
export interface Step {
  readonly step: "open" | "send" | "finalize" | "publish" | "attach";
  /** Which of the releases to be, or of the uploads opened so far; counted round and round. */
  readonly on: number;
}

/** The versions that each volume of a history may get, among them one that sorts before the others. */
const versions: readonly string[] = ["1.0.0", "1.1.0-rc.1", "0.9.0"];

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

/** Uploads and releases of volumes, as they should be. */
export interface History {
  /** What may be published, version by version, and of each version volume by volume. */
  readonly names: readonly ReleaseName[];
  readonly uploads: Upload[];
  /** What was published, by full name and version. */
  readonly published: Map<string, Shown>;
}

/**
 * A history of a scoped and an unscoped volume of the same name, where the target offers both, so that what is done to one
 * is seen not to touch the other.
 */
export function startHistory(tools: Tools): History {
  const volumes = volumesOf(tools);
  const names = versions.flatMap((version) => volumes.map((volume) => ({ volume, version })));
  return { names, uploads: [], published: new Map<string, Shown>() };
}

function volumesOf({ given, target, seed }: Tools): readonly Volume[] {
  const volume = given.volume();
  const { scope, prefix } = target.namespace ?? {};
  if (scope === undefined || prefix === undefined) return [volume];
  const { segment } = volume;
  const both = [{ scope, segment }, { segment }];
  // the first has more done to it
  return seed % 2 === 0 ? both : both.toReversed();
}

/** How a release is called in `published`. */
export function keyOf({ volume, version }: ReleaseName): string {
  return `${toFullName(volume)}@${version}`;
}

/** Does a step and judges its answers. Gives the release that it changed, if any. */
export async function doStep(
  tools: Tools,
  history: History,
  { step, on }: Step,
): Promise<ReleaseName | undefined> {
  const release = history.names[on % history.names.length];
  if (release === undefined) throw new Error("a history is about at least one release");
  const upload = history.uploads[on % Math.max(1, history.uploads.length)];
  switch (step) {
    case "open":
      await open(tools, history, release);
      return undefined;
    case "send":
      if (upload !== undefined) await sendBytes(tools, upload);
      return undefined;
    case "finalize":
      return upload === undefined ? undefined : await finalize(tools, history, upload);
    case "publish": {
      const opened = await open(tools, history, release);
      if (opened === undefined) return undefined;
      await sendBytes(tools, opened);
      return await finalize(tools, history, opened);
    }
    case "attach":
      return await attach(tools, history, release);
  }
}

/** A release's version, or one that an open upload may have reserved, can be refused; any other is owed an upload. */
async function open(tools: Tools, history: History, release: ReleaseName): Promise<Upload | undefined> {
  const { given, registry, expect } = tools;
  const { uploads, published } = history;
  const { volume, version } = release;
  const files = [{ name: "README.md", content: `Upload ${uploads.length} of this history\n` }];
  const archive = await given.archive({ volume, version }, { files });
  const requestBody = given.createBody(version, archive);
  const answer = await registry.createReleaseUpload(volume, requestBody);
  const key = keyOf(release);
  const mayBeRefused = published.has(key) || uploads.some(({ intent }) => keyOf(intent) === key);
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

async function finalize(tools: Tools, history: History, upload: Upload): Promise<ReleaseName | undefined> {
  const { given, registry, expect } = tools;
  const { intent, state } = upload;
  if (state === "over") return undefined;
  const answer = await registry.finalizeReleaseUpload(intent);
  const shown = history.published.get(keyOf(intent));
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
    history.published.set(keyOf(intent), { release, attachments: [], sinceMs: release.sinceMs });
  }
  return intent;
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
  release: ReleaseName,
): Promise<ReleaseName | undefined> {
  const shown = history.published.get(keyOf(release));
  if (shown === undefined || !target.features.trust) return undefined;
  const attachment = await given.attachment({ ...shown.release, sinceMs: shown.sinceMs });
  expect.success(attachment.answer);
  shown.attachments.push(attachment.attachmentId);
  shown.sinceMs = attachment.sinceMs;
  return release;
}
