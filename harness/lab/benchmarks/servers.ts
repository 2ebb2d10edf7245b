/**
 * Two reference servers in a process of their own, for measuring what talks to them. The first argument is the latency of each
 * response in milliseconds. What they make up follows from the
 * request that asks for it, so that requests recorded at one have the same effects at the other.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { type Random, seededRandom } from "../../../reference-server/random.ts";
import { buildReferenceServer } from "../../../reference-server/server.ts";
import type { ReferenceTarget } from "../../../reference-server/target.ts";

const latencyMs = Number(process.argv[2] ?? 0);

const tokens = { publisher: "benchmark-publisher", outsider: "benchmark-outsider" };

async function start(): Promise<ReferenceTarget> {
  const asked = new AsyncLocalStorage<Random>();
  const atStart = seededRandom("benchmark");
  const random: Random = { bytes: (length) => (asked.getStore() ?? atStart).bytes(length) };
  const built = buildReferenceServer({ states: true, random, tokens });
  const counts = new Map<string, number>();
  const server = createAdaptorServer({
    fetch: async (request: Request) => {
      const { pathname } = new URL(request.url);
      const count = (counts.get(pathname) ?? 0) + 1;
      counts.set(pathname, count);
      if (latencyMs > 0) await wait(latencyMs);
      return await asked.run(seededRandom(`${pathname} ${count}`), async () => await built.fetch(request));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  built.registry.addresses.base = baseUrl;
  return built.targetAt(baseUrl);
}

// a benchmark that is ended leaves no server behind
process.once("disconnect", () => process.exit());

process.send?.([await start(), await start()]);
