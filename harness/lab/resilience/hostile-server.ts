/** A conforming registry with something hostile in front of it: a raw socket that misbehaves in one place. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { buildReferenceServer, type ReferenceServer } from "../../../reference-server/server.ts";
import { allReleases } from "../../../reference-server/store.ts";
import { namespace } from "../../../reference-server/tokens.ts";
import type { Behaviour, Conforming, Occasion, Place } from "./behaviour.ts";

export interface HostileServer {
  readonly baseUrl: string;
  /** The content of a target file for it. */
  readonly target: Readonly<Record<string, unknown>>;
  /** Every token that the target names, or that came with a request: none may ever be seen in a report. */
  readonly tokens: () => readonly string[];
  /** How many requests came, to whatever place. */
  readonly requests: () => number;
  /** How often the behaviour was met. */
  readonly met: () => number;
  /** `name@version` of every release in the target's namespace that is available. */
  readonly available: () => readonly string[];
  /** What another origin was sent, whole requests as text. */
  readonly stolen: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** So many requests pass before a behaviour that is anywhere begins, so that the preflight finds a registry. */
const graceRequests = 8;

/** Starts a conforming registry that misbehaves as said, and another origin beside it. */
export async function startHostileServer(behaviour: Behaviour): Promise<HostileServer> {
  const registry = buildReferenceServer({ states: true });
  const stolen: string[] = [];
  const elsewhere = await listen((request, response) => {
    stolen.push([request.url, ...request.rawHeaders].join("\n"));
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const state = { requests: 0, met: 0 };
  const tokens = new Set(Object.values(registry.tokens));
  const front = await listen((request, response) => {
    state.requests += 1;
    // the states hook makes tokens of its own, which are as secret as those of the target
    for (const [, token = ""] of (request.headers.authorization ?? "").matchAll(/^Bearer (vrt_.+)$/g))
      tokens.add(token);
    const place = toPlace(request.method ?? "", request.url ?? "");
    const isDue =
      place !== undefined &&
      (behaviour.place === place || (behaviour.place === "anywhere" && state.requests > graceRequests));
    if (isDue) state.met += 1;
    const about = {
      request,
      response,
      registry,
      baseUrl: front.url,
      elsewhere: elsewhere.url,
      ordinal: state.met,
    };
    void (isDue ? misbehave(behaviour, about) : pass(about)).catch(() => response.destroy());
  });
  return {
    baseUrl: front.url,
    target: {
      ...registry.targetAt(front.url),
      limits: { settleMs: 60, maxExpiryWaitMs: 100, limiterPatienceMs: 2_000 },
    },
    tokens: () => [...tokens],
    requests: () => state.requests,
    met: () => state.met,
    available: () =>
      allReleases(registry.registry.store)
        .filter(({ name, status }) => name.includes(namespace.prefix) && status.state === "available")
        .map(({ name, version }) => `${name}@${version}`),
    stolen: () => stolen,
    close: async () => {
      await front.close();
      await elsewhere.close();
    },
  };
}

interface Meeting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly registry: ReferenceServer;
  readonly baseUrl: string;
  readonly elsewhere: string;
  readonly ordinal: number;
}

/** Which operation a request is for; `undefined` for what no behaviour may touch, such as the states hook. */
export function toPlace(method: string, path: string): Place | undefined {
  const below = path.split("?")[0] ?? "";
  if (method === "POST" && below.endsWith("/finalize")) return "finalize";
  if (/^\/api\/v1\/search$/.test(below)) return "search";
  if (below.startsWith("/api/v1/index/")) return "index";
  if (/\/trust\/(?:summary|detail)$/.test(below)) return "trust";
  if (below.startsWith("/transfers/")) return "upload";
  if (below.startsWith("/downloads/")) return "download";
  if (method === "POST" && below.startsWith("/api/v1/volumes/")) return "create";
  if (method === "GET" && below.startsWith("/api/v1/volumes/")) return "release";
  if (path.startsWith("/api/v1/")) return "anywhere";
  return undefined;
}

async function misbehave(behaviour: Behaviour, meeting: Meeting): Promise<void> {
  const { request, baseUrl, elsewhere, ordinal } = meeting;
  const body = await readBody(request);
  const { socket } = request;
  const occasion: Occasion = {
    socket,
    baseUrl,
    elsewhere,
    ordinal,
    path: request.url ?? "/",
    authorization: request.headers.authorization ?? "",
    conforming: () => ask(meeting, body),
    pour: (piece, everyMs) => pour(socket, piece, everyMs),
  };
  const answer = await behaviour.answer(occasion);
  if (answer !== undefined) write(socket, answer, request.method === "HEAD");
}

async function pass(meeting: Meeting): Promise<void> {
  const answer = await ask(meeting, await readBody(meeting.request));
  const { response } = meeting;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  response.writeHead(answer.status).end(answer.body);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** What the conforming registry says. */
async function ask({ request, registry, baseUrl }: Meeting, body: Buffer): Promise<Conforming> {
  const headers = new Headers();
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const [name = "", value = ""] = request.rawHeaders.slice(index, index + 2);
    if (!/^(?:host|connection|transfer-encoding)$/i.test(name)) headers.append(name, value);
  }
  const { method = "GET" } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const answer = await registry.fetch(
    new Request(`${baseUrl}${request.url ?? "/"}`, {
      method,
      headers,
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    }),
  );
  return {
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => name !== "content-length"),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

/** Writes a response as HTTP, without the checks that an HTTP library would make. */
function write(socket: Socket, { status, headers, body }: Conforming, isHead: boolean): void {
  const fields = [...headers, ["content-length", String(body.length)], ["connection", "close"]];
  const head = [
    `HTTP/1.1 ${status} Status`,
    ...fields.map(([name = "", value = ""]) => `${name}: ${value}`),
  ].join("\r\n");
  socket.write(Buffer.from(`${head}\r\n\r\n`, "latin1"));
  if (isHead) socket.end();
  else socket.end(body);
}

/** Writes a piece again and again, as fast as it is read where no time is given. */
function pour(socket: Socket, piece: string | Buffer, everyMs: number): void {
  if (everyMs > 0) {
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.once("close", () => clearInterval(timer));
    return;
  }
  const fill = (): void => {
    while (!socket.destroyed && socket.write(piece));
    // between two rounds others get their turn, even where everything is in one process
    if (!socket.destroyed) socket.once("drain", () => setImmediate(fill));
  };
  fill();
}

interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listening> {
  const server: Server = createHttpServer(handle);
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
