import { afterEach, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { certify, type CertifyOptions } from "../index.ts";
import type { ExchangeRecord } from "../recording/recorder.ts";

const timeout = 120_000;
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(states: boolean): Promise<RunningReferenceServer> {
  const server = await startReferenceServer({ states });
  closers.push(server.close);
  return server;
}

interface Recorded {
  readonly report: Report;
  /** Everything but reads that went to the registry, as `METHOD path`. */
  readonly writes: readonly string[];
}

async function record(
  target: Readonly<Record<string, unknown>>,
  options: Partial<CertifyOptions> = {},
): Promise<Recorded> {
  const lines: string[] = [];
  const report = await certify({
    target,
    seed: 5,
    ...options,
    writeLine: (line) => lines.push(line),
  });
  const exchanges = lines.slice(1).map((line) => JSON.parse(line) as ExchangeRecord);
  const writes = exchanges
    .filter(({ operation, request }) => operation !== "state" && !/^(?:GET|HEAD)$/.test(request.method))
    .map(({ request }) => `${request.method} ${new URL(request.url).pathname}`);
  return { report, writes };
}

test(
  "with --read-only nothing but reads is sent, whatever tokens and states there are",
  { timeout },
  async () => {
    const { target } = await start(true);
    const { report, writes } = await record({ ...target }, { readOnly: true });
    expect(writes).toEqual([]);
    expect(report.run.requests).toBeGreaterThan(20);
    // what cannot be tried is skipped: nothing kept a check from its work
    expect(report.counts).toMatchObject({ failed: 0, warned: 0, blocked: 0, errored: 0 });
  },
);

test("without a publisher token nothing but reads is sent", { timeout }, async () => {
  const { baseUrl } = await start(false);
  expect((await record({ baseUrl })).writes).toEqual([]);
});

test("whatever is finalized, attached or unpublished lies in the namespace", { timeout }, async () => {
  const { target } = await start(false);
  const { writes } = await record({ ...target });
  const below = writes.filter((write) =>
    /^\w+ \/api\/v1\/volumes\/(?:(?:@|%40)[^/]+\/)?[^/@%][^/]*\/./.test(write),
  );
  expect(below.length).toBeGreaterThan(200);
  const outside = below.filter((write) => !/\/volumes\/(?:(?:@|%40)conformance\/|conf-)/.test(write));
  expect(outside).toEqual([]);
});
