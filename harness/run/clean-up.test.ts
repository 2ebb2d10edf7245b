import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import { allReleases } from "../../reference-server/store.ts";
import { namespace } from "../../reference-server/tokens.ts";
import { certify, chapters } from "../index.ts";
import { describeSuite } from "../suite-identity.ts";
import { verify } from "../verify/verify.ts";
import { readRecording } from "../verify/read-recording.ts";

const timeout = 120_000;

let server: RunningReferenceServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(choices: Readonly<Record<string, string>> = {}): Promise<RunningReferenceServer> {
  server = await startReferenceServer({ states: true, choices });
  return server;
}

/** What anybody could still install of all that lies in the namespace of the run. */
function available(from: RunningReferenceServer): readonly string[] {
  return allReleases(from.registry.store)
    .filter(({ name, status }) => {
      const isOurs = name.startsWith(`@${namespace.scope}/`) || name.startsWith(`${namespace.prefix}-`);
      return isOurs && status.state === "available";
    })
    .map(({ name, version }) => `${name}@${version}`)
    .toSorted();
}

test("a run takes back everything it published, whichever check published it", { timeout }, async () => {
  const registry = await start();
  const before = available(registry);
  const report = await certify({ target: { ...registry.target }, seed: 3, depth: "quick" });
  expect(report.created?.length).toBeGreaterThan(10);
  expect(available(registry)).toEqual(before);
  expect(report.left).toEqual([]);
});

test("the hook hears of the end of a run, unless the run keeps its releases", { timeout }, async () => {
  const registry = await start();
  const run = async (cleanUp: boolean): Promise<readonly string[]> => {
    const { exchanges } = await certify({
      target: { ...registry.target },
      depth: "quick",
      only: ["authentication"],
      cleanUp,
    });
    const asked = exchanges.filter(({ operation }) => operation === "state");
    const headers = asked.map(({ request }) => new Map(request.headers).get("conformance-run"));
    expect(new Set(headers).size).toBe(1);
    const ended = asked.filter(({ request }) => request.body?.text?.includes('"run-ended"') === true);
    expect(asked.at(-1)).toBe(ended[0] ?? asked.at(-1));
    return ended
      .map(({ request }) => request.body?.text ?? "")
      .filter((text) => text.includes(headers[0] ?? "?"));
  };

  expect(await run(true)).toHaveLength(1);
  expect(await run(false)).toHaveLength(0);
});

test("a hook that does not answer at the end of a run changes nothing about it", { timeout }, async () => {
  const { target } = await start();
  const { url = "", headers: secret = {}, ...states } = target.states ?? {};
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (body.includes('"run-ended"')) {
      request.socket.destroy();
      return;
    }
    const headers = { "content-type": "application/json", ...secret };
    const answer = await fetch(url, { method: "POST", headers, body });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  }
  const server = createServer((request, response) => void forward(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const own = { ...states, url: `http://127.0.0.1:${port}/` };
    const report = await certify({
      target: { ...target, states: own },
      depth: "quick",
      only: ["authentication"],
    });
    expect(report.verdict).toBe("conformant");
    expect(report.left).toEqual([]);
  } finally {
    server.close();
  }
});

test("what the registry keeps is listed, and nothing else", { timeout }, async () => {
  const registry = await start({ "scoped-unpublish": "absent" });
  const before = available(registry);
  const lines: string[] = [];
  const report = await certify({
    target: { ...registry.target },
    seed: 3,
    depth: "quick",
    // the last publishes unscoped volumes in a quick run, the others scoped ones
    only: ["identity", "consistency", "integrity", "download", "idempotency"],
    writeLine: (line) => lines.push(line),
  });
  const left = available(registry).filter((id) => !before.includes(id));
  expect(left.length).toBeGreaterThan(3);
  expect(left.every((id) => id.startsWith("@"))).toBe(true);
  expect(report.left).toEqual(left);

  const recording = readRecording(lines.join(""));
  if ("broken" in recording) throw new Error(recording.broken);
  const again = await verify(report, recording, { chapters, suite: describeSuite() });
  expect(again.differences).toEqual([]);
});

test("what a check has unpublished is not asked for again", { timeout }, async () => {
  const registry = await start();
  const before = available(registry);
  const { exchanges, left } = await certify({
    target: { ...registry.target },
    seed: 3,
    only: ["unpublish/versions-stop-being-available"],
  });
  const unpublished = exchanges.filter(
    ({ request, response }) => request.method === "DELETE" && response?.status === 200,
  );
  const addresses = unpublished.map(({ request }) => request.url);
  expect(unpublished.some(({ actor }) => actor === "clean-up")).toBe(true);
  expect(unpublished.some(({ actor }) => actor !== "clean-up")).toBe(true);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(exchanges.some(({ actor, request }) => actor === "clean-up" && request.method === "GET")).toBe(
    false,
  );
  expect(available(registry)).toEqual(before);
  expect(left).toEqual([]);
});

test("without unpublish, everything created is listed as left", { timeout }, async () => {
  const registry = await start();
  const report = await certify({
    target: { ...registry.target, features: { unpublish: false } },
    seed: 3,
    depth: "quick",
    only: ["publish/*"],
  });
  expect(report.left.length).toBeGreaterThan(0);
  expect(report.left).toEqual(report.created);
});
