import { timingSafeEqual } from "node:crypto";
import type { Answer } from "../answer.ts";
import { packTree } from "../archive/pack.ts";
import type { Call } from "../call.ts";
import type { JsonObject } from "../json.ts";
import { saveIntent } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import type { Attachment, Intent, Release } from "../store.ts";

/** How bytes are uploaded and downloaded, both at opaque URLs. */
export interface TransferRules {
  /** `second` makes the server open another port for all transfers. */
  readonly listener: "same" | "second";
  readonly method: string;
  readonly instructionType: string;
  /** The URL to which an intent's bytes are uploaded; it is signed, and needs no bearer token. */
  readonly uploadUrl: (intent: Intent, call: Call) => string;
  /** Which upload the bytes of a request are for, and the signature that it carries. */
  readonly ticketOf: (call: Call) => { readonly uploadId: string; readonly signature: string };
  /** The headers that an upload must carry. */
  readonly uploadHeaders: (intent: Intent, call: Call) => Readonly<Record<string, string>>;
  /** The `upload` member of an intent. */
  readonly instructions: (intent: Intent, call: Call) => JsonObject;
  readonly assertMethod: (call: Call) => void;
  readonly assertSignature: (intent: Intent, call: Call) => void;
  readonly assertHeaders: (intent: Intent, call: Call) => void;
  /** Bytes are accepted until the intent is finalized, failed or expired; a second transfer replaces the first. */
  readonly assertOpen: (intent: Intent, call: Call) => void;
  /** What the transfer checks of the bytes; by default nothing, since finalize does. */
  readonly assertBytes: (intent: Intent, bytes: Uint8Array, call: Call) => void;
  readonly keep: (intent: Intent, bytes: Uint8Array, call: Call) => void;
  readonly accepted: (intent: Intent, call: Call) => Answer;
  readonly downloadUrl: (downloadId: string, call: Call) => string;
  /** The archive that is served: by default the uploaded bytes. */
  readonly archiveOf: (release: Release, call: Call) => Promise<Uint8Array>;
  readonly download: (release: Release, call: Call) => Promise<Answer>;
  /** The last part of the address of an artifact. */
  readonly artifactKey: (attachment: Attachment) => string;
  readonly artifactUrl: (attachment: Attachment, call: Call) => string;
  readonly artifact: (attachment: Attachment, call: Call) => Answer;
}

/** Transfers of the reference registry: one PUT to a signed URL below the base URL. */
export const transferRules: TransferRules = {
  listener: "same",
  method: "PUT",
  instructionType: "http",
  uploadUrl: (intent, call) =>
    `${call.bytesBase}/transfers/${encodeURIComponent(intent.uploadId)}?signature=${intent.signature}`,
  ticketOf: (call) => ({
    uploadId: call.parameters["uploadId"] ?? "",
    signature: call.url.searchParams.get("signature") ?? "",
  }),
  uploadHeaders: (intent) => ({
    "content-type":
      intent.kind === "release"
        ? intent.mediaType
        : (intent.format["mediaType"] ?? "application/octet-stream"),
  }),
  instructions: (intent, call) => {
    const { transfer } = call.rules;
    return {
      instructionType: transfer.instructionType,
      url: transfer.uploadUrl(intent, call),
      method: transfer.method,
      headers: transfer.uploadHeaders(intent, call),
    };
  },
  assertMethod: (call) => {
    const { method } = call.rules.transfer;
    if (call.request.method !== method)
      throw new ProblemError("validation-failed", `the method is not ${method}`);
  },
  assertSignature: (intent, call) => {
    const given = Buffer.from(call.rules.transfer.ticketOf(call).signature);
    const expected = Buffer.from(intent.signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new ProblemError("authorization-failed", "the transfer URL is not one of this registry");
    }
  },
  assertHeaders: (intent, call) => {
    for (const [name, value] of Object.entries(call.rules.transfer.uploadHeaders(intent, call))) {
      if (call.request.headers.get(name) !== value) {
        throw new ProblemError("unsupported-media-type", `the header "${name}" is not "${value}"`);
      }
    }
  },
  assertOpen: (intent, call) => {
    call.rules.finalize.assertState(intent, call);
    call.rules.finalize.assertNotExpired(intent, call);
  },
  assertBytes: () => undefined,
  keep: (intent, bytes, call) => saveIntent({ ...intent, bytes, state: "uploaded" }, call),
  accepted: () => ({ status: 200, headers: {} }),
  downloadUrl: (downloadId, call) => `${call.bytesBase}/downloads/${downloadId}.tar.gz`,
  archiveOf: async (release) => release.bytes ?? (await packTree(release.tree)),
  download: async (release, call) => ({
    status: 200,
    headers: { "content-type": "application/gzip" },
    body: await call.rules.transfer.archiveOf(release, call),
  }),
  artifactKey: ({ id }) => id,
  artifactUrl: (attachment, call) =>
    `${call.bytesBase}/artifacts/${encodeURIComponent(call.rules.transfer.artifactKey(attachment))}`,
  artifact: (attachment) => ({
    status: 200,
    headers: { "content-type": attachment.format["mediaType"] ?? "application/octet-stream" },
    body: attachment.bytes,
  }),
};
