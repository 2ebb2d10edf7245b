/** The API as seen by a check: one method per operation, for one actor. */
import type { HeaderField, Operation } from "../../schemas/report.ts";
import type { TokenRole } from "../vocabulary.ts";
import { type Answer, slugOf } from "./answer.ts";
import { learnInstructionSecrets } from "./instruction-secrets.ts";
import { dispatch } from "./dispatch.ts";
import { type Actor, asRecorded, type Session } from "./session.ts";
import { assertMayWrite } from "./write-guard.ts";
import { encodeSegment, percentEncode, type ReleaseName, toVolumePath, type Volume } from "./volume.ts";

/** A token that can be sent. The label names it wherever the value must not stand. */
export interface Token {
  readonly label: string;
  readonly value: string;
}

export interface RequestOptions {
  /** Who asks. Protected operations ask as the publisher by default, reads as nobody. */
  readonly as?: TokenRole | Token | "nobody";
  /** A whole `Authorization` value in place of a token's, for malformed ones. */
  readonly authorization?: string;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey?: string;
  /** Further header fields, sent as given. */
  readonly headers?: readonly HeaderField[];
  /** A body sent byte for byte in place of the JSON one. */
  readonly rawBody?: string | Uint8Array;
  /** In place of `application/json`; null sends none. */
  readonly contentType?: string | null;
  /** True where a 429 is the answer wanted. */
  readonly wantsLimit?: boolean;
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
  /** `DELETE /api/v1/volumes/{volume}/{version}`; stated for unscoped names, and judged as no endpoint's for others. */
  readonly unpublishVersion: (release: ReleaseName, options?: RequestOptions) => Promise<Answer>;
  /** Sends bytes as an upload instruction says. No token goes along. */
  readonly transferBytes: (upload: UploadInstruction, bytes: Uint8Array) => Promise<Answer>;
  /** Fetches a locator (`dist.url`, `locator.url`, `release.url`, `detailUrl`), following redirects. No token goes along. */
  readonly fetchLocator: (url: string, operation?: Operation) => Promise<Answer>;
  /** Any other request below the base URL, for what lies outside the API or is malformed in its path. */
  readonly request: (about: RawRequest, options?: RequestOptions) => Promise<Answer>;
}

export interface RawRequest {
  readonly method: string;
  /** Below the base URL, with its leading slash, sent as given. */
  readonly path: string;
  /** Judged as this operation; by default as none. */
  readonly operation?: Operation | "other";
  readonly body?: unknown;
}

/** What a request is besides what is sent. */
interface Guarded {
  /** True for what needs a token. */
  readonly protects?: boolean;
  /** The upload that is finalized. */
  readonly uploadId?: string;
}

/** Finds the token for a role, from the target file or the states hook. */
export type TokenSource = (role: TokenRole) => Promise<Token>;

/** Most bytes of a JSON answer, and of a download, that are read. */
const maxJsonBytes = 4 * 1024 * 1024;
const maxDownloadBytes = 8 * 1024 * 1024;

const userAgent = "volume-registry-conformance";

/** The operations of the registry for one actor. */
export function createRegistry(session: Session, actor: Actor, tokens: TokenSource): Registry {
  const api = "/api/v1";

  async function send(about: RawRequest & Guarded, options: RequestOptions = {}): Promise<Answer> {
    assertMayWrite(session, about.method, about.path);
    const credential = await toCredential(options, about.protects === true, tokens);
    const body = toRequestBody(about, options);
    const contentType = options.contentType === undefined ? "application/json" : options.contentType;
    const headers: HeaderField[] = [
      ["accept", "application/json, application/problem+json"],
      ["accept-encoding", "identity"],
      ["user-agent", userAgent],
    ];
    if (body !== undefined && contentType !== null) headers.push(["content-type", contentType]);
    if (credential.header !== undefined) headers.push(["authorization", credential.header]);
    if (options.idempotencyKey !== undefined) headers.push(["idempotency-key", options.idempotencyKey]);
    headers.push(...(options.headers ?? []));
    return await dispatch(session, actor, {
      operation: about.operation ?? "other",
      tier: credential.tier,
      follow: about.method === "GET",
      ...(options.wantsLimit === undefined ? {} : { wantsLimit: options.wantsLimit }),
      ...(about.uploadId !== undefined && session.arrivals.has(about.uploadId)
        ? { mayLag: missesBytes }
        : {}),
      ...(makesIntent(about.operation)
        ? { learnSecrets: (text) => learnInstructionSecrets(session.redaction, text) }
        : {}),
      request: {
        method: about.method,
        url: `${session.baseUrl}${about.path}`,
        headers,
        maxBytes: maxJsonBytes,
        ...(body === undefined ? {} : { body }),
      },
    });
  }

  function read(operation: Operation, path: string, options?: RequestOptions): Promise<Answer> {
    return send({ method: "GET", path: `${api}${path}`, operation }, options);
  }

  function write(
    about: Pick<RawRequest, "path" | "body"> & {
      readonly operation: Operation | "other";
      readonly method?: string;
      readonly uploadId?: string;
    },
    options?: RequestOptions,
  ): Promise<Answer> {
    return send({ method: "POST", ...about, path: `${api}${about.path}`, protects: true }, options);
  }

  function releasePath(release: ReleaseName): string {
    return `/volumes/${toVolumePath(release.volume)}/${encodeSegment(release.version)}`;
  }

  return {
    searchVolumes: (query, options) => read("searchVolumes", `/search${toQueryString(query)}`, options),
    getVersionIndex: (volume, options) =>
      read("getVersionIndex", `/index/volumes/${toVolumePath(volume)}`, options),
    getRelease: (release, options) => read("getRelease", releasePath(release), options),
    getTrustSummary: (release, options) =>
      read("getTrustSummary", `${releasePath(release)}/trust/summary`, options),
    getTrustDetail: (release, options) =>
      read("getTrustDetail", `${releasePath(release)}/trust/detail`, options),
    searchAdvisories: (query, options) =>
      read("searchAdvisories", `/advisories${toQueryString(query)}`, options),
    getAdvisory: (id, options) => read("getAdvisory", `/advisories/${encodeSegment(id)}`, options),
    getCapabilities: (options) => read("getCapabilities", "/capabilities", options),
    createReleaseUpload: (volume, body, options) =>
      write({ operation: "createReleaseUpload", path: `/volumes/${toVolumePath(volume)}`, body }, options),
    finalizeReleaseUpload: ({ volume, uploadId }, options) =>
      write(
        {
          operation: "finalizeReleaseUpload",
          path: `/volumes/${toVolumePath(volume)}/uploads/${encodeSegment(uploadId)}/finalize`,
          uploadId,
        },
        options,
      ),
    createTrustUpload: (release, body, options) =>
      write({ operation: "createTrustUpload", path: `${releasePath(release)}/trust/uploads`, body }, options),
    finalizeTrustUpload: (upload, body, options) =>
      write(
        {
          operation: "finalizeTrustUpload",
          path: `${releasePath(upload)}/trust/uploads/${encodeSegment(upload.uploadId)}/finalize`,
          body,
          uploadId: upload.uploadId,
        },
        options,
      ),
    unpublishVersion: (release, options) =>
      write(
        { operation: toUnpublish(release.volume), method: "DELETE", path: releasePath(release) },
        options,
      ),
    transferBytes: (upload, bytes) =>
      dispatch(session, actor, {
        operation: "transferBytes",
        tier: "transfer",
        follow: true,
        request: {
          method: upload.method,
          url: new URL(upload.url, `${session.baseUrl}/`).href,
          headers: [["user-agent", userAgent], ...upload.headers],
          body: bytes,
          maxBytes: maxJsonBytes,
        },
      }),
    fetchLocator: async (url, operation = "transferBytes") => {
      const answer = await dispatch(session, actor, {
        operation,
        tier: "anonymous",
        follow: true,
        request: {
          method: "GET",
          url,
          headers: [
            ["accept", "*/*"],
            ["accept-encoding", "identity"],
            ["user-agent", userAgent],
          ],
          maxBytes: maxDownloadBytes,
        },
      });
      // digests of these bytes go into findings, and have to come out the same when the recording is judged
      return asRecorded(session, answer);
    },
    request: send,
  };
}

/** Unpublishing is stated for names without a scope; what a registry makes of another path is no endpoint's answer. */
export function toUnpublish({ scope }: Volume): Operation | "other" {
  return scope === undefined ? "unpublishVersion" : "other";
}

/** Bytes that the upload step has taken may be on their way to the API still. */
function missesBytes(answer: Answer): boolean {
  return slugOf(answer) === "missing-uploaded-bytes";
}

function makesIntent(operation: RawRequest["operation"]): boolean {
  return operation === "createReleaseUpload" || operation === "createTrustUpload";
}

async function toCredential(
  options: RequestOptions,
  isProtected: boolean,
  tokens: TokenSource,
): Promise<{ readonly header?: string; readonly tier: string }> {
  if (options.authorization !== undefined) return { header: options.authorization, tier: "malformed" };
  const who = options.as ?? (isProtected ? "publisher" : "nobody");
  if (who === "nobody") return { tier: "anonymous" };
  const token = typeof who === "string" ? await tokens(who) : who;
  return { header: `Bearer ${token.value}`, tier: token.label };
}

function toRequestBody(about: RawRequest, options: RequestOptions): Uint8Array | undefined {
  const body = options.rawBody ?? (about.body === undefined ? undefined : JSON.stringify(about.body));
  return typeof body === "string" ? Buffer.from(body, "utf8") : body;
}

function toQueryString(query: Query = []): string {
  const pairs = query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
