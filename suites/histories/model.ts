/**
 * What a history has done so far, and what reads have to show for it. The model learns what the text leaves open from the responses:
 * whether a version can be published again, what a repeated finalize answers, and whether `DELETE` takes a release out of reads.
 */
import type { Tools } from "../../harness/check.ts";
import type { Attachment, PublishedRelease, TrustIntent, UploadIntent } from "../../harness/given/given.ts";
import type { Answer } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toForm, type Volume } from "../../harness/exchange/volume.ts";

/** What a step does to the release that it is about. A step that is not possible does nothing. */
export type Act =
  | "create"
  | "transfer"
  | "finalize"
  | "early-finalize"
  | "create-trust"
  | "finalize-trust"
  | "unpublish"
  | "read"
  | "refused-finalize"
  | "refused-finalize-trust"
  | "refused-unpublish";

export interface Step {
  readonly act: Act;
  /** Index into the volumes of the history, modulo their number. */
  readonly volume: number;
  /** Index into the versions, from the lowest to the highest. */
  readonly version: number;
}

/** The versions that each volume may get, from the lowest to the highest. */
export const versions: readonly string[] = ["1.0.0-RC.1", "1.0.0-rc.1", "1.0.0"];

export interface ReleaseUpload {
  readonly intent: UploadIntent;
  /** `abandoned` after a refusal: the text does not say whether the upload can still be finalized. */
  state: "open" | "sent" | "finalized" | "abandoned";
  /** The answer to its transfer, if that was refused: the finalize then shows whether the API or the byte store refused. */
  refusedTransfer?: Answer;
  /** The answer to its last finalize, if that was refused. */
  refused?: Answer;
}

export interface TrustUpload {
  readonly intent: TrustIntent;
  isFinalized: boolean;
}

/** One release of the history: what was done to it, and what reads show. */
export interface Subject extends ReleaseName {
  readonly inVolume: VolumeState;
  /** `unpublished` after a `DELETE` that succeeded. */
  state: "absent" | "published" | "unpublished";
  release: PublishedRelease | undefined;
  /** True once a read showed that the unpublished release is no longer available. */
  wasSeenGone: boolean;
  readonly uploads: ReleaseUpload[];
  readonly trustUploads: TrustUpload[];
  readonly attachments: Attachment[];
  /** When it changed last, in milliseconds from the start of the run. */
  sinceMs: number;
}

export interface VolumeState {
  readonly volume: Volume;
  /** True after a `DELETE` of one of its versions: whether it stays open for uploads is judged by one requirement only. */
  hasUnpublished: boolean;
  /** By version, from the lowest to the highest. */
  readonly subjects: Subject[];
}

export interface Model {
  readonly volumes: readonly VolumeState[];
  /** True once a trust upload was created: afterwards a refusal is a finding, and no longer a failed set-up. */
  takesTrust: boolean;
  /** Whether the trust detail of a release without trust uploads is read too. */
  readonly readsEmptyTrust: boolean;
  /** The steps that were done, as numbered sentences. */
  readonly story: string[];
}

/**
 * Starts a history. Where the target offers both forms, it has an unscoped and a scoped volume of the same name. So a mix-up of
 * the two is detected.
 */
export function startModel(tools: Tools): Model {
  return {
    volumes: volumesOf(tools).map((volume) => toVolumeState(volume)),
    takesTrust: false,
    readsEmptyTrust: true,
    story: [],
  };
}

function volumesOf({ given, target }: Tools): readonly Volume[] {
  const volume = given.volume();
  const { scope, prefix } = target.namespace ?? {};
  if (scope === undefined || prefix === undefined) return [volume];
  const { segment } = volume;
  return [{ segment }, { scope, segment }];
}

/** A volume without releases, which may get these versions. */
export function toVolumeState(volume: Volume, own: readonly string[] = versions): VolumeState {
  const state: VolumeState = { volume, hasUnpublished: false, subjects: [] };
  for (const version of own) {
    state.subjects.push({
      volume,
      version,
      inVolume: state,
      state: "absent",
      release: undefined,
      wasSeenGone: false,
      uploads: [],
      trustUploads: [],
      attachments: [],
      sinceMs: 0,
    });
  }
  return state;
}

/** The release that a step is about. */
export function subjectOf({ volumes }: Model, { volume, version }: Step): Subject {
  const { subjects } = volumes[volume % volumes.length] ?? { subjects: [] };
  const subject = subjects[version % subjects.length];
  if (subject === undefined) throw new Error("a history needs at least one volume and one version");
  return subject;
}

/** Adds a sentence to the story: what was sent, and what came back. */
export function tell(
  { story }: Model,
  what: string,
  { version, volume }: ReleaseName,
  answer?: Pick<Answer, "status">,
): void {
  const result = answer === undefined ? "" : ` -> ${answer.status}`;
  story.push(`${story.length + 1}. ${what} ${version} (${toForm(volume)} volume)${result}`);
}

/** Whether the volume has a higher version: whether versions have to rise is judged by one requirement only. */
export function isBelowPublished(subject: Subject): boolean {
  const { subjects } = subject.inVolume;
  return subjects.slice(subjects.indexOf(subject) + 1).some(({ state }) => state !== "absent");
}

/** Marks the release as published by this finalize. */
export function markPublished(subject: Subject, upload: ReleaseUpload, release: PublishedRelease): void {
  upload.state = "finalized";
  // what is published again is a release like any other, and has nothing of the former one
  subject.attachments.length = 0;
  subject.trustUploads.length = 0;
  subject.state = "published";
  subject.release = release;
  subject.wasSeenGone = false;
  subject.sinceMs = release.sinceMs;
}
