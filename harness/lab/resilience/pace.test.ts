import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startReferenceServer } from "../../../reference-server/server.ts";
import type { Report } from "../../../schemas/report.ts";
import { type HostileRun, runAgainst } from "./try-behaviour.ts";

const closers: (() => Promise<void>)[] = [];
const testTimeoutMs = 120_000;

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Watched {
  readonly target: Readonly<Record<string, unknown>>;
  /** Most requests that were under way at once. */
  readonly most: () => number;
  /** When each request came, in milliseconds. */
  readonly moments: readonly number[];
}

/** A conforming registry behind a proxy that counts. */
async function startWatched(choices: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const registry = await startReferenceServer({ states: true, choices });
  closers.push(registry.close);
  const moments: number[] = [];
  let inside = 0;
  let most = 0;
  const proxy: Server = createServer((request, response) => {
    // the states hook is the vendor's own and is not paced
    if (request.url !== "/states") moments.push(performance.now());
    inside += 1;
    most = Math.max(most, inside);
    response.once("close", () => {
      inside -= 1;
    });
    const { method, headers, url = "/" } = request;
    const onward = ask(`${registry.baseUrl}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  closers.push(async () => {
    proxy.closeAllConnections();
    await new Promise<void>((resolve) => {
      proxy.close(() => resolve());
    });
  });
  const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  registry.registry.addresses.base = baseUrl;
  const target = {
    ...registry.target,
    baseUrl,
    ...(registry.statesUrl === undefined
      ? {}
      : { states: { ...registry.target.states, url: `${baseUrl}/states` } }),
  };
  return { target, most: () => most, moments };
}

async function run(target: HostileRun["target"], more: Partial<HostileRun> = {}): Promise<Report> {
  const { report, reason } = await runAgainst({ target, timeoutMs: 10_000, waits: true, ...more });
  if (report === undefined) throw new Error(`The run gave no report: ${reason ?? ""}`);
  return report;
}

function verdictsOf(report: Report): readonly string[] {
  return report.cases.map(({ id, verdict }) => `${id} ${verdict}`);
}

test(
  "no more requests are under way than --concurrency says",
  async () => {
    const { target, most } = await startWatched();
    await run(target, { concurrency: 3 });
    expect(most()).toBeGreaterThan(1);
    expect(most()).toBeLessThanOrEqual(3);
  },
  testTimeoutMs,
);

test(
  "no more requests go out in a second than --rate says",
  async () => {
    const { target, moments } = await startWatched();
    const startedAt = performance.now();
    await run(target, {
      rate: 80,
      concurrency: 8,
      only: ["search/*"],
    });
    // requests may arrive late, but none can have left before its place: the last came no sooner than the rate allows
    const elapsedSeconds = ((moments.at(-1) ?? 0) - startedAt) / 1000;
    expect(moments.length).toBeGreaterThan(20);
    expect(elapsedSeconds).toBeGreaterThanOrEqual((moments.length - 2) / 80);
  },
  testTimeoutMs,
);

test.each(["strict", "strict-date", "strict-silent", "strict-hinting"])(
  "a limiter (%s) costs time and no verdict",
  async (limiter) => {
    // enough reads that the anonymous rateLimitKey, 25 a second, cannot keep up
    const only = ["search", "version-index", "release-metadata"];
    const free = await run((await startWatched()).target, { only });
    const limited = await run((await startWatched({ "rate-limit": limiter })).target, {
      concurrency: 8,
      only,
    });
    expect(verdictsOf(limited)).toEqual(verdictsOf(free));
    expect(limited.exchanges.some(({ response }) => response?.status === 429)).toBe(true);
    expect(limited.run.limiterWaitMs).toBeGreaterThan(0);
  },
  testTimeoutMs,
);

test.each(["hour-behind", "hour-ahead"])(
  "a registry with its clock an %s fails nothing",
  async (skew) => {
    const only = ["publish", "finalize", "trust", "search", "release-metadata"];
    const report = await run((await startWatched({ "clock-skew": skew })).target, { only });
    const wrong = report.cases.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
    expect(wrong.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason ?? ""}`)).toEqual([]);
  },
  testTimeoutMs,
);
