/** Binds the operations of the API to one actor. */
import type { About, Operation } from "../../schemas/report.ts";
import { type Answer, fieldIn } from "../exchange/answer.ts";
import { dispatch } from "./dispatch.ts";
import { maxJsonBytes, readJson } from "../exchange/json-body.ts";
import type { Query, RawRequest, Registry, RequestOptions, TokenSource } from "./registry.ts";
import { readAddress, readVersion, toRequestLine } from "../recording/read-about.ts";
import { isGzip } from "../recording/searchable-body.ts";
import { createSend, type Send } from "./send-request.ts";
import { allEnded } from "../recording/under-way.ts";
import { type Actor, asRecorded, baseOf, type Session } from "./session.ts";
import { userAgent } from "./traits.ts";
import type { ReleaseName } from "../exchange/volume.ts";

/** Maximum size of a download that is read, in bytes. */
const maxDownloadBytes = 8 * 1024 * 1024;

/** The operations of the registry for one actor. */
export function createRegistry(session: Session, actor: Actor, tokens: TokenSource): Registry {
  const send = createSend(session, actor, tokens);
  return {
    ...createEndpoints(send),
    ...createTransfers(session, actor),
    request: (request, options) => send({ ...request, names: toNames(request, options) }, options),
  };
}

/** What a request that a check writes by hand names: its address says it. */
function toNames({ method, path, body }: RawRequest, options: RequestOptions | undefined): About {
  const names = readAddress(method, path, "");
  return { ...names, ...readVersion(names, sentBody(body, options)) };
}

type Endpoints = Omit<Registry, "request" | "transferBytes" | "fetchLocator">;

function createEndpoints(send: Send): Endpoints {
  function ask(
    names: About & { readonly operation: Operation },
    options?: RequestOptions,
    body?: unknown,
  ): Promise<Answer> {
    const { operation, volume } = names;
    const { method, path } = toRequestLine(names);
    // stated for names without a scope: for others the answer is not judged as an endpoint's
    const isScopedUnpublish = operation === "unpublishVersion" && volume?.scope !== undefined;
    return send(
      {
        method,
        path,
        operation: isScopedUnpublish ? "other" : operation,
        names: { ...names, ...readVersion(names, sentBody(body, options)) },
        protects: method !== "GET",
        ...(body === undefined ? {} : { body }),
      },
      options,
    );
  }

  return {
    searchVolumes: (query, options) => ask({ operation: "searchVolumes" }, withQuery(query, options)),
    getVersionIndex: (volume, options) => ask({ operation: "getVersionIndex", volume }, options),
    getRelease: (release, options) => ask({ operation: "getRelease", ...nameOf(release) }, options),
    createReleaseUpload: (volume, body, options) =>
      ask({ operation: "createReleaseUpload", volume }, options, body),
    finalizeReleaseUpload: ({ volume, uploadId }, options) =>
      ask({ operation: "finalizeReleaseUpload", volume, uploadId }, options),
    createTrustUpload: (release, body, options) =>
      ask({ operation: "createTrustUpload", ...nameOf(release) }, options, body),
    finalizeTrustUpload: ({ uploadId, ...release }, body, options) =>
      ask({ operation: "finalizeTrustUpload", ...nameOf(release), uploadId }, options, body),
    getTrustSummary: (release, options) => ask({ operation: "getTrustSummary", ...nameOf(release) }, options),
    getTrustDetail: (release, options) => ask({ operation: "getTrustDetail", ...nameOf(release) }, options),
    searchAdvisories: (query, options) => ask({ operation: "searchAdvisories" }, withQuery(query, options)),
    getAdvisory: (advisoryId, options) => ask({ operation: "getAdvisory", advisoryId }, options),
    getCapabilities: (options) => ask({ operation: "getCapabilities" }, options),
    unpublishVersion: (release, options) =>
      ask({ operation: "unpublishVersion", ...nameOf(release) }, options),
  };
}

/** The caller may give an object that has more. */
function nameOf({ volume, version }: ReleaseName): ReleaseName {
  return { volume, version };
}

function withQuery(query: Query = [], options: RequestOptions = {}): RequestOptions {
  return { ...options, query: [...query, ...(options.query ?? [])] };
}

function createTransfers(session: Session, actor: Actor): Pick<Registry, "transferBytes" | "fetchLocator"> {
  return {
    transferBytes: (upload, bytes, isEarly) =>
      dispatch(session, actor, {
        operation: "transferBytes",
        about: {},
        rateLimitKey: "transfer",
        follow: true,
        ...(isEarly === undefined ? {} : { mayLag: isEarly }),
        request: {
          method: upload.method,
          url: new URL(upload.url, `${session.baseUrl}/`).href,
          headers: [["user-agent", userAgent], ...upload.headers],
          body: bytes,
          maxBytes: maxJsonBytes,
        },
      }),
    fetchLocator: async (
      url,
      operation = "transferBytes",
      { anyCoding = false, isFresh = false, headers = [] } = {},
    ) => {
      const answer = await dispatch(session, actor, {
        operation: isOfApi(url, session) ? operation : "transferBytes",
        about: {
          ...(operation === "transferBytes" ? {} : { operation }),
          ...readAddress("GET", url, baseOf(session, url)),
        },
        rateLimitKey: "anonymous",
        follow: true,
        isUrgent: isFresh,
        request: {
          method: "GET",
          url,
          headers: [
            ...[
              ["accept", "*/*"] as const,
              ...(anyCoding ? [] : [["accept-encoding", "identity"] as const]),
              ["user-agent", userAgent] as const,
            ].filter(([name]) => fieldIn(headers, name) === undefined),
            ...headers,
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
function isOfApi(url: string, session: Session): boolean {
  const root = `${baseOf(session, url)}/api/v1/`;
  return url.startsWith(root) && !url.slice(root.length - 1).includes("/api/v1/");
}

/** The body of a request as JSON, where it is JSON. */
function sentBody(body: unknown, { rawBody }: RequestOptions = {}): unknown {
  if (rawBody === undefined) return body;
  return readJson(typeof rawBody === "string" ? Buffer.from(rawBody, "utf8") : rawBody);
}
