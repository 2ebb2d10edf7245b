/** The reads with which `init` asks a registry: few, without a token, and never an error. */
import { readJson } from "../exchange/json-body.ts";
import { createLiveTransport } from "../transport/live-transport.ts";
import { toRedirected } from "../transport/redirected.ts";
import type { WireRequest, WireResponse } from "../transport/transport.ts";

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface Reader {
  /** Reads JSON. Undefined if there was no answer. */
  readonly get: (url: string) => Promise<Reply | undefined>;
  /** The bytes of a public archive, after one redirect at most. Undefined if it cannot be downloaded. */
  readonly download: (url: string) => Promise<Uint8Array | undefined>;
  readonly close: () => Promise<void>;
}

/** Milliseconds for one request: `init` is not a test of the registry. */
const timeoutMs = 5_000;

const maxBytes = 4 * 1024 * 1024;

/** As in a run, a registry with a public address leads to no private one. */
export function openReader(baseUrl: string): Reader {
  const transport = createLiveTransport({ timeoutMs, trusted: [baseUrl], allowPrivate: false });

  async function send(url: string, accept: string, redirects = 0): Promise<WireResponse | undefined> {
    const request: WireRequest = { method: "GET", url, headers: [["accept", accept]], maxBytes };
    const outcome = await transport.send(request, "init");
    const next = redirects === 0 ? undefined : toRedirected(request, outcome);
    return next === undefined ? outcome.response : await send(next.url, accept, redirects - 1);
  }

  return {
    async get(url) {
      const response = await send(url, "application/json, application/problem+json");
      return response === undefined ? undefined : { status: response.status, body: readJson(response.body) };
    },
    async download(url) {
      const response = await send(url, "*/*", 1);
      return response?.status === 200 ? response.body : undefined;
    },
    close: () => transport.close(),
  };
}
