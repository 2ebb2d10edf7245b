import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Exchange } from "../../schemas/report.ts";
import { certify } from "../index.ts";

async function exchangesOf(
  seed: number,
  server: Awaited<ReturnType<typeof startReferenceServer>>,
): Promise<readonly Exchange[]> {
  const { exchanges } = await certify({
    target: { ...server.target },
    seed,
    cleanUp: false,
    concurrency: 3,
    skip: ["histories/*"],
  });
  return exchanges;
}

/** The ordinal of an exchange among those that its actor sent: requests sent at once end in any order. */
function ordinalOf({ id }: Exchange): number {
  return Number(id.slice(id.lastIndexOf("#") + 1));
}

/** What each actor sent, in the order of sending, without the parts that the registry's own answers put in. */
function requestsByActor(
  exchanges: readonly Exchange[],
  baseUrl: string,
): Readonly<Record<string, readonly string[]>> {
  const requests: Record<string, string[]> = {};
  for (const { actor, request, operation } of exchanges.toSorted((a, b) => ordinalOf(a) - ordinalOf(b))) {
    if (operation === "transferBytes" || operation === "state") continue;
    // what is read at the end is what no check has seen since something happened: that depends on what ran at once
    if (actor.startsWith("audit/")) continue;
    const path = request.url.replace(baseUrl, "").replace(/\/uploads\/[^/]+\//, "/uploads/ID/");
    (requests[actor] ??= []).push(`${request.method} ${path} ${request.body?.digest ?? ""}`);
  }
  return requests;
}

test(
  "the same seed sends the same requests in the same order per check, on two fresh registries",
  { timeout: 120_000 },
  async () => {
    const [one, two] = [
      await startReferenceServer({ states: true }),
      await startReferenceServer({ states: true }),
    ];
    try {
      const first = requestsByActor(await exchangesOf(11, one), one.baseUrl);
      const second = requestsByActor(await exchangesOf(11, two), two.baseUrl);
      for (const [actor, requests] of Object.entries(first)) expect(second[actor], actor).toEqual(requests);
      expect(Object.keys(second).toSorted()).toEqual(Object.keys(first).toSorted());
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  },
);

test(
  "the same seed can be used again on a registry that remembers, and takes other names then",
  { timeout: 120_000 },
  async () => {
    const server = await startReferenceServer({ states: true });
    try {
      const first = await certify({
        target: { ...server.target },
        seed: 11,
        cleanUp: false,
        only: ["finalize/bytes-have-arrived"],
      });
      const second = await certify({
        target: { ...server.target },
        seed: 11,
        cleanUp: false,
        only: ["finalize/bytes-have-arrived"],
      });
      expect(second.run.id).not.toBe(first.run.id);
      expect([first.verdict, second.verdict]).toEqual(["conformant", "conformant"]);
    } finally {
      await server.close();
    }
  },
);
