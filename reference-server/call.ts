import type { Clock } from "./clock.ts";
import type { JsonObject } from "./json.ts";
import type { Locks } from "./locks.ts";
import type { Random } from "./random.ts";
import type { Store } from "./store.ts";
import type { Token, TokenVault } from "./tokens.ts";

/** The thirteen operations, the byte transfers, and all other requests. */
export type Operation =
  | "searchVolumes"
  | "getVersionIndex"
  | "getRelease"
  | "createReleaseUpload"
  | "finalizeReleaseUpload"
  | "createTrustUpload"
  | "finalizeTrustUpload"
  | "getTrustSummary"
  | "getTrustDetail"
  | "searchAdvisories"
  | "getAdvisory"
  | "getCapabilities"
  | "unpublishVersion"
  | "transferBytes"
  | "unknown";

/** Whether the path had a scope; `none` for paths that name no volume. */
export type Form = "scoped" | "unscoped" | "none";

/**
 * Every rule of the registry, by ground. Each rule takes a call, and a call holds the rules: `rules/rules.ts` adds the members,
 * so that this file imports none of them.
 */
export interface Rules {}

/** One running registry: its rules and its state. */
export interface Registry {
  readonly rules: Rules;
  readonly store: Store;
  readonly tokens: TokenVault;
  readonly clock: Clock;
  readonly random: Random;
  readonly locks: Locks;
  readonly addresses: Addresses;
  /** How many bytes all uploads together may have. */
  readonly capacity: number;
}

/** The base URLs of the registry, without a final slash; set once a socket is bound, otherwise read from each request. */
export interface Addresses {
  readonly basePath: string;
  base: string | undefined;
  bytes: string | undefined;
}

/** One request, as every rule sees it. */
export interface Call {
  readonly registry: Registry;
  readonly rules: Rules;
  readonly operation: Operation;
  readonly form: Form;
  readonly request: Request;
  readonly url: URL;
  /** The absolute base address of the API, without a final slash. */
  readonly base: string;
  /** The absolute base address of byte transfers, without a final slash. */
  readonly bytesBase: string;
  /** Decoded path parameters: `scope` (with its `@`), `segment`, `version`, `uploadId`, `advisoryId`, `id`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The full volume name of the path, or an empty string. */
  readonly name: string;
  /** The version of the path, or an empty string. */
  readonly version: string;
  /** When the request arrived, in milliseconds since 1970. */
  readonly now: number;
  /** 1 for the first request this registry answered, 2 for the second, and so on. */
  readonly ordinal: number;
}

/** An authenticated and authorized write: the call, who sent it, its JSON body and its idempotency key. */
export interface Submission {
  readonly call: Call;
  readonly caller: Token;
  readonly body: JsonObject;
  readonly key: string | undefined;
}
