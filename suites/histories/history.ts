/** Runs steps such as create and finalize, and records which releases and attachments reads have to show. */
import type { Tools } from "../../harness/check.ts";
import type { PublishedRelease, UploadIntent } from "../../harness/given/given.ts";
import { type Answer, isSuccess, textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toFullName, type Volume } from "../../harness/exchange/volume.ts";
import type { Slug } from "../../schemas/problems.ts";

/** The next step. A step that is no longer possible does nothing. */
export interface Step {
  readonly step: "open" | "send" | "finalize" | "publish" | "attach";
  /** Index into the releases or into the uploads opened so far, modulo their number. */
  readonly on: number;
}

/** The versions that each volume of a history may get, from the highest to the lowest. */
const versions: readonly string[] = ["1.1.0", "1.0.0-rc.1", "0.9.0"];

/** The 409 problems of Errors, rule 3, for a finalize after the first one has published the version. */
const conflicts: readonly Slug[] = [
  "version-conflict",
  "invalid-upload-state",
  "identity-mismatch",
  "idempotency-conflict",
  "inconsistent-registry-state",
];

/**
 * The problems for a finalize after the first one has published the version. Below another version of the volume, also that of a
 * registry whose versions have to rise.
 */
export function lateFinalizeProblems(isBelowAnother: boolean): readonly Slug[] {
  return isBelowAnother ? [...conflicts, "validation-failed"] : conflicts;
}

/**
 * The problems for a finalize of an upload after another one has published its version: the registry may have ended the upload, or
 * forgotten it. The text does not state the transitions of upload states.
 */
export function overtakenProblems(isBelowAnother: boolean): readonly Slug[] {
  return [...lateFinalizeProblems(isBelowAnother), "upload-expired", "not-found"];
}

interface Upload {
  readonly intent: UploadIntent;
  /** `abandoned` after a refusal: the text does not say whether the upload can still be finalized. */
  state: "open" | "sent" | "finalized" | "abandoned";
}

/** What reads have to show for a version. */
export interface Shown {
  readonly release: PublishedRelease;
  readonly attachments: string[];
  sinceMs: number;
}

/** The recorded uploads and releases. */
export interface History {
  /** The releases that may be published, ordered by version, then by volume. */
  readonly names: readonly ReleaseName[];
  readonly uploads: Upload[];
  /** The published releases, by full name and version. */
  readonly published: Map<string, Shown>;
}

/**
 * Starts a history. Where the target offers both forms, it has a scoped and an unscoped volume of the same name.
 * So a mix-up of the two is detected.
 */
export function startHistory(tools: Tools): History {
  const volumes = volumesOf(tools);
  const names = versions.flatMap((version) => volumes.map((volume) => ({ volume, version })));
  return { names, uploads: [], published: new Map<string, Shown>() };
}

function volumesOf({ given, target }: Tools): readonly Volume[] {
  const volume = given.volume();
  const { scope, prefix } = target.namespace ?? {};
  if (scope === undefined || prefix === undefined) return [volume];
  const { segment } = volume;
  return [{ scope, segment }, { segment }];
}

/** The key of a release in `published`. */
export function keyOf({ volume, version }: ReleaseName): string {
  return `${toFullName(volume)}@${version}`;
}

/** Runs a step and judges its responses. Returns the release that it changed, if any. */
export async function runStep(
  tools: Tools,
  history: History,
  { step, on }: Step,
): Promise<ReleaseName | undefined> {
  const release = history.names[on % history.names.length];
  if (release === undefined) throw new Error("a history needs at least one release");
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

/** Creates an upload. It may be refused if the version is published or an open upload may have reserved it. */
async function open(tools: Tools, history: History, release: ReleaseName): Promise<Upload | undefined> {
  const { given, registry, expect } = tools;
  const { uploads, published } = history;
  const { volume, version } = release;
  const files = [{ name: "readme.md", content: `Upload ${uploads.length} of this history\n` }];
  const archive = await given.archive({ volume, version }, { files });
  const requestBody = given.createBody(version, archive);
  const answer = await registry.createReleaseUpload(volume, requestBody);
  const key = keyOf(release);
  const mayBeRefused = published.has(key) || uploads.some(({ intent }) => keyOf(intent) === key);
  if (isBelowPublished(history, release) && !isSuccess(answer)) {
    expect.refusal(answer);
    return undefined;
  }
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

/** Whether the volume has a higher version: whether versions have to rise is judged by one requirement only. */
function isBelowPublished({ published }: History, { volume, version }: ReleaseName): boolean {
  return versions
    .slice(0, Math.max(0, versions.indexOf(version)))
    .some((higher) => published.has(keyOf({ volume, version: higher })));
}

async function sendBytes({ given }: Tools, upload: Upload): Promise<void> {
  if (upload.state !== "open") return;
  await given.transfer(upload.intent, upload.intent.archive.bytes);
  upload.state = "sent";
}

async function finalize(tools: Tools, history: History, upload: Upload): Promise<ReleaseName | undefined> {
  const { given, registry, expect } = tools;
  const { intent, state } = upload;
  if (state === "abandoned") return undefined;
  const answer = await registry.finalizeReleaseUpload(intent);
  const shown = history.published.get(keyOf(intent));
  const isBelow = isBelowPublished(history, intent);
  if (state === "finalized" && shown !== undefined)
    expectRepeated(tools, answer, shown.release, lateFinalizeProblems(isBelow));
  else if (shown !== undefined) {
    expect.problem(
      answer,
      ...overtakenProblems(isBelow),
      ...(state === "open" ? (["missing-uploaded-bytes"] as const) : []),
    );
    upload.state = "abandoned";
  } else if (state === "open") {
    expect.problem(answer, "missing-uploaded-bytes");
    upload.state = "abandoned";
  } else if (isBelow && !isSuccess(answer)) {
    expect.refusal(answer);
    upload.state = "abandoned";
  } else {
    expect.success(answer, 201);
    upload.state = "finalized";
    const release = given.releaseOf(intent, answer);
    history.published.set(keyOf(intent), { release, attachments: [], sinceMs: release.sinceMs });
  }
  return intent;
}

/** A repeated finalize is refused with one of these problems, or answers 201 with the same release. */
export function expectRepeated(
  { expect }: Tools,
  answer: Answer,
  release: PublishedRelease,
  refusals: readonly Slug[],
): void {
  if (!isSuccess(answer)) {
    expect.problem(answer, ...refusals);
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
    { what: "version and integrity in the response to the repeated finalize", answer },
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
