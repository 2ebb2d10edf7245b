/** The API as seen by a check: one method per operation, for one actor. */
import type { HeaderField, Operation } from "../../schemas/report.ts";
import type { TokenRole } from "../vocabulary.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Barrier } from "../transport/barrier.ts";
import type { ReleaseName, Volume } from "../exchange/volume.ts";

/** A token that can be sent. The label replaces its value in reports. */
export interface Token {
  readonly label: string;
  readonly value: string;
}

export interface RequestOptions {
  /** Whose token is sent. Default: the publisher's for protected operations, none for reads. */
  readonly as?: TokenRole | Token | "nobody";
  /** A whole `Authorization` value in place of a token's, for malformed ones. */
  readonly authorization?: string;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string;
  /** Further header fields, sent as given. */
  readonly headers?: readonly HeaderField[];
  /** A query after the path of the operation. */
  readonly query?: Query;
  /** A body sent byte for byte in place of the JSON one. */
  readonly rawBody?: string | Uint8Array;
  /** In place of `application/json`; null sends none. */
  readonly contentType?: string | null;
  /** True if 429 is the expected status. */
  readonly expectsRateLimit?: boolean;
  /** True if a server may refuse the request by resetting its HTTP/2 stream: the answer then has the status 0. */
  readonly mayBeReset?: boolean;
  /** True for a request that the run has sent before: a lost try of it changes nothing that its answer is judged by. */
  readonly isResent?: boolean;
  /** Where it waits for the other requests of a race. */
  readonly barrier?: Barrier;
}

export type Query = readonly (readonly [name: string, value: string])[];

/** The opaque instruction for sending bytes (Release upload intent: `upload`). */
export interface UploadInstruction {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderField[];
}

export interface Registry {
  /** `GET /api/v1/search` */
  readonly searchVolumes: (query?: Query, options?: RequestOptions) => Promise<Answer>;
  /** `GET /api/v1/index/volumes/{volume}` */
  readonly getVersionIndex: (volume: Volume, options?: RequestOptions) => Promise<Answer>;
  /** `GET /api/v1/volumes/{volume}/{version}` */
  readonly getRelease: (release: ReleaseName, options?: RequestOptions) => Promise<Answer>;
  /** `POST /api/v1/volumes/{volume}` */
  readonly createReleaseUpload: (volume: Volume, body: unknown, options?: RequestOptions) => Promise<Answer>;
  /** `POST /api/v1/volumes/{volume}/uploads/{uploadId}/finalize` */
  readonly finalizeReleaseUpload: (
    upload: { readonly volume: Volume; readonly uploadId: string },
    options?: RequestOptions,
  ) => Promise<Answer>;
  /** `POST /api/v1/volumes/{volume}/{version}/trust/uploads` */
  readonly createTrustUpload: (
    release: ReleaseName,
    body: unknown,
    options?: RequestOptions,
  ) => Promise<Answer>;
  /** `POST /api/v1/volumes/{volume}/{version}/trust/uploads/{uploadId}/finalize`; `body` is sent as JSON. */
  readonly finalizeTrustUpload: (
    upload: ReleaseName & { readonly uploadId: string },
    body: unknown,
    options?: RequestOptions,
  ) => Promise<Answer>;
  /** `GET …/trust/summary` */
  readonly getTrustSummary: (release: ReleaseName, options?: RequestOptions) => Promise<Answer>;
  /** `GET …/trust/detail` */
  readonly getTrustDetail: (release: ReleaseName, options?: RequestOptions) => Promise<Answer>;
  /** `GET /api/v1/advisories` */
  readonly searchAdvisories: (query?: Query, options?: RequestOptions) => Promise<Answer>;
  /** `GET /api/v1/advisories/{advisoryId}` */
  readonly getAdvisory: (advisoryId: string, options?: RequestOptions) => Promise<Answer>;
  /** `GET /api/v1/capabilities` */
  readonly getCapabilities: (options?: RequestOptions) => Promise<Answer>;
  /** `DELETE /api/v1/volumes/{volume}/{version}`; stated for unscoped names; for scoped names the answer is not judged as an endpoint's. */
  readonly unpublishVersion: (release: ReleaseName, options?: RequestOptions) => Promise<Answer>;
  /** Sends bytes as an upload instruction says, without a token. `isEarly` is true for an answer after which it asks again until `settleMs`. */
  readonly transferBytes: (
    upload: UploadInstruction,
    bytes: Uint8Array,
    isEarly?: (answer: Answer) => boolean,
  ) => Promise<Answer>;
  /** Fetches a locator (`dist.url`, `locator.url`, `release.url`, `detailUrl`), following redirects, without a token. */
  readonly fetchLocator: (url: string, operation?: Operation, options?: LocatorOptions) => Promise<Answer>;
  /** Any other request below the base URL, for unknown endpoints and malformed paths. */
  readonly request: (about: RawRequest, options?: RequestOptions) => Promise<Answer>;
}

export interface LocatorOptions {
  /** True to send no `Accept-Encoding`, so that nothing on the way takes a coding off. */
  readonly anyCoding?: boolean;
  /** True if the address was read just now, and may be signed for a short time. */
  readonly isFresh?: boolean;
  /** Further header fields, each in place of the usual one of its name. */
  readonly headers?: readonly HeaderField[];
}

export interface RawRequest {
  readonly method: string;
  /** Below the base URL, with its leading slash, sent as given. */
  readonly path: string;
  /** Judged as this operation; by default as none. */
  readonly operation?: Operation | "other";
  readonly body?: unknown;
}

/** Finds the token for a role, from the target file or the states hook. */
export type TokenSource = (role: TokenRole) => Promise<Token>;
