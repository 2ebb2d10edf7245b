import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildArchive } from "../../given/archive.ts";
import { toManifestText } from "../vectors/archive-vectors.ts";
import { certify } from "../../index.ts";
import { startReferenceServer } from "../../../reference-server/server.ts";

/** A tool of this folder; `npm run test:openapi` installs them. */
function toolPath(name: string): string {
  return join(import.meta.dirname, "node_modules/.bin", name);
}

const description = join(import.meta.dirname, "../../../schemas/openapi.json");

test("Redocly's lint has neither errors nor warnings", { timeout: 60_000 }, () => {
  const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const output = execFileSync(toolPath("redocly"), ["lint", description, "--format=json"], {
    encoding: "utf8",
    env: environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { totals, problems } = JSON.parse(output.slice(output.indexOf("{"))) as {
    totals: { errors: number; warnings: number };
    problems: readonly unknown[];
  };
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts Prism's validating proxy, and waits until it listens. */
async function startPrism(upstream: string, port: number): Promise<ChildProcess> {
  const child = spawn(toolPath("prism"), ["proxy", description, upstream, "-p", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      if (chunk.includes("listening")) resolve();
    });
  });
  return child;
}

test(
  "Prism finds no response of the reference server that contradicts the description",
  { timeout: 180_000 },
  async () => {
    const server = await startReferenceServer({ states: true });
    const port = await findFreePort();
    const prism = await startPrism(server.baseUrl, port);
    try {
      const report = await certify({
        target: { ...server.target, baseUrl: `http://127.0.0.1:${port}` },
        depth: "quick",
        seed: 1,
        cleanUp: false,
      });
      const violations = report.exchanges.flatMap(({ id, response }) => {
        const header = response?.headers.find(([name]) => name.toLowerCase() === "sl-violations");
        const listed = JSON.parse(header?.[1] ?? "[]") as readonly { location: readonly string[] }[];
        return listed.map((violation) => ({ id, ...violation }));
      });
      // the suite sends wrong requests on purpose: Prism sees them, so that it is known to look
      expect(violations.some(({ location }) => location[0] === "request")).toBe(true);
      expect(violations.filter(({ location }) => location[0] === "response")).toEqual([]);
      expect(report.exchanges.length).toBeGreaterThan(200);
    } finally {
      prism.kill();
      await once(prism, "exit");
      await server.close();
    }
  },
);

test("a generated client publishes a release", { timeout: 120_000 }, async () => {
  const folder = import.meta.dirname;
  execFileSync(toolPath("openapi-typescript"), [description, "-o", join(folder, "generated/client.d.ts")], {
    stdio: "ignore",
  });
  // a description that does not fit what the client sends and reads does not compile
  execFileSync(toolPath("tsc"), ["-p", folder], { stdio: "inherit" });
  const module = join(folder, "publish.mts");
  const { publish } = (await import(module)) as { publish: (given: object) => Promise<string> };
  const server = await startReferenceServer({});
  try {
    const { scope } = server.target.namespace;
    const name = "generated-client";
    const content = toManifestText(`@${scope}/${name}`, "1.0.0");
    const { bytes, digest } = await buildArchive([{ name: "volume.toml", content }]);
    const { baseUrl, tokens } = server;
    const given = {
      baseUrl,
      token: tokens.publisher,
      scope,
      name,
      version: "1.0.0",
      archive: Uint8Array.from(bytes),
      digest,
    };
    expect(await publish(given)).toBe(`pkg:volume/%40${scope}/${name}@1.0.0`);
  } finally {
    await server.close();
  }
});
