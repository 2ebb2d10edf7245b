/** Whether the reasons for the refusals of a run are still there at its end. */
import type { Noted } from "../../harness/ledger.ts";
import { textAt } from "../../harness/exchange/answer.ts";
import { type ReleaseName, toPurl, toVolume } from "../../harness/exchange/volume.ts";
import { type Books, toBaseId } from "./books.ts";
import { isNotAboutKey, type Refused } from "./refused.ts";
import { sendersOf, toActor } from "./senders.ts";
import { ofKinds, type Timeline, toId, toPlace, trustUploadsIn } from "./timelines.ts";
import { hasComeAgain } from "./used-again.ts";

export type NotedRefusal = Refused & Noted;

/** Whether the reason for a refusal is still there at the end of the run. */
type StillRefused = (refusal: NotedRefusal, books: Books) => boolean;

const always: StillRefused = () => true;

function timelineOf({ name, version }: Refused, { timelines }: Books): Timeline | undefined {
  return timelines.get(toId({ name, version }));
}

/** The version is published, and nothing may have freed it. */
const isTaken: StillRefused = (refusal, books) => {
  const release = timelineOf(refusal, books);
  return release?.published !== undefined && release.changes.length === 0;
};

/** The run has not published the version, and nothing else was done with it. */
const isAbsent: StillRefused = (refusal, books) => {
  const release = timelineOf(refusal, books);
  return (
    release === undefined ||
    (release.published === undefined && !release.isUncertain && release.changes.length === 0)
  );
};

/** The digests of the bytes that the check of a refusal sent afterwards. */
export function sentAfter({ actor, endedAtMs }: NotedRefusal, { entries }: Books): readonly string[] {
  return ofKinds(entries, "sent")
    .filter((one) => one.exchange.startsWith(`${actor}#`) && one.endedAtMs > endedAtMs)
    .map(({ digest }) => digest);
}

/** No finalize of the upload succeeded, and its id names no other upload since. */
const isOpen: StillRefused = ({ name, uploadId }, { entries }) =>
  !hasComeAgain(uploadId, entries) &&
  !ofKinds(entries, "finalized", "trust-finalized").some(
    (one) => one.name === name && one.uploadId === uploadId && one.outcome !== "refused",
  );

/** The same, and its check sent no bytes afterwards. */
const isUnfinished: StillRefused = (refusal, books) =>
  isOpen(refusal, books) && sentAfter(refusal, books).length === 0;

/** The same, and what its check sent afterwards has another digest than the declared one, too. */
const isMismatched: StillRefused = (refusal, books) => {
  const { operation, name, version, uploadId } = refusal;
  const upload =
    operation === "finalizeTrustUpload"
      ? trustUploadsIn(books.entries).get(toPlace({ kind: "trust-opened", name, version, uploadId }))
      : books.uploads.get(`${name} ${uploadId}`);
  const declared = textAt(upload?.sent, "declaredDigest");
  const sent = sentAfter(refusal, books);
  return (
    isOpen(refusal, books) && (sent.length === 0 || (declared !== undefined && !sent.includes(declared)))
  );
};

/** Nobody who sent a request about the upload has sent bytes. */
const hasNoBytes: StillRefused = (refusal, books) => {
  const senders = sendersOf(refusal, books);
  const isSent = ofKinds(books.entries, "sent").some((one) => senders.has(toActor(one)));
  return !isSent && isUnfinished(refusal, books);
};

/** No finalize of the upload of a release succeeded, and no other one was opened for its version at any time, which may change its state. */
const isStillExpired: StillRefused = (refusal, books) => {
  const { name, uploadId } = refusal;
  const version = books.uploads.get(`${name} ${uploadId}`)?.version ?? refusal.version;
  const isReplaced = ofKinds(books.entries, "opened").some(
    (one) => one.uploadId !== uploadId && toBaseId(one) === toBaseId({ name, version }),
  );
  return !isReplaced && isUnfinished(refusal, books);
};

/** The subject of the request is not the release of its path. */
const isUnbound: StillRefused = (refusal, books) => {
  const published = timelineOf(refusal, books)?.published;
  const release: ReleaseName = { volume: toVolume(refusal.name), version: refusal.version };
  const integrity = textAt(published?.answered, "release", "integrity");
  const [purl, sent] = [
    textAt(refusal.sent, "subject", "purl"),
    textAt(refusal.sent, "subject", "integrity"),
  ];
  return published !== undefined && (purl !== toPurl(release) || sent !== integrity);
};

const uploadRefusals: Readonly<Record<string, StillRefused>> = {
  "invalid-upload-state": isUnfinished,
  "upload-expired": isUnfinished,
  "digest-mismatch": isMismatched,
};

/** By operation and problem, the usual problems first. */
export const stillRefused: Readonly<Record<string, Readonly<Record<string, StillRefused>>>> = {
  createReleaseUpload: {
    "validation-failed": isNotAboutKey,
    "version-conflict": isTaken,
    "unsupported-media-type": always,
    "payload-too-large": always,
  },
  finalizeReleaseUpload: {
    ...uploadRefusals,
    "upload-expired": isStillExpired,
    "missing-uploaded-bytes": hasNoBytes,
    "invalid-archive": isUnfinished,
    "invalid-manifest": isUnfinished,
    "identity-mismatch": isUnfinished,
    "permission-escalation": isUnfinished,
  },
  createTrustUpload: {
    "unsupported-media-type": always,
    "subject-binding-mismatch": isUnbound,
    "validation-failed": isNotAboutKey,
    "not-found": isAbsent,
  },
  finalizeTrustUpload: uploadRefusals,
  unpublishVersion: { "not-found": isAbsent },
};
