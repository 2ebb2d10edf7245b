/**
 * Preconditions. They are lenient: they accept any answer that they can work with, and only checks judge. If a precondition
 * cannot continue, it throws Blocked with the root cause, or Skipped with the missing key.
 */
import type { Depth } from "../../schemas/report.ts";
import type { FixtureState, Form, Half, StateName, TokenRole } from "../vocabulary.ts";
import { Blocked, Skipped } from "../outcome.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Registry, Token, UploadInstruction } from "../api/registry.ts";
import type { Actor } from "../api/session.ts";
import type { ReleaseName, Volume } from "../exchange/volume.ts";
import type { ExpectedDependency, ManifestKind, Target } from "../target-file/target.ts";
import type { TokenRequest } from "../target-file/tokens.ts";
import type { Archive, ArchiveEntry } from "./archive.ts";

/** The content of a release. Defaults: a new volume, version 1.0.0, the minimal manifest and a file. */
export interface ReleaseOptions {
  readonly volume?: Volume;
  readonly version?: string;
  /** Which manifest of the target file; `null` for none. */
  readonly manifest?: ManifestKind | null;
  /** The manifest's text in place of a template's. */
  readonly manifestText?: string;
  /** Entries besides the manifest. */
  readonly files?: readonly ArchiveEntry[];
  /** The compression level; 0 stores without compression. */
  readonly gzipLevel?: 0 | 1 | 6 | 9;
  /** The whole archive, in place of one made from the above. */
  readonly archive?: Archive;
  /** Members that replace or extend those of the create body; `undefined` leaves one out. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The `Idempotency-Key` header of the create request. */
  readonly idempotencyKey?: string;
  readonly as?: TokenRole | Token;
}

/** An upload intent that was created. */
export interface UploadIntent extends ReleaseName {
  readonly uploadId: string;
  readonly upload: UploadInstruction;
  readonly archive: Archive;
  /** The create request's body and its answer. */
  readonly requestBody: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

/** A release that was published through the API. */
export interface PublishedRelease extends ReleaseName {
  readonly archive: Archive;
  readonly intent: UploadIntent;
  /** The answer to finalize. */
  readonly answer: Answer;
  /** From finalize's answer; empty where it has none. */
  readonly integrity: string;
  /** The purl that finalize gave, or the one that the specification's template gives. */
  readonly purl: string;
  /** Milliseconds from the run's start; polling for visibility counts from here. */
  readonly sinceMs: number;
}

/** A release that can be read, from any source. */
export interface ReadableRelease extends ReleaseName {
  readonly integrity: string;
  readonly purl: string;
  readonly sinceMs: number;
}

export interface TrustOptions {
  /** The artifact's bytes; made up by default. */
  readonly artifact?: Uint8Array;
  readonly format?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  readonly as?: TokenRole | Token;
}

/** What a trust create request contains. */
export interface TrustRequest extends ReleaseName {
  readonly artifact: Uint8Array;
  readonly requestBody: Readonly<Record<string, unknown>>;
}

export interface TrustIntent extends TrustRequest {
  /** The format of the request. */
  readonly format: Readonly<Record<string, string>>;
  readonly uploadId: string;
  readonly upload: UploadInstruction;
  readonly artifactDigest: string;
  readonly answer: Answer;
}

export interface Attachment extends ReleaseName {
  readonly intent: TrustIntent;
  readonly answer: Answer;
  readonly attachmentId: string;
  readonly sinceMs: number;
}

/**
 * Polls until the answer shows the expected change or `limits.settleMs` is over, and returns the last answer.
 * @param options.since the release or attachment that has to become visible
 * @param options.until by default, polls while the answer is 404 or 409, which are allowed before a change is visible
 */
export type Eventually = (
  request: () => Promise<Answer>,
  options: { readonly since: { readonly sinceMs: number }; readonly until?: (answer: Answer) => boolean },
) => Promise<Answer>;

/** What is needed of an intent to send its bytes. */
export type OpenUpload = Pick<UploadIntent, "volume" | "uploadId" | "upload" | "answer">;

/** What a situation is built with: tools of its own actor, under the names that checks know them by. */
export interface SituationTools {
  readonly given: Given;
  readonly registry: Registry;
  readonly target: Target;
  readonly depth: Depth;
  readonly eventually: Eventually;
  /** The time of its last response, in milliseconds since the run began. */
  readonly now: () => number;
}

/** Set-ups of one type, by the run's context, and then by key and form. */
export type SetUps<T> = WeakMap<object, Map<string, Promise<SetUp<T>>>>;

export interface SetUp<T> {
  readonly value: T;
  readonly actor: Actor;
}

/** Which set-up is meant, and where it is kept. */
export interface SetUpPlace<T> {
  readonly key: string;
  readonly setUps: SetUps<T>;
}

export interface Given {
  /** An unused volume name in the form of this scenario, a different one on each call. */
  readonly volume: () => Volume;
  /**
   * The version, for a volume that other scenarios use too; a different one if this scenario restarts because the network
   * failed. It has to end in a number.
   */
  readonly version: (version: string) => string;
  /** Versions of a volume that this run may have published in a finalize whose answer the network lost. */
  readonly lostVersions: (volume: Volume) => readonly string[];
  /** Waits until everything that was written before this moment has to be visible. Send a request first: it sets the clock. */
  readonly settled: (since: { readonly sinceMs: number }) => Promise<void>;
  /** True for the full name of a volume that only this run uses: it has the word that is in every name of the run. */
  readonly isOwnVolume: (fullName: string) => boolean;
  /** A text that is unique in this run. */
  readonly unique: (what: string) => string;
  /** An idempotency key that is unique in this run: a UUID, since the text says nothing of length or characters, and servers may want one. */
  readonly key: () => string;
  /** An archive for a release, without sending anything. */
  readonly archive: (release: ReleaseName, options?: ReleaseOptions) => Promise<Archive>;
  /** The create body that goes with an archive: every member the specification lists but the key. */
  readonly createBody: (version: string, archive: Archive) => Readonly<Record<string, unknown>>;
  readonly uploadIntent: (options?: ReleaseOptions) => Promise<UploadIntent>;
  /** The intent in the answer to a create request that a check sent itself; blocked if it has none. */
  readonly intentOf: (
    about: Pick<UploadIntent, "volume" | "version" | "archive" | "requestBody">,
    answer: Answer,
  ) => UploadIntent;
  /** The release in the answer to a finalize that a check sent itself and that was a success. */
  readonly releaseOf: (intent: UploadIntent, answer: Answer) => PublishedRelease;
  /** An intent whose bytes were transferred. */
  readonly uploadedBytes: (options?: ReleaseOptions) => Promise<UploadIntent>;
  /** Transfers bytes for an intent; blocked if the registry does not accept them. */
  readonly transfer: (intent: OpenUpload, bytes: Uint8Array) => Promise<Answer>;
  /** Sends bytes for an intent and gives any answer; blocked if `upload.url` is not a valid URL. */
  readonly offerBytes: (intent: OpenUpload, bytes: Uint8Array) => Promise<Answer>;
  /** Blocks where a response refuses as too large what the target file says that the registry takes. */
  readonly assertSizePromised: (size: number, answer: Answer) => void;
  readonly publishedRelease: (options?: ReleaseOptions) => Promise<PublishedRelease>;
  /** One release that all checks only read. It has no trust attachments and never gets any. */
  readonly sharedRelease: () => Promise<PublishedRelease>;
  /** The shared release, or without a publisher one that a fixture or the search shows. */
  readonly readableRelease: () => Promise<ReadableRelease>;
  /** What `situation` is made of: a set-up that several checks share. */
  readonly shared: <T>(place: SetUpPlace<T>, build: (tools: SituationTools) => Promise<T>) => Promise<T>;
  /** A release in a state, by the hook (on a release of its own) or by fixture. */
  readonly releaseInState: (state: FixtureState) => Promise<ReadableRelease>;
  readonly gitRelease: () => Promise<
    ReadableRelease & { readonly repository?: string; readonly ref?: string }
  >;
  /** A release with external dependencies: published from the target's manifest, with finalize's answer, or a fixture. */
  readonly releaseWithDependencies: () => Promise<
    ReadableRelease & { readonly expected: readonly ExpectedDependency[]; readonly answer?: Answer }
  >;
  readonly advisory: (options?: {
    readonly withdrawn?: boolean;
  }) => Promise<{ readonly id: string; readonly volume?: string }>;
  /** The bytes of a small made-up trust artifact, JSON as its format says, and different each time. */
  readonly artifact: () => Uint8Array;
  readonly trustIntent: (release: ReadableRelease, options?: TrustOptions) => Promise<TrustIntent>;
  /** The intent in the answer to a create request that a check sent itself; blocked if it has none. */
  readonly trustIntentOf: (about: TrustRequest, answer: Answer) => TrustIntent;
  readonly trustUploaded: (release: ReadableRelease, options?: TrustOptions) => Promise<TrustIntent>;
  readonly attachment: (release: ReadableRelease, options?: TrustOptions) => Promise<Attachment>;
  /** The body for creating a trust upload: subject, attachment, digest and size. */
  readonly trustBody: (release: ReadableRelease, artifact: Uint8Array) => Readonly<Record<string, unknown>>;
  /** Makes an intent expire: by waiting if `expiresAt` is near enough, else by the hook. */
  readonly expire: (intent: { readonly uploadId: string; readonly answer: Answer }) => Promise<void>;
  /** The token of a role, for requests that carry it in an unusual way. Throws Skipped if the target has none. */
  readonly tokenOf: (role: TokenRole) => Promise<Token>;
  /**
   * A token that differs from every real one, for requests that must not be accepted. Its value is redacted too, because most of it
   * is a real one's. `alter` returns a different value for every token.
   */
  readonly alteredToken: (token: Token, name: string, alter: (value: string) => string) => Token;
  /**
   * Ends the check as blocked if a text of the registry's has a token in it: what differs from such an id in one character would show the
   * token in reports.
   */
  readonly assertNoTokenIn: (id: string) => void;
  /** A token made by the hook for one purpose. */
  readonly token: (request: TokenRequest) => Promise<Token>;
  /** True if somebody else has that token, so that nobody may end it. */
  readonly isSharedToken: (token: Token) => boolean;
  /** Any state of the hook. */
  readonly state: (state: StateName, params: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** The form this scenario runs in. */
  readonly form: Form;
  /** Which half of what it varies this scenario tries. It is not for what depends on the form of names. */
  readonly half: Half;
  /** Ends the check as blocked, for set-up that a check does by itself. */
  readonly blocked: (cause: string, answer?: Answer) => Blocked;
  /** Ends the check as skipped, naming the missing key. */
  readonly skipped: (reason: string) => Skipped;
  /** Ends the check as skipped where only a key of the target file makes it testable that nobody has to give. */
  readonly optional: (key: string, what?: string) => Skipped;
  /** Ends the check as skipped with "nothing to judge", where the registry's answers hold nothing that the rule speaks of. */
  readonly nothingToJudge: (reason: string) => Skipped;
}
