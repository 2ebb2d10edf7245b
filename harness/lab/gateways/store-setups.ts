/** An object store in place of the registry's own transfers. */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runWhole } from "../resilience/whole-run.ts";
import { type DecidedOutcome, unharmed } from "./gateway.ts";
import { type GatewayOutcome, toOutcome } from "./meet-gateway.ts";
import { startStoredRegistry } from "./object-store.ts";
import { freePort, installObjectStore, startProgram } from "./programs.ts";

const program = { name: "s3rver", command: "node", package: "" };
const bucket = "volumes";

export interface StoreSetup {
  readonly name: string;
  readonly summary: string;
  readonly signsHeaders?: boolean;
  /** Answers every nth request of the store with this status, as a store under load does. */
  readonly slowDown?: { readonly every: number; readonly status: number; readonly after?: string };
  readonly decided: DecidedOutcome;
  readonly isSample?: boolean;
}

const summary = "uploads and downloads go to an S3 store by presigned URLs";

export const storeSetups: readonly StoreSetup[] = [
  { name: "s3-presigned", summary, decided: unharmed, isSample: true },
  {
    name: "s3-signed-headers",
    summary: `${summary}; the headers of uploads are signed`,
    signsHeaders: true,
    decided: unharmed,
  },
  {
    name: "s3-slow-down",
    summary: `${summary}; each 7th request is answered 503 SlowDown as XML`,
    slowDown: { every: 7, status: 503 },
    decided: unharmed,
  },
  {
    name: "s3-slow-down-later",
    summary: `${summary}; each 7th request is answered 503 with Retry-After`,
    slowDown: { every: 7, status: 503, after: "1" },
    decided: unharmed,
  },
  {
    name: "s3-internal-error",
    summary: `${summary}; each 9th request is answered 500 InternalError as XML`,
    slowDown: { every: 9, status: 500 },
    decided: unharmed,
  },
];

/** Runs the suite against a registry with its bytes in the store. */
export async function meetStore(setup: StoreSetup, script: string): Promise<GatewayOutcome> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-store-"));
  const port = await freePort();
  const words = [script, "--directory", folder, "--address", "127.0.0.1", "--port", String(port)];
  words.push("--silent", "--configure-bucket", bucket, "--no-vhost-buckets");
  const store = await startProgram(process.execPath, words, port);
  const front = await startSlowDown(port, setup.slowDown);
  const registry = await startStoredRegistry({
    store: `http://127.0.0.1:${front.port}`,
    bucket,
    accessKey: "S3RVER",
    secretKey: "S3RVER",
    signsHeaders: setup.signsHeaders === true,
  });
  try {
    const { target, tokens } = registry;
    const run = await runWhole({ target, tokens, depth: "quick", environment: { NO_PROXY: "*" } });
    return toOutcome({ ...setup, program }, run);
  } finally {
    await registry.close();
    await front.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The store's own origin, or one in front of it that is overloaded now and then. */
async function startSlowDown(
  port: number,
  slowDown: StoreSetup["slowDown"],
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  if (slowDown === undefined) return { port, close: async () => {} };
  const { every, status, after } = slowDown;
  let count = 0;
  const server = createServer((incoming, response) => {
    // what the registry itself asks of its store is waited for by the registry
    const isOwn = incoming.headers["user-agent"] === "node";
    if (!isOwn) count += 1;
    if (!isOwn && count % every === 0) {
      if (after !== undefined) response.setHeader("Retry-After", after);
      response.writeHead(status, { "content-type": "application/xml" });
      response.end("<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>");
      incoming.resume();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = send({ host: "127.0.0.1", port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Installs the store into a folder of its own and gives it to `use`. */
export async function withObjectStore<T>(use: (script: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-s3-"));
  try {
    return await use(await installObjectStore(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
