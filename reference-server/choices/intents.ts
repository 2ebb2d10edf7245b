import type { Call } from "../call.ts";
import { newIdentifier } from "../random.ts";
import { allOf, type Change, replaceRule, withBody, without } from "../rules/change.ts";
import type { Choice, Variation } from "./choice.ts";
import { counting, uploadIdChoice } from "./upload-ids.ts";

function attachedAs(summary: string, make: (call: Call) => string): Variation {
  return { summary, change: replaceRule("trust", "newAttachmentId", () => make) };
}

const creates = ["createReleaseUpload", "createTrustUpload"] as const;

function leavingOut(summary: string, ...names: readonly string[]): Variation {
  const change = withBody(creates, (body) => {
    let rest = body;
    for (const name of names) rest = without(rest, name);
    return rest;
  });
  return { summary, change };
}

const keyEchoes: readonly string[] = [
  "publish/intents-repeat-the-idempotency-key",
  "idempotency/trust-intents-repeat-the-idempotency-key",
];

const lifetime = (milliseconds: number): Change => replaceRule("publish", "lifetime", () => milliseconds);

/** Upload intents. */
export const intentChoices: readonly Choice[] = [
  {
    name: "intent-members",
    question: "Which optional members does an intent have?",
    default: "all",
    values: {
      "no-echo": {
        ...leavingOut(
          "Nothing of the request but target or subject",
          "mediaType",
          "declaredDigest",
          "declaredSize",
          "idempotencyKey",
          "attachment",
        ),
        skips: [
          ...keyEchoes,
          "publish/intents-repeat-the-declared-digest",
          "publish/intents-repeat-the-declared-size",
          "publish/intents-repeat-the-media-type",
          "trust/intents-repeat-the-declared-digest",
          "trust/intents-repeat-the-declared-size",
          "trust/intents-repeat-the-format",
          "trust/intents-repeat-every-format-member",
        ],
      },
      "no-key": { ...leavingOut("No idempotencyKey", "idempotencyKey"), skips: keyEchoes },
      "no-instruction-type": {
        summary: "No upload.instructionType",
        change: replaceRule(
          "transfer",
          "instructions",
          (before) => (intent, call) => without(before(intent, call), "instructionType"),
        ),
      },
    },
  },
  {
    name: "intent-state",
    question: "Which state does a fresh intent have?",
    default: "pending-upload",
    values: {
      uploading: {
        summary: "uploading",
        change: replaceRule("publish", "firstState", () => "uploading" as const),
      },
    },
  },
  {
    name: "intent-lifetime",
    question: "How long does an intent live?",
    default: "15-minutes",
    values: {
      "one-minute": {
        summary: "A minute",
        change: lifetime(60_000),
        // a slow run ends later than that
        skips: [
          "audit/guarded-uploads-can-be-finalized-at-the-end",
          "audit/guarded-trust-uploads-can-be-finalized-at-the-end",
          "finalize/a-second-finalize-makes-no-second-release",
          "trust/a-second-finalize-makes-no-second-attachment",
        ],
      },
      "thirty-days": { summary: "Thirty days", change: lifetime(30 * 86_400_000) },
      century: { summary: "A hundred years", change: lifetime(36_525 * 86_400_000) },
    },
  },
  uploadIdChoice,
  {
    name: "attachment-id",
    question: "What does an attachment id look like?",
    default: "prefixed",
    values: {
      counter: attachedAs("A number", counting(String)),
      urn: attachedAs("A URN", (call) => `urn:attachment:${newIdentifier(call.registry.random, 12)}`),
      slashed: attachedAs("With slashes", (call) => `att/${newIdentifier(call.registry.random, 12)}/1`),
    },
  },
  {
    name: "upload-method",
    question: "With which method are bytes sent?",
    default: "PUT",
    values: {
      POST: { summary: "POST", change: replaceRule("transfer", "method", () => "POST") },
      put: {
        summary: "PUT, written in lower case",
        change: replaceRule("transfer", "instructions", (before) => (intent, call) => ({
          ...before(intent, call),
          method: call.rules.transfer.method.toLowerCase(),
        })),
      },
    },
  },
  {
    name: "upload-instruction-type",
    question: "Which instructionType does an upload instruction have?",
    default: "http",
    values: {
      other: {
        summary: "presigned-url",
        change: replaceRule("transfer", "instructionType", () => "presigned-url"),
      },
    },
  },
  {
    name: "upload-instruction-members",
    question: "Which members does an upload instruction have besides those listed?",
    default: "none",
    values: {
      more: {
        summary: "An expiry, the size limit and form fields that are not needed",
        change: replaceRule("transfer", "instructions", (before) => (intent, call) => ({
          ...before(intent, call),
          expiresIn: 900,
          maxBytes: call.rules.publish.largestArchive,
          fields: {},
        })),
      },
    },
  },
  {
    name: "upload-url",
    question: "What does the address of an upload contain?",
    default: "signature",
    values: {
      token: {
        summary: "The token of the caller",
        // a token belongs to one origin
        excludes: ["bytes-origin=other"],
        change: replaceRule("transfer", "uploadUrl", (before) => (intent, call) => {
          const token = call.rules.authorization.presentedToken(call) ?? "";
          return `${before(intent, call)}&token=${encodeURIComponent(token)}`;
        }),
      },
      one: {
        summary: "Nothing: it is the same for all uploads, and a header says which it is",
        excludes: ["upload-headers=absent", "upload-headers=empty"],
        change: allOf(
          replaceRule("transfer", "uploadUrl", () => (_, call) => `${call.bytesBase}/transfers/all`),
          replaceRule("transfer", "uploadHeaders", (before) => (intent, call) => ({
            ...before(intent, call),
            // an identifier may hold characters that no header can carry
            "x-upload": `${Buffer.from(intent.uploadId).toString("base64url")}.${intent.signature}`,
          })),
          replaceRule("transfer", "ticketOf", () => (call) => {
            const ticket = call.request.headers.get("x-upload") ?? "";
            const [uploadId = "", signature = ""] = ticket.split(".");
            return { uploadId: Buffer.from(uploadId, "base64url").toString(), signature };
          }),
        ),
      },
    },
  },
  {
    name: "upload-headers",
    question: "Which headers must come with the bytes?",
    default: "content-type",
    values: {
      absent: {
        summary: "None, and no headers member",
        change: allOf(
          replaceRule("transfer", "uploadHeaders", () => () => ({})),
          replaceRule(
            "transfer",
            "instructions",
            (before) => (intent, call) => without(before(intent, call), "headers"),
          ),
        ),
      },
      empty: { summary: "None", change: replaceRule("transfer", "uploadHeaders", () => () => ({})) },
      many: {
        summary: "Several, including checksums",
        change: replaceRule("transfer", "uploadHeaders", (before) => (intent, call) => ({
          ...before(intent, call),
          "X-Upload-Ticket": intent.signature.slice(0, 12),
          "x-checksum": intent.declaredDigest ?? "none",
          "cache-control": "no-transform",
        })),
      },
      framing: {
        summary: "Those that an HTTP client sets itself",
        change: replaceRule("transfer", "instructions", (before) => (intent, call) => ({
          ...before(intent, call),
          headers: {
            ...call.rules.transfer.uploadHeaders(intent, call),
            "Content-Length": String(intent.declaredSize ?? 0),
            Connection: "close",
            Expect: "100-continue",
          },
        })),
      },
      authorization: {
        summary: "An Authorization header for the storage",
        change: replaceRule("transfer", "uploadHeaders", (before) => (intent, call) => ({
          ...before(intent, call),
          Authorization: `Storage ${intent.signature}`,
        })),
      },
    },
  },
];
