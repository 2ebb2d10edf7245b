import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { unpackRecording } from "../recording/packed-recording.ts";
import type { Report } from "../../schemas/report.ts";

async function readUntil(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  for await (const chunk of child.stderr ?? []) {
    text += String(chunk);
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(text);
}

async function get(url: string): Promise<number> {
  const sent = request(url, { headers: { authorization: "Bearer a-secret-of-a-client" } });
  sent.end();
  const [response] = (await once(sent, "response")) as [{ statusCode: number; resume: () => void }];
  response.resume();
  await once(sent, "close");
  return response.statusCode;
}

test(
  "proxy forwards, judges until SIGTERM, and writes reports without tokens",
  { timeout: 60_000 },
  async () => {
    const server = await startReferenceServer({});
    const folder = await mkdtemp(join(tmpdir(), "proxy-"));
    const child = spawn(
      process.execPath,
      [
        "dist/harness/cli.js",
        "proxy",
        "--to",
        server.baseUrl,
        "--rate",
        "200",
        "--out",
        folder,
        "--profile",
        "search",
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    try {
      const url = await readUntil(child, /Proxy at (\S+) to/);
      expect(await get(`${url}/api/v1/search?limit=1`)).toBe(200);
      expect(await get(`${url}/api/v1/search?limit=0`)).toBe(400);
      expect(await get(`${url}/elsewhere`)).toBe(404);
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number];
      expect([0, 4]).toContain(code);
      const text = await readFile(join(folder, "report.json"), "utf8");
      const report = JSON.parse(text) as Report;
      expect(report.run.traffic).toEqual({
        source: "proxy",
        notJudged: [{ reason: "not a request to an endpoint of the API", count: 1 }],
      });
      const recorded = unpackRecording(await readFile(join(folder, "exchanges.ndjson"), "utf8"));
      expect([...recorded.matchAll(/"status":(\d+)/g)].map(([, status]) => status)).toEqual(["200", "400"]);
      expect(report.counts.failed).toBe(0);
      expect(text + recorded).not.toContain("a-secret-of-a-client");
    } finally {
      child.kill("SIGKILL");
      await server.close();
      await rm(folder, { recursive: true });
    }
  },
);
