/** The suite beside other tools that do the same requests and assertions: whole processes, measured in turns. */
import { execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type FixedResponse, toKey } from "./bare-server.ts";
import type { Part } from "./part.ts";
import { bareName, type Peer, peers, releaseName } from "./peer-files.ts";
import { formatSpread, measureInTurns, toSpread } from "./rounds.ts";

const requestCount = 500;
const packages = "harness/lab/benchmarks/peers";
/** Inside of the repository, so that a program in it finds the packages of the tools and our own. */
const folder = join(packages, "files");
const suiteName = "this suite";

/** A server with so many releases, and with a mistake in the last of them, is what shows that a tool looks at the answers. */
const fewRequests = 5;

function toPath(place: number): string {
  return `/api/v1/volumes/${releaseName}/1.0.${place}`;
}

function toResponse(path: string, body: object): FixedResponse {
  return {
    key: toKey("GET", path),
    status: 200,
    headers: ["content-type", "application/json"],
    body: Buffer.from(JSON.stringify(body)).toString("base64"),
  };
}

/** A server that answers each release with its own name and version, but for the last one if that has another version. */
async function serve(
  count: number,
  lastVersion?: string,
): Promise<{ readonly origin: string; readonly close: () => void }> {
  const child = fork(fileURLToPath(new URL("./bare-server.js", import.meta.url)));
  const releases = Array.from({ length: count }, (_, place) => {
    const version = place === count - 1 ? (lastVersion ?? `1.0.${place}`) : `1.0.${place}`;
    return { ...toResponse(toPath(place), { name: releaseName, version }), path: toPath(place) };
  });
  child.send([...releases, toResponse("/api/v1/search", { items: [], total: 0, limit: 20, offset: 0 })]);
  const [port] = (await once(child, "message")) as [number];
  return { origin: `http://127.0.0.1:${port}`, close: () => child.kill() };
}

/** No tool tells anybody that it is used. */
const environment = {
  ...process.env,
  STEPCI_DISABLE_ANALYTICS: "true",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** A process that has ended. */
interface Ended {
  readonly code: number | null;
  readonly milliseconds: number;
  /** The end of what it said. */
  readonly said: string;
}

async function runTool(words: readonly string[]): Promise<Ended> {
  const began = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-2_000);
    });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, milliseconds: performance.now() - began, said };
}

async function writeFiles(origin: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Vitest would take the configuration of this repository
  await writeFile(join(folder, "vitest.config.mjs"), "export default {};\n");
  const all = Array.from({ length: count }, (_, place) => ({
    origin,
    path: toPath(place),
    version: `1.0.${place}`,
  }));
  for (const { file, render } of peers) await writeFile(join(folder, file), render(all));
}

/** What `node` is called with for each tool. */
function toCommands(origin: string, count: number): ReadonlyMap<string, readonly string[]> {
  const suite = fileURLToPath(new URL("./peer-suite.js", import.meta.url));
  const toWords = ({ file, words }: Peer): readonly string[] =>
    words(file, origin).map((word) =>
      word.replace("OTHERS", resolve(packages, "node_modules")).replace("OURS", resolve("node_modules")),
    );
  return new Map([
    [suiteName, [suite, origin, String(count)]],
    ...peers.map((peer) => [peer.name, toWords(peer)] as const),
  ]);
}

/** @throws where a tool ends with success although one answer is wrong: its figure would be worth nothing */
async function assertEachLooks(): Promise<void> {
  const { origin, close } = await serve(fewRequests, "9.9.9");
  try {
    await writeFiles(origin, fewRequests);
    for (const [name, words] of toCommands(origin, fewRequests))
      if ((await runTool(words)).code === 0) throw new Error(`${name} did not notice a wrong answer`);
  } finally {
    close();
  }
}

/** Milliseconds of each whole process, in the order of the rounds. */
async function measureTools(rounds: number): Promise<ReadonlyMap<string, readonly number[]>> {
  const { origin, close } = await serve(requestCount);
  try {
    await writeFiles(origin, requestCount);
    const subjects = [...toCommands(origin, requestCount)].map(([name, words]) => [
      name,
      async () => {
        const { code, milliseconds, said } = await runTool(words);
        if (code !== 0) throw new Error(`${name} ended with exit code ${code ?? "none"}: ${said}`);
        return milliseconds;
      },
    ]);
    return await measureInTurns<string, number>(rounds, Object.fromEntries(subjects));
  } finally {
    close();
  }
}

export const peersPart: Part = {
  name: "peers",
  async measure(rounds) {
    const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", packages];
    await promisify(execFile)("npm", install);
    try {
      await assertEachLooks();
      const taken = await measureTools(rounds);
      const least = toSpread(taken.get(bareName) ?? []).median;
      const rows = [...taken].toSorted(([, a], [, b]) => toSpread(a).median - toSpread(b).median);
      return {
        table: [
          ["tool", "whole process (s)", `${bareName} = 1`],
          ...rows.map(([name, figures]) => [
            name,
            formatSpread(figures.map((one) => one / 1000)),
            (toSpread(figures).median / least).toFixed(1),
          ]),
        ],
        remarks: [
          `${requestCount} requests of one kind. Each asserts the status, the media type and two members. No tool has options for speed.`,
        ],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
