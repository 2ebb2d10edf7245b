import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { chapters } from "../../suites/index.ts";
import { certify } from "../certify.ts";
import { readRecording } from "../verify/read-recording.ts";
import { verify } from "../verify/verify.ts";

let server: RunningReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ states: true });
});

afterAll(async () => {
  await server.close();
});

interface Replica {
  readonly baseUrl: string;
  readonly close: () => void;
}

/** A second address of the same registry. */
async function openReplica(isLost: (method: string, path: string) => boolean): Promise<Replica> {
  const { host, port } = new URL(server.baseUrl);
  const replica = createServer((incoming, response) => {
    const { method = "GET", url = "/" } = incoming;
    const path = isLost(method, url) ? url.replace(/\/volumes\//u, "/volumes/lost-") : url;
    const onward = request(
      { host: "127.0.0.1", port, method, path, headers: { ...incoming.headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => replica.listen(0, "127.0.0.1", resolve));
  const { port: own } = replica.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${own}`,
    close() {
      replica.close();
      replica.closeAllConnections();
    },
  };
}

interface Certified {
  readonly report: Report;
  /** Where the recording gives something else than the report. */
  readonly differences: readonly string[];
}

async function certifyWith(replica: Replica): Promise<Certified> {
  const lines: string[] = [];
  const report = await certify({
    target: { ...server.target, replicas: [replica.baseUrl] },
    only: ["publish", "trust", "idempotency", "consistency", "release-metadata"],
    seed: 1,
    writeLine: (line) => lines.push(line),
  });
  replica.close();
  const recording = readRecording(lines.join(""));
  if ("broken" in recording) throw new Error(recording.broken);
  const { differences } = await verify(report, recording, { chapters, suite: report.suite });
  return { report, differences };
}

test("two addresses of one registry are one registry, and both are asked", async () => {
  const replica = await openReplica(() => false);
  const { report, differences } = await certifyWith(replica);

  expect(report.cases.filter(({ verdict }) => verdict === "failed" || verdict === "blocked")).toEqual([]);
  const share =
    report.exchanges.filter(({ request: { url } }) => url.startsWith(replica.baseUrl)).length /
    report.exchanges.length;
  expect(share).toBeGreaterThan(0.25);
  expect(differences).toEqual([]);
});

test("an address that does not see what was written at the other one fails, and the cause names it", async () => {
  const replica = await openReplica((method, path) => method === "GET" && path.endsWith("/trust/detail"));
  const { report, differences } = await certifyWith(replica);

  expect(report.counts.failed).toBeGreaterThan(0);
  expect(differences).toEqual([]);
  const when = report.causes?.flatMap((cause) => cause.when ?? []) ?? [];
  expect(when.join("\n")).toContain(`only from ${replica.baseUrl} (`);
});
