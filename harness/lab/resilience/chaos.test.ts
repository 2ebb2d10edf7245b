import { afterEach, expect, test } from "vitest";
import { startReferenceServer } from "../../../reference-server/server.ts";
import type { Depth } from "../../../schemas/report.ts";
import { chapters } from "../../../suites/index.ts";
import { startChaosProxy } from "./chaos-proxy.ts";
import { type Ending, runAgainst } from "./try-behaviour.ts";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Words that a reason of the network's has. */
const network = /no usable response|network failure|has answered|whole response for some time|Cannot reach/;

async function runThroughChaos(
  share: number,
  seed: number,
  depth: Depth,
): Promise<Ending & { readonly struck: number; readonly exchanges: number }> {
  const server = await startReferenceServer({ states: true });
  closers.push(server.close);
  const proxy = await startChaosProxy({
    port: Number(new URL(server.baseUrl).port),
    share,
    seed,
    delayMs: 30,
  });
  closers.push(proxy.close);
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  // everything goes through the proxy: the addresses that the registry gives out, too
  server.registry.addresses.base = baseUrl;
  const states = server.target.states;
  const target = {
    ...server.target,
    baseUrl,
    ...(states === undefined
      ? {}
      : { states: { ...states, url: states.url.replace(server.baseUrl, baseUrl) } }),
  };
  const only = chapters.map(({ id }) => id);
  const ending = await runAgainst({ target, timeoutMs: 2_000, only, concurrency: 12, depth });
  const { none, ...struck } = proxy.counts();
  const sum = Object.values(struck).reduce((total, count) => total + count, 0);
  return { ...ending, struck: sum, exchanges: sum + none };
}

test.each([
  [0.01, 5, "standard"],
  [0.05, 2, "quick"],
] as const)(
  "with a share of %d of all exchanges lost, a conforming registry fails no requirement",
  async (share, seed, depth) => {
    const { report, exitCode, struck, exchanges } = await runThroughChaos(share, seed, depth);
    expect(struck).toBeGreaterThan(0);
    const requirements = report?.cases ?? [];
    expect(requirements.length).toBeGreaterThan(0);
    const wrong = requirements.filter(
      ({ verdict }) => verdict === "failed" || verdict === "warned" || verdict === "errored",
    );
    expect(wrong.map(({ id, reason }) => `${id}: ${reason ?? ""}`)).toEqual([]);
    const unnamed = requirements.filter(
      ({ verdict, reason = "" }) => verdict === "blocked" && !network.test(reason),
    );
    expect(unnamed.map(({ id, reason }) => `${id}: ${reason ?? ""}`)).toEqual([]);
    expect([0, 4]).toContain(exitCode);
    // a set-up that is lost three times over takes all with it that share it
    const blocked = requirements.filter(({ verdict }) => verdict === "blocked").length;
    expect(blocked, `${struck} of ${exchanges} exchanges were lost`).toBeLessThanOrEqual(
      requirements.length * share * 3,
    );
  },
  120_000,
);
