/**
 * Two reference servers in a process of their own, for measuring what talks to them. What they make up follows from the
 * request that asks for it, so that requests recorded at one have the same effects at the other.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { type Random, seededRandom } from "../../../reference-server/random.ts";
import { buildReferenceServer } from "../../../reference-server/server.ts";
import type { ReferenceTarget } from "../../../reference-server/target.ts";

const tokens = { publisher: "benchmark-publisher", outsider: "benchmark-outsider" };

async function start(): Promise<ReferenceTarget> {
  const asked = new AsyncLocalStorage<Random>();
  const atStart = seededRandom("benchmark");
  const random: Random = { bytes: (length) => (asked.getStore() ?? atStart).bytes(length) };
  const built = buildReferenceServer({ states: true, random, tokens });
  const counts = new Map<string, number>();
  const server = createAdaptorServer({
    fetch: (request: Request) => {
      const { pathname } = new URL(request.url);
      const count = (counts.get(pathname) ?? 0) + 1;
      counts.set(pathname, count);
      return asked.run(seededRandom(`${pathname} ${count}`), () => built.fetch(request));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  built.registry.addresses.base = baseUrl;
  return built.targetAt(baseUrl);
}

process.send?.([await start(), await start()]);
