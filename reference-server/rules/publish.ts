import type { Call, Submission } from "../call.ts";
import type { Json } from "../json.ts";
import { findRelease } from "../lookup.ts";
import { newIdentifier } from "../random.ts";
import { ProblemError } from "../problem-error.ts";
import type { ReleaseIntent, UploadState } from "../store.ts";

/** What is asked of a new upload intent (section "Create release upload intent"). */
export interface PublishRules {
  /** Bytes of the largest archive. */
  readonly largestArchive: number;
  /** Bytes of the largest trust artifact. */
  readonly largestArtifact: number;
  /** Milliseconds from an intent's creation to its expiry. */
  readonly lifetime: number;
  readonly firstState: UploadState;
  /** The volume name of the path, which no body overrides. */
  readonly parseName: (call: Call) => string;
  readonly parseVersion: (value: Json | undefined, call: Call) => string;
  readonly parseMediaType: (value: Json | undefined, call: Call) => string;
  /** For releases and trust artifacts alike; the call tells which. */
  readonly parseDigest: (value: Json | undefined, call: Call) => string | undefined;
  /** For releases and trust artifacts alike; the call tells which. */
  readonly parseSize: (value: Json | undefined, call: Call) => number | undefined;
  /** Whether the version exists, in whatever state, and so can never be published again. */
  readonly isTaken: (name: string, version: string, call: Call) => boolean;
  readonly assertVersionFree: (name: string, version: string, call: Call) => void;
  readonly newUploadId: (call: Call) => string;
  readonly newSignature: (call: Call) => string;
  /** Milliseconds since 1970. */
  readonly expiresAt: (call: Call) => number;
  /** The intent that a valid request opens. */
  readonly toIntent: (submission: Submission) => ReleaseIntent;
}

/** Intents as the reference registry opens them: all four body fields are required. */
export const publishRules: PublishRules = {
  largestArchive: 32 * 1024 * 1024,
  largestArtifact: 16 * 1024 * 1024,
  lifetime: 15 * 60_000,
  firstState: "pending-upload",
  parseName: (call) => {
    if (call.rules.identity.isName(call.name, call)) return call.name;
    throw new ProblemError("validation-failed", `"${call.name}" is not a volume name`);
  },
  parseVersion: (value, call) => {
    if (typeof value === "string" && call.rules.identity.isVersion(value, call)) return value;
    throw new ProblemError("validation-failed", "version is not a SemVer 2.0.0 version");
  },
  parseMediaType: (value) => {
    if (value === "application/gzip") return value;
    if (typeof value === "string")
      throw new ProblemError("unsupported-media-type", "mediaType is not application/gzip");
    throw new ProblemError("validation-failed", "mediaType is not a string");
  },
  parseDigest: (value, call) => {
    if (typeof value === "string" && call.rules.identity.isDigest(value, call)) return value;
    throw new ProblemError(
      "validation-failed",
      "declaredDigest is not sha256: and 64 lowercase hex characters",
    );
  },
  parseSize: (value, call) => {
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0) {
      throw new ProblemError("validation-failed", "declaredSize is not an integer of at least 0");
    }
    const { largestArchive, largestArtifact } = call.rules.publish;
    const largest = call.operation === "createTrustUpload" ? largestArtifact : largestArchive;
    if (value > largest) throw new ProblemError("payload-too-large", `declaredSize is over ${largest} bytes`);
    return value;
  },
  isTaken: (name, version, call) => findRelease(name, version, call) !== undefined,
  assertVersionFree: (name, version, call) => {
    if (call.rules.publish.isTaken(name, version, call)) {
      throw new ProblemError("version-conflict", `"${name}" ${version} exists or cannot be reused`);
    }
  },
  newUploadId: (call) => newIdentifier(call.registry.random, 18),
  newSignature: (call) => newIdentifier(call.registry.random, 24),
  expiresAt: (call) => call.now + call.rules.publish.lifetime,
  toIntent: ({ call, body, key }) => {
    const { publish } = call.rules;
    const version = publish.parseVersion(body["version"], call);
    const mediaType = publish.parseMediaType(body["mediaType"], call);
    const declaredDigest = publish.parseDigest(body["declaredDigest"], call);
    const declaredSize = publish.parseSize(body["declaredSize"], call);
    return {
      kind: "release",
      uploadId: publish.newUploadId(call),
      signature: publish.newSignature(call),
      name: call.name,
      version,
      mediaType,
      declaredDigest,
      declaredSize,
      idempotencyKey: key,
      createdAt: call.now,
      expiresAt: publish.expiresAt(call),
      state: publish.firstState,
      isFinalized: false,
    };
  },
};
