import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import { certify } from "../index.ts";

const only = ["release-metadata/yanked-release-keeps-its-dist"];

async function serve(choices: Readonly<Record<string, string>> = {}): Promise<RunningReferenceServer> {
  const server = await startReferenceServer({ states: true, choices });
  onTestFinished(server.close);
  return server;
}

/** A hook in front of the server's own that answers `status` to the first requests for the state of a release. */
async function hesitant(server: RunningReferenceServer, status: number, times: number): Promise<string> {
  let refused = 0;
  const hook = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const isHesitant = body.includes('"release-status"') && refused < times;
      if (isHesitant) {
        refused += 1;
        response.writeHead(status).end(JSON.stringify({ error: "not yet" }));
        return;
      }
      const headers = { "content-type": "application/json", ...server.target.states?.headers };
      const answer = await fetch(server.statesUrl ?? "", { method: "POST", headers, body });
      response.writeHead(answer.status).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    hook.closeAllConnections();
    hook.close();
  });
  return `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
}

test("a state is requested once a release is there, where the registry publishes in the background", async () => {
  const server = await serve({ "publication-lag": "1-second" });

  const { cases: requirements, exchanges } = await certify({ target: { ...server.target }, only, seed: 1 });

  expect(requirements.map(({ verdict }) => verdict)).toEqual(["passed"]);
  const refused = exchanges.filter(
    ({ operation, response }) => operation === "state" && response?.status !== 200,
  );
  expect(refused).toEqual([]);
});

test.each([409, 425])("a hook that answers %i is asked again", async (status) => {
  const server = await serve();
  const states = { url: await hesitant(server, status, 3) };

  const { cases: requirements, exchanges } = await certify({
    target: { ...server.target, states },
    only,
    seed: 1,
  });

  expect(requirements.map(({ verdict }) => verdict)).toEqual(["passed"]);
  expect(exchanges.filter(({ response }) => response?.status === status)).toHaveLength(3);
});

test("a hook that goes on answering 409 blocks, and fails nothing", async () => {
  const server = await serve();
  const states = { url: await hesitant(server, 409, Number.POSITIVE_INFINITY) };
  const limits = { settleMs: 300 };

  const { cases: requirements } = await certify({
    target: { ...server.target, states, limits },
    only,
    seed: 1,
  });

  expect(requirements.map(({ verdict }) => verdict)).toEqual(["blocked"]);
});
