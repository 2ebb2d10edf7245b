import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { saveIntent } from "../lookup.ts";
import { newIdentifier } from "../random.ts";
import { ProblemError, type ProblemSlug } from "../problem-error.ts";
import type { Tree } from "../archive/tree.ts";
import type { Intent, Release, ReleaseIntent, UploadState } from "../store.ts";
import type { Manifest } from "./manifest.ts";

/** The steps in which finalize checks an intent before it reads the archive. */
export type FinalizeStep = "state" | "expiry" | "bytes" | "size" | "digest";

/**
 * Finalize of releases and of trust artifacts, depending on the operation
 * (sections "Finalize …", "States and transitions").
 */
export interface FinalizeRules {
  readonly order: readonly FinalizeStep[];
  /** Whether the intent matches the path: kind, name and, for trust, version. */
  readonly belongsHere: (intent: Intent, call: Call) => boolean;
  /** The intent of the path, or 404. */
  readonly findIntent: (call: Call) => Intent;
  /** The answer to a second finalize of a release upload; `undefined`, the default, leaves it to `assertState`. */
  readonly repeat: (intent: ReleaseIntent, call: Call) => Answer | undefined;
  readonly assertState: (intent: Intent, call: Call) => void;
  readonly isExpired: (intent: Intent, call: Call) => boolean;
  readonly assertNotExpired: (intent: Intent, call: Call) => void;
  readonly assertBytes: (intent: Intent, call: Call) => void;
  readonly assertSize: (intent: Intent, call: Call) => void;
  readonly assertDigest: (intent: Intent, call: Call) => void;
  /** Runs the steps of `order`. */
  readonly assertIntent: (intent: Intent, call: Call) => void;
  /** The state of the intent after an error: only missing bytes can be corrected by a retry. */
  readonly stateAfter: (slug: ProblemSlug, intent: Intent, call: Call) => UploadState;
  /** The files and the manifest of the archive, both validated. */
  readonly parseArchive: (intent: ReleaseIntent, call: Call) => Promise<{ tree: Tree; manifest: Manifest }>;
  readonly toRelease: (
    intent: ReleaseIntent,
    content: { tree: Tree; manifest: Manifest },
    call: Call,
  ) => Release;
  readonly close: (intent: Intent, call: Call) => void;
  /** Runs a write; by default the writes of one volume run one after the other, so that a race has one winner. */
  readonly oneAtATime: <Result>(call: Call, work: () => Promise<Result>) => Promise<Result>;
}

const keptOpen: ReadonlySet<ProblemSlug> = new Set([
  "missing-uploaded-bytes",
  "invalid-upload-state",
  "idempotency-conflict",
]);

/** Finalize as the specification defines it. */
export const finalizeRules: FinalizeRules = {
  order: ["state", "expiry", "bytes", "size", "digest"],
  belongsHere: (intent, call) => {
    if (intent.name !== call.name) return false;
    if (call.operation === "finalizeReleaseUpload") return intent.kind === "release";
    return intent.kind === "trust" && intent.version === call.version;
  },
  findIntent: (call) => {
    const intent = call.registry.store.intents.get(call.parameters["uploadId"] ?? "");
    if (intent === undefined || !call.rules.finalize.belongsHere(intent, call)) {
      throw new ProblemError("not-found", "there is no such upload here");
    }
    return intent;
  },
  repeat: () => undefined,
  assertState: (intent) => {
    if (intent.isFinalized) throw new ProblemError("invalid-upload-state", "the upload is finalized already");
    if (intent.state === "failed") throw new ProblemError("invalid-upload-state", "the upload has failed");
  },
  isExpired: (intent, call) => intent.state === "expired" || intent.expiresAt <= call.now,
  assertNotExpired: (intent, call) => {
    if (call.rules.finalize.isExpired(intent, call))
      throw new ProblemError("upload-expired", "the upload has expired");
  },
  assertBytes: (intent) => {
    if (intent.bytes === undefined) throw new ProblemError("missing-uploaded-bytes", "no bytes have arrived");
  },
  assertSize: (intent) => {
    if (intent.declaredSize === undefined || intent.bytes?.byteLength === intent.declaredSize) return;
    throw new ProblemError(
      "validation-failed",
      `${intent.bytes?.byteLength ?? 0} bytes arrived, declared were ${intent.declaredSize}`,
    );
  },
  assertDigest: (intent, call) => {
    if (intent.declaredDigest === undefined || intent.bytes === undefined) return;
    if (call.rules.integrity.digestOfBytes(intent.bytes, call) !== intent.declaredDigest) {
      throw new ProblemError("digest-mismatch", "the bytes do not have the declared digest");
    }
  },
  assertIntent: (intent, call) => {
    const { finalize } = call.rules;
    const steps = {
      state: finalize.assertState,
      expiry: finalize.assertNotExpired,
      bytes: finalize.assertBytes,
      size: finalize.assertSize,
      digest: finalize.assertDigest,
    };
    for (const step of finalize.order) steps[step](intent, call);
  },
  stateAfter: (slug, intent) => {
    // it ended well, whatever a second finalize answers
    if (intent.isFinalized) return intent.state;
    if (slug === "upload-expired") return "expired";
    return keptOpen.has(slug) ? intent.state : "failed";
  },
  parseArchive: async (intent, call) => {
    const { archive, manifest: rules } = call.rules;
    const tree = await archive.read(intent.bytes ?? new Uint8Array(), call);
    const manifest = rules.read(tree, call);
    rules.assertIdentity(manifest, intent, call);
    rules.assertPermissions(manifest, call);
    return { tree, manifest };
  },
  toRelease: (intent, { tree, manifest }, call) => ({
    name: intent.name,
    version: intent.version,
    integrity: call.rules.integrity.digest(tree, call),
    status: { state: "available" },
    source: { kind: "hosted", downloadId: newIdentifier(call.registry.random, 18) },
    description: manifest.description,
    role: manifest.role,
    providers: manifest.providers,
    components: manifest.components,
    dependencies: manifest.dependencies,
    externalDependencies: manifest.externalDependencies,
    tree,
    bytes: intent.bytes,
    publishedAt: call.now,
    attachments: [],
    revision: 0,
    isInconsistent: false,
  }),
  close: (intent, call) => saveIntent({ ...intent, isFinalized: true, bytes: undefined }, call),
  oneAtATime: async (call, work) => await call.registry.locks.run(call.name, work),
};
