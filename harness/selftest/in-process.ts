/**
 * The connections of a self-test run: requests to the reference server reach its `fetch` in the same process, all others the
 * network. A socket costs more than half of such a run. What only a socket has is tested over sockets: see `overSockets`.
 */
import { METHODS } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import type { ReferenceServer } from "../../reference-server/server.ts";
import type { HeaderField } from "../../schemas/report.ts";
import { toBrokenOff, Unwritable } from "../transport/connection-errors.ts";
import type { ReceivedResponse, SentRequest } from "../transport/connection.ts";
import type { Connections } from "../transport/connections.ts";
import { announcedLength } from "../transport/response-body.ts";

/** Methods whose request has a length even without a body (RFC 9110 section 8.6). */
const methodsWithLength: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Header fields that are about the connection: no response has them once it has arrived. */
const connectionFields: ReadonlySet<string> = new Set(["transfer-encoding"]);

/**
 * @param network the connections to all other origins
 * @param origins those of the server
 */
export function inProcess(
  network: Connections,
  server: Pick<ReferenceServer, "fetch">,
  origins: ReadonlySet<string>,
): Connections {
  return {
    ...network,
    async send(origin, request, signal) {
      if (!origins.has(origin.origin)) return await network.send(origin, request, signal);
      // requests that begin in one turn of the event loop are under way together, as they are on sockets
      await turn();
      return await answer(server, origin, request);
    },
  };
}

async function answer(
  server: Pick<ReferenceServer, "fetch">,
  origin: URL,
  request: SentRequest,
): Promise<ReceivedResponse> {
  const url = new URL(`${origin.origin}${request.path}`);
  if (!METHODS.includes(request.method)) return { status: 400, headers: [], body: Buffer.alloc(0) };
  const response = await server.fetch(toRequest(url, origin, request));
  const headers = ([...response.headers] as readonly HeaderField[]).filter(
    ([name]) => !connectionFields.has(name),
  );
  const hasBody = response.body !== null && request.method !== "HEAD";
  const body = hasBody ? await readWhole(response, headers) : Buffer.alloc(0);
  if (body.length > request.maxBytes)
    throw new RangeError(`the response body is longer than ${request.maxBytes} bytes`);
  return { status: response.status, headers, body };
}

/** @throws BrokenOff where the server ends the connection before the body: the rest of what it announced never comes */
async function readWhole(response: Response, headers: readonly HeaderField[]): Promise<Buffer> {
  const body = Buffer.from(await response.arrayBuffer());
  const announced = announcedLength(headers) ?? 0;
  const closes = headers.some(([name, value]) => name === "connection" && value === "close");
  if (closes && body.length < announced) throw toBrokenOff(body.length, announced, "other side closed");
  return body;
}

/** @throws Unwritable if HTTP cannot write a header field */
function toRequest(url: URL, origin: URL, { method, headers, body }: SentRequest): Request {
  const fields = toFields(headers);
  fields.set("host", origin.host);
  if (body !== undefined || methodsWithLength.has(method))
    fields.set("content-length", String(body?.length ?? 0));
  const canHaveBody = method !== "GET" && method !== "HEAD";
  // fetch has no TRACE; the server only looks at the name of the method
  const named = method === "TRACE" ? "GET" : method;
  const request = new Request(url, {
    method: named,
    headers: fields,
    ...(canHaveBody && body !== undefined ? { body: new Uint8Array(body) } : {}),
  });
  return named === method ? request : Object.defineProperty(request, "method", { value: method });
}

function toFields(headers: readonly HeaderField[]): Headers {
  const fields = new Headers();
  try {
    for (const [name, value] of headers) fields.append(name, value);
  } catch (error) {
    throw new Unwritable("a header field cannot be written", { cause: error });
  }
  return fields;
}
