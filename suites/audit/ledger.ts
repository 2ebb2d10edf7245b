/** What the audit keeps of each exchange: what was asked, and what the response said of a volume, a release or an upload. */
import { createLedger, type Ledger, type Noted } from "../../harness/ledger.ts";
import { type Answer, isSuccess, sentAt, textAt, slugOf } from "../../harness/exchange/answer.ts";
import { sha256 } from "../../harness/seed.ts";
import { toFullName } from "../../harness/exchange/volume.ts";
import { sentJson } from "../request-content.ts";
import { protectedOperations } from "../responses.ts";
import {
  type AdvisoryList,
  type AdvisoryMade,
  type AdvisoryRead,
  toAdvisory,
  toAdvisoryList,
  toAdvisoryMade,
} from "./advisory-reads.ts";
import { type ReadWithToken, toReadWithToken } from "./read-with-token.ts";
import { type Downloaded, type Redirected, toDownloaded } from "./downloaded.ts";
import { type Refused, toRefused } from "./refused.ts";
import { lighten } from "./light-body.ts";
import { type Hit, type Read, type ReadIndex, toHits, toIndex, toRead } from "./release-reads.ts";
import { toWritten, type Written } from "./written.ts";

/** A version of a volume, by its full name. */
interface Of {
  readonly name: string;
  readonly version: string;
}

/** A create or trust create request that succeeded, and its response. */
export interface Opened extends Of {
  readonly kind: "opened" | "trust-opened";
  readonly uploadId: string;
  readonly sent: unknown;
  /** The header `Idempotency-Key`. */
  readonly key: string | undefined;
  /** Whose token was sent. */
  readonly credential: string | undefined;
  readonly answered: unknown;
  /** The `Date` of the response, in milliseconds since 1970. */
  readonly sentAt: number | undefined;
}

/** A create request without a usable response: it may have opened an upload. */
interface Asked extends Of {
  readonly kind: "asked";
}

/** A finalize or trust finalize request. Trust finalize has a version. */
export interface Finalized extends Of {
  readonly kind: "finalized" | "trust-finalized";
  readonly uploadId: string;
  /** `uncertain` without a usable response: it may have been applied. */
  readonly outcome: "success" | "refused" | "uncertain";
  /** Whose token was sent. */
  readonly credential?: string | undefined;
  readonly answered: unknown;
}

/** A change of a release from outside the two-step flow: unpublished, or a state of the hook. */
export interface Changed extends Of {
  readonly kind: "changed";
  /** The state that it is in now, or what was done. */
  readonly to: string;
  /** False if the response was lost, or came from a gateway: it may have been done. */
  readonly isCertain: boolean;
}

/** An upload that the states hook made expire or fail. */
interface Ended {
  readonly kind: "ended";
  readonly upload: string;
  /** The state that the hook was asked for. */
  readonly by: string;
}

/** Bytes that were transferred for some upload. */
interface Sent {
  readonly kind: "sent";
  readonly digest: string;
  readonly size: number;
  /** In base64, unless there are many. */
  readonly content: string | undefined;
}

/** A write without a token of somebody with authority, and what it was answered. */
interface Unauthorized {
  readonly kind: "unauthorized";
  readonly name: string;
  /** `nobody` without a token or with one that is no longer valid, `outsider` with a valid one for another namespace. */
  readonly by: "nobody" | "outsider";
  readonly status: number;
}

export type Entry =
  | Refused
  | Unauthorized
  | Written
  | Opened
  | Asked
  | Finalized
  | Read
  | ReadIndex
  | ReadWithToken
  | Hit
  | Changed
  | Ended
  | Sent
  | Downloaded
  | Redirected
  | AdvisoryMade
  | AdvisoryList
  | AdvisoryRead;
export type NotedEntry = Entry & Noted;

/** The entries of the whole run. */
export const ledger: Ledger<Entry> = createLedger(toEntries);

/** Maximum bytes of a response that is kept whole until the end of the run. */
const maxKeptBytes = 256 * 1024;

/** Maximum bytes of an uploaded archive that is kept. */
const maxKeptArchive = 4 * 1024;

function toEntries(whole: Answer, sent: Uint8Array | undefined): readonly Entry[] {
  const { operation, request } = whole.exchange;
  const isLong = whole.bytes.length > maxKeptBytes && operation !== "transferBytes";
  if (isLong && request.method === "GET") return [];
  const answer = isLong ? { ...whole, body: lighten(whole.body) } : whole;
  return [
    ...toRefused(answer, sent),
    ...toUnauthorized(answer),
    ...toWritten(answer, sent),
    ...toReadWithToken(answer),
    ...(readers[operation]?.(answer, sent) ?? []),
  ];
}

/** What is kept of the exchanges of each operation. */
const readers: Partial<
  Record<Answer["exchange"]["operation"], (answer: Answer, sent: Uint8Array | undefined) => readonly Entry[]>
> = {
  createReleaseUpload: toOpened,
  createTrustUpload: toOpened,
  finalizeReleaseUpload: toFinalized,
  finalizeTrustUpload: toFinalized,
  getRelease: (answer) => toRead(answer, "metadata"),
  getTrustSummary: (answer) => toRead(answer, "summary"),
  getTrustDetail: (answer) => toRead(answer, "detail"),
  getVersionIndex: toIndex,
  searchVolumes: toHits,
  unpublishVersion: toUnpublished,
  other: toUnpublished,
  state: (answer, sent) => [
    ...toChanged(answer, sent),
    ...toEnded(answer, sent),
    ...toAdvisoryMade(answer, sent),
  ],
  searchAdvisories: toAdvisoryList,
  getAdvisory: toAdvisory,
  transferBytes: (answer, body) => [...toSent(answer, body), ...toDownloaded(answer)],
};

/** Tokens that are no longer valid, or never were. */
const invalid: ReadonlySet<string> = new Set(["expired", "revoked", "foreign"]);

function toUnauthorized(answer: Answer): readonly Entry[] {
  const { operation, volume, credential } = answer.exchange.about ?? {};
  const isWrite = protectedOperations.some((one) => one === operation);
  if (!isWrite || volume === undefined || answer.status === 0) return [];
  const isOutsider = credential === "outsider";
  if (!isOutsider && credential !== undefined && !invalid.has(credential)) return [];
  const name = toFullName(volume);
  return [{ kind: "unauthorized", name, by: isOutsider ? "outsider" : "nobody", status: answer.status }];
}

function toOpened(answer: Answer, body: Uint8Array | undefined): readonly Entry[] {
  const { volume, version, key, credential } = answer.exchange.about ?? {};
  const uploadId = textAt(answer.body, "uploadId");
  const sent = sentJson(body);
  if (volume === undefined || version === undefined || sent === undefined) return [];
  const isTrust = answer.exchange.operation === "createTrustUpload";
  if (slugOf(answer) !== undefined && answer.status < 500) return [];
  if (!isSuccess(answer) || uploadId === undefined)
    return isTrust ? [] : [{ kind: "asked", name: toFullName(volume), version }];
  return [
    {
      kind: isTrust ? "trust-opened" : "opened",
      name: toFullName(volume),
      version,
      uploadId,
      sent,
      key,
      credential,
      answered: answer.body,
      sentAt: sentAt(answer),
    },
  ];
}

function toFinalized(answer: Answer): readonly Entry[] {
  const { volume, version = "", uploadId, credential } = answer.exchange.about ?? {};
  if (volume === undefined || uploadId === undefined) return [];
  const isTrust = answer.exchange.operation === "finalizeTrustUpload";
  const isUncertain = answer.status === 0 || answer.status >= 500;
  return [
    {
      kind: isTrust ? "trust-finalized" : "finalized",
      name: toFullName(volume),
      version,
      uploadId,
      credential,
      outcome: isSuccess(answer) ? "success" : isUncertain ? "uncertain" : "refused",
      answered: isSuccess(answer) ? answer.body : undefined,
    },
  ];
}

/** An unpublish request that was accepted, or may have been. */
function toUnpublished(answer: Answer): readonly Entry[] {
  const { operation, volume, version } = answer.exchange.about ?? {};
  const isApplied = isSuccess(answer) || answer.status === 0 || answer.status >= 500;
  if (operation !== "unpublishVersion" || !isApplied) return [];
  if (volume === undefined || version === undefined) return [];
  return [
    { kind: "changed", name: toFullName(volume), version, to: "unpublished", isCertain: isSuccess(answer) },
  ];
}

function toChanged(answer: Answer, body: Uint8Array | undefined): readonly Entry[] {
  const sent = sentJson(body);
  const name = textAt(sent, "params", "name");
  const version = textAt(sent, "params", "version");
  const state = textAt(sent, "state");
  if (name === undefined || version === undefined || state === undefined) return [];
  const to = isSuccess(answer) ? (textAt(sent, "params", "state") ?? state) : "unknown";
  return [{ kind: "changed", name, version, to, isCertain: isSuccess(answer) }];
}

function toEnded(answer: Answer, body: Uint8Array | undefined): readonly Entry[] {
  const sent = sentJson(body);
  const upload = textAt(sent, "params", "uploadId");
  const by = textAt(sent, "state");
  return upload === undefined || by === undefined || !isSuccess(answer)
    ? []
    : [{ kind: "ended", upload, by }];
}

function toSent({ exchange }: Answer, body: Uint8Array | undefined): readonly Entry[] {
  if (exchange.request.method === "GET" || body === undefined || body.length > maxKeptBytes) return [];
  const content = body.length > maxKeptArchive ? undefined : Buffer.from(body).toString("base64");
  return [{ kind: "sent", digest: sha256(body), size: body.length, content }];
}
