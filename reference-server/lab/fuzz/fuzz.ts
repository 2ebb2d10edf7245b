import { createHash } from "node:crypto";
import { connect } from "node:net";
import fc from "fast-check";
import { buildReferenceServer, type ReferenceServer, startReferenceServer } from "../../server.ts";
import { type FuzzRequest, fuzzArchives, fuzzRequests, placeholder } from "./inputs.ts";

/** What fuzzing came to. */
export interface FuzzFigures {
  readonly inputs: number;
  /** Answers of the 500s. */
  readonly serverErrors: number;
  /** Errors that no rule threw, and requests without an answer. */
  readonly crashes: number;
  /** Archives that were taken as a release. */
  readonly published: number;
  /** Peak of the memory that the process holds, in MiB. */
  readonly peakMebibytes: number;
  readonly seconds: number;
  /** The first inputs that went wrong, each as text that can be sent again. */
  readonly findings: readonly string[];
}

interface Tally {
  inputs: number;
  serverErrors: number;
  crashes: number;
  published: number;
  peak: number;
  readonly findings: string[];
}

const keptFindings = 10;
const origin = "http://registry.test";

/** A server is replaced after so many inputs, since it forgets nothing. */
const inputsPerServer = 5_000;

/**
 * Sends made-up requests and archives to the registry: most without a socket, a few as raw bytes through one.
 * @param inputs how many in all: seven of ten are requests, two archives, one raw
 */
export async function fuzz(inputs: number, seed: number): Promise<FuzzFigures> {
  const started = performance.now();
  const tally: Tally = { inputs: 0, serverErrors: 0, crashes: 0, published: 0, peak: 0, findings: [] };
  const requests = Math.floor(inputs * 0.7);
  const archives = Math.floor(inputs * 0.2);
  for (let done = 0; done < requests; done += inputsPerServer) {
    await fuzzRequestsOf(Math.min(inputsPerServer, requests - done), seed + done, tally);
  }
  for (let done = 0; done < archives; done += inputsPerServer) {
    await fuzzArchivesOf(Math.min(inputsPerServer, archives - done), seed + done, tally);
  }
  await fuzzSocket(inputs - requests - archives, seed, tally);
  const { peak, ...counts } = tally;
  return {
    ...counts,
    peakMebibytes: Math.round(peak / 1024 / 1024),
    seconds: Math.round((performance.now() - started) / 100) / 10,
  };
}

function note(tally: Tally, kind: "crashes" | "serverErrors", what: string): void {
  tally[kind] += 1;
  if (tally.findings.length < keptFindings) tally.findings.push(`${kind}: ${what.slice(0, 2_000)}`);
}

function build(tally: Tally): ReferenceServer {
  return buildReferenceServer({
    states: true,
    onError: (error) =>
      note(tally, "crashes", error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
}

function count(tally: Tally): void {
  tally.inputs += 1;
  if (tally.inputs % 100 === 0) tally.peak = Math.max(tally.peak, process.memoryUsage().rss);
}

async function fuzzRequestsOf(inputs: number, seed: number, tally: Tally): Promise<void> {
  const server = build(tally);
  const tokens = Object.values(server.tokens);
  const property = fc.asyncProperty(fuzzRequests(tokens), async (input) => {
    count(tally);
    const request = toRequest(input, server);
    if (request === undefined) return;
    try {
      const answer = await withinTime(server.fetch(request));
      await answer.arrayBuffer();
      if (answer.status >= 500) note(tally, "serverErrors", `${answer.status} to ${describe(input)}`);
    } catch (error) {
      note(tally, "crashes", `${String(error)} for ${describe(input)}`);
    }
  });
  await fc.assert(property, { numRuns: inputs, seed, endOnFailure: true });
}

/** A request, or `undefined` where the platform itself refuses to make one. */
function toRequest(
  { method, path, headers, body }: FuzzRequest,
  server: ReferenceServer,
): Request | undefined {
  try {
    const fields = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    if (path === "/states" && server.statesSecret !== undefined)
      fields.set("x-states-secret", server.statesSecret);
    const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
    return new Request(`${origin}${path}`, {
      method,
      headers: fields,
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    });
  } catch {
    return undefined;
  }
}

function describe({ method, path, headers, body }: FuzzRequest): string {
  return JSON.stringify({
    method,
    path,
    headers,
    body: body === undefined ? undefined : Buffer.from(body).toString("base64"),
  });
}

async function fuzzArchivesOf(inputs: number, seed: number, tally: Tally): Promise<void> {
  const server = build(tally);
  let ordinal = 0;
  const property = fc.asyncProperty(fuzzArchives(), async (input) => {
    count(tally);
    ordinal += 1;
    const name = placeholder.replace(/0+$/, String(ordinal).padStart(6, "0"));
    const gzip = input.toGzip(name);
    const shown = (): string => Buffer.from(gzip).toString("base64");
    const status = await withinTime(publish(server, gzip, name)).catch((error: unknown) => {
      note(tally, "crashes", `${String(error)} for archive ${shown()}`);
      return 0;
    });
    if (status === 201) tally.published += 1;
    if (status >= 500) note(tally, "serverErrors", `${status} to archive ${shown()}`);
  });
  await fc.assert(property, { numRuns: inputs, seed, endOnFailure: true });
}

/** Milliseconds after which an answer that has not come is not coming. */
const answerMs = 10_000;

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${answerMs} ms`)), answerMs);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Opens an intent, uploads the bytes as instructed and finalizes; gives the last status. */
async function publish(server: ReferenceServer, gzip: Uint8Array, name: string): Promise<number> {
  const authorization = `Bearer ${server.tokens.publisher}`;
  const declaredDigest = `sha256:${createHash("sha256").update(gzip).digest("hex")}`;
  const body = JSON.stringify({
    version: "1.0.0",
    mediaType: "application/gzip",
    declaredDigest,
    declaredSize: gzip.length,
  });
  const created = await server.fetch(
    new Request(`${origin}/api/v1/volumes/${name}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body,
    }),
  );
  const intent = (await created.json()) as {
    uploadId: string;
    upload: { url: string; method: string; headers: Record<string, string> };
  };
  const { url, method, headers } = intent.upload;
  const taken = await server.fetch(new Request(url, { method, headers, body: new Uint8Array(gzip) }));
  if (taken.status >= 500) return taken.status;
  const finalized = await server.fetch(
    new Request(`${origin}/api/v1/volumes/${name}/uploads/${intent.uploadId}/finalize`, {
      method: "POST",
      headers: { authorization },
    }),
  );
  await finalized.arrayBuffer();
  return finalized.status;
}

/** Raw bytes that are nearly HTTP, through a socket: the HTTP layer below the registry is fuzzed with it. */
async function fuzzSocket(inputs: number, seed: number, tally: Tally): Promise<void> {
  const server = await startReferenceServer({
    states: true,
    onError: (error) => note(tally, "crashes", String(error)),
  });
  const port = Number(new URL(server.baseUrl).port);
  const pieces = fc.oneof(
    fc.constantFrom(
      "GET /api/v1/search HTTP/1.1\r\n",
      "POST /api/v1/volumes/conf-a HTTP/1.1\r\n",
      "PUT /transfers/x HTTP/1.1\r\n",
      "host: a\r\n",
      "host: ::\r\n",
      "content-length: 5\r\n",
      "content-length: -1\r\n",
      "transfer-encoding: chunked\r\n",
      "expect: 100-continue\r\n",
      "\r\n",
      "5\r\nhello\r\n0\r\n\r\n",
      "{}",
      "GET //../%00 HTTP/1.1\r\nhost: a\r\n\r\n",
      "GET http://evil.test/ HTTP/1.1\r\nhost: b\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n",
    ),
    fc.string({ maxLength: 40, unit: "binary" }),
  );
  try {
    const property = fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 8 }), async (parts) => {
      count(tally);
      const answer = await sendRaw(port, parts.join(""));
      if (/^HTTP\/1\.1 5\d\d/m.test(answer))
        note(tally, "serverErrors", `${answer.slice(0, 60)} to ${JSON.stringify(parts)}`);
    });
    await fc.assert(property, { numRuns: inputs, seed, endOnFailure: true });
    const alive = await fetch(`${server.baseUrl}/api/v1/search`);
    if (alive.status !== 200) note(tally, "crashes", `the registry answered ${alive.status} after all`);
  } finally {
    await server.close();
  }
}

/** What comes back before the other side closes, once everything is written and our side is closed. */
async function sendRaw(port: number, text: string): Promise<string> {
  return await new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(Buffer.from(text, "utf8")));
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(answer));
  });
}
