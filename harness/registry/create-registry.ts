/** Binds the operations of the API to one actor. */
import type { Operation } from "../../schemas/report.ts";
import type { Answer } from "./answer.ts";
import { dispatch } from "./dispatch.ts";
import { readJson } from "./json-body.ts";
import type { Registry, RequestOptions, TokenSource } from "./registry.ts";
import { readReleaseWrite, toCreate } from "./release-write.ts";
import { isGzip } from "./searchable-body.ts";
import { type ApiRequest, createSend, maxJsonBytes, type Send, toQueryString } from "./send-request.ts";
import { allEnded } from "./under-way.ts";
import { type Actor, asRecorded, type Session } from "./session.ts";
import { userAgent } from "./traits.ts";
import { encodeSegment, type ReleaseName, toVolumePath, type Volume } from "./volume.ts";

/** Maximum size of a download that is read, in bytes. */
const maxDownloadBytes = 8 * 1024 * 1024;

const api = "/api/v1";

/** The operations of the registry for one actor. */
export function createRegistry(session: Session, actor: Actor, tokens: TokenSource): Registry {
  const send = createSend(session, actor, tokens);
  return {
    ...createReads(send),
    ...createWrites(send),
    ...createTransfers(session, actor),
    request: (about, options) => {
      const write = readReleaseWrite(about.method, about.path, sentBody(about.body, options));
      return send({ ...about, write }, options);
    },
  };
}

type Reads = Pick<
  Registry,
  | "searchVolumes"
  | "getVersionIndex"
  | "getRelease"
  | "getTrustSummary"
  | "getTrustDetail"
  | "searchAdvisories"
  | "getAdvisory"
  | "getCapabilities"
>;

function createReads(send: Send): Reads {
  function read(operation: Operation, path: string, options?: RequestOptions): Promise<Answer> {
    return send({ method: "GET", path: `${api}${path}`, operation }, options);
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
  };
}

type Writes = Pick<
  Registry,
  | "createReleaseUpload"
  | "finalizeReleaseUpload"
  | "createTrustUpload"
  | "finalizeTrustUpload"
  | "unpublishVersion"
>;

function createWrites(send: Send): Writes {
  function write(
    about: Omit<ApiRequest, "method"> & Partial<ApiRequest>,
    options?: RequestOptions,
  ): Promise<Answer> {
    return send({ method: "POST", ...about, path: `${api}${about.path}`, protects: true }, options);
  }

  return {
    createReleaseUpload: (volume, body, options) =>
      write(
        {
          operation: "createReleaseUpload",
          path: `/volumes/${toVolumePath(volume)}`,
          body,
          write: toCreate(toVolumePath(volume), sentBody(body, options)),
        },
        options,
      ),
    finalizeReleaseUpload: ({ volume, uploadId }, options) =>
      write(
        {
          operation: "finalizeReleaseUpload",
          path: `/volumes/${toVolumePath(volume)}/uploads/${encodeSegment(uploadId)}/finalize`,
          uploadId,
          write: { kind: "finalize", path: toVolumePath(volume), uploadId },
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
        {
          operation: toUnpublish(release.volume),
          method: "DELETE",
          path: releasePath(release),
          write: { kind: "unpublish", path: toVolumePath(release.volume), version: release.version },
        },
        options,
      ),
  };
}

function createTransfers(session: Session, actor: Actor): Pick<Registry, "transferBytes" | "fetchLocator"> {
  return {
    transferBytes: (upload, bytes) =>
      dispatch(session, actor, {
        operation: "transferBytes",
        rateLimitKey: "transfer",
        follow: true,
        request: {
          method: upload.method,
          url: new URL(upload.url, `${session.baseUrl}/`).href,
          headers: [["user-agent", userAgent], ...upload.headers],
          body: bytes,
          maxBytes: maxJsonBytes,
        },
      }),
    fetchLocator: async (url, operation = "transferBytes", { anyCoding = false } = {}) => {
      const answer = await dispatch(session, actor, {
        operation: isOfApi(url, session) ? operation : "transferBytes",
        rateLimitKey: "anonymous",
        follow: true,
        request: {
          method: "GET",
          url,
          headers: [
            ["accept", "*/*"],
            ...(anyCoding ? [] : [["accept-encoding", "identity"] as const]),
            ["user-agent", userAgent],
          ],
          maxBytes: maxDownloadBytes,
        },
      });
      // findings have digests of these bytes, which have to be the same in `verify`; no secret is in what is compressed
      if (!isGzip(answer.bytes)) await allEnded(session.underWay);
      return asRecorded(session, answer);
    },
  };
}

/** True for an address of the API under the base URL. What answers elsewhere is no answer of an endpoint: an address that leads nowhere is wrong itself. */
function isOfApi(url: string, { baseUrl }: Pick<Session, "baseUrl">): boolean {
  const root = `${baseUrl}/api/v1/`;
  return url.startsWith(root) && !url.slice(root.length - 1).includes("/api/v1/");
}

function releasePath(release: ReleaseName): string {
  return `/volumes/${toVolumePath(release.volume)}/${encodeSegment(release.version)}`;
}

/** The body of a request as JSON, where it is JSON. */
function sentBody(body: unknown, { rawBody }: RequestOptions = {}): unknown {
  if (rawBody === undefined) return body;
  return readJson(typeof rawBody === "string" ? Buffer.from(rawBody, "utf8") : rawBody);
}

/** Unpublishing is stated for names without a scope; the answer to a scoped path is not judged as an endpoint's. */
export function toUnpublish({ scope }: Volume): Operation | "other" {
  return scope === undefined ? "unpublishVersion" : "other";
}
