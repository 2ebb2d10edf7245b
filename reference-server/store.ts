import type { Answer } from "./answer.ts";
import type { Tree } from "./archive/tree.ts";
import type { JsonObject } from "./json.ts";

/** Release status states (section "States and transitions"). */
export type ReleaseState = "available" | "yanked" | "tombstoned" | "blocked" | "unavailable";
/** Upload states (section "States and transitions"). */
export type UploadState = "pending-upload" | "uploading" | "uploaded" | "expired" | "failed";

/** A version status, of a release or of an attachment. */
export interface Status<State extends string = ReleaseState> {
  readonly state: State;
  readonly reason?: string | undefined;
}

/** A component that a volume's manifest declares. */
export interface Component {
  readonly type: string;
  readonly name: string;
}

/** An external dependency declaration of a manifest. */
export interface ExternalDependency {
  readonly purl: string;
  readonly constraint: string;
  readonly purpose: string;
  readonly components: readonly string[];
}

/** Where a release's files come from: our own bytes, or a git repository. */
export type Source =
  | { readonly kind: "hosted"; readonly downloadId: string }
  | { readonly kind: "git"; readonly repository: string; readonly ref: string };

/** The members of a trust artifact's format that were given (section "Trust attachment upload intent"). */
export type Format = Readonly<Record<string, string>>;

/** One attached trust artifact. */
export interface Attachment {
  readonly id: string;
  readonly category: string;
  readonly format: Format;
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly status: Status<string>;
  readonly attachedAt: number;
}

/** One published version. */
export interface Release {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly status: Status;
  readonly source: Source;
  readonly description: string;
  readonly role: string;
  readonly providers: readonly string[];
  readonly components: readonly Component[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly externalDependencies: readonly ExternalDependency[];
  readonly tree: Tree;
  /** The uploaded bytes; absent for seeded and git releases, which are packed from the tree. */
  readonly bytes?: Uint8Array | undefined;
  readonly publishedAt: number;
  readonly attachments: readonly Attachment[];
  /** How often the release's trust data changed. */
  readonly revision: number;
  readonly isInconsistent: boolean;
}

interface IntentCore {
  readonly uploadId: string;
  /** The unguessable part of the transfer URL. */
  readonly signature: string;
  readonly name: string;
  readonly version: string;
  /** `undefined` if a choice makes it optional. */
  readonly declaredDigest: string | undefined;
  readonly declaredSize: number | undefined;
  readonly idempotencyKey: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: UploadState;
  readonly isFinalized: boolean;
  readonly bytes?: Uint8Array | undefined;
}

/** An open or past upload of a release archive. */
export interface ReleaseIntent extends IntentCore {
  readonly kind: "release";
  readonly mediaType: string;
}

/** An open or past upload of a trust artifact. */
export interface TrustIntent extends IntentCore {
  readonly kind: "trust";
  readonly category: string;
  readonly format: Format;
}

/** Either upload intent. */
export type Intent = ReleaseIntent | TrustIntent;

/** A security advisory: its document and its ids. */
export interface Advisory {
  readonly id: string;
  readonly volume: string;
  readonly document: JsonObject;
}

/** An answer kept for an idempotency key. */
export interface Replay {
  readonly fingerprint: string;
  readonly answer: Answer;
}

/** The state of the registry. Records are replaced, never changed in place. */
export interface Store {
  /** Volume name, then version key, to release; in the order of publication. */
  readonly volumes: Map<string, Map<string, Release>>;
  /** When a release of each volume was last stored, in milliseconds since 1970; not of those that the server starts with. */
  readonly writtenAt: Map<string, number>;
  readonly intents: Map<string, Intent>;
  readonly replays: Map<string, Replay>;
  readonly advisories: Map<string, Advisory>;
  /** The ids of the advisories that the states hook made for a run of the conformance suite. */
  readonly advisoriesOfRuns: Map<string, readonly string[]>;
  /** Bytes of the transfers that are being read now. */
  incoming: number;
  /** Requests answered so far. */
  answered: number;
}

/** An empty store. */
export function createStore(): Store {
  return {
    volumes: new Map(),
    writtenAt: new Map(),
    intents: new Map(),
    replays: new Map(),
    advisories: new Map(),
    advisoriesOfRuns: new Map(),
    incoming: 0,
    answered: 0,
  };
}

/** Bytes that were uploaded and are kept, each archive and artifact once. */
export function storedBytes(store: Store): number {
  const kept = new Set<Uint8Array>();
  for (const { bytes } of store.intents.values()) if (bytes !== undefined) kept.add(bytes);
  for (const release of allReleases(store)) {
    if (release.bytes !== undefined) kept.add(release.bytes);
    for (const attachment of release.attachments) kept.add(attachment.bytes);
  }
  let sum = 0;
  for (const { byteLength } of kept) sum += byteLength;
  return sum;
}

/** Every release of every volume, in the order of publication within a volume. */
export function allReleases(store: Store): Release[] {
  return Array.from(store.volumes.values(), (versions) => Array.from(versions.values())).flat();
}
