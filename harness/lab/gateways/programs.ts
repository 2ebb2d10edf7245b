/** Starts the programs that stand in front of a registry, and installs what is missing. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { certificate, privateKey } from "../../transport/certificates.test.fixture.ts";
import type { Launch, Place, Program } from "./gateway.ts";

const execute = promisify(execFile);

/** Milliseconds in which a program has to listen. */
const startLimitMs = 20_000;

/** A program that listens. */
export interface Running {
  readonly port: number;
  readonly close: () => Promise<void>;
}

async function isThere(command: string): Promise<boolean> {
  return await execute("sh", ["-c", `command -v "$0"`, command], {
    env: { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` },
  }).then(
    () => true,
    () => false,
  );
}

/** Installs the Debian packages of the programs that are missing. Rejects if that is not possible here. */
export async function installMissing(programs: readonly Program[]): Promise<void> {
  const missing = new Set<string>();
  for (const program of programs) if (!(await isThere(program.command))) missing.add(program.package);
  if (missing.size === 0) return;
  // a container's own rule keeps services from being started; RUNLEVEL does the same where there is none
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await execute("apt-get", ["update"], { env });
  await execute("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { env });
}

/** Installs an object store from npm into a folder of its own, and gives its script. */
export async function installObjectStore(folder: string): Promise<string> {
  await execute(
    "npm",
    [
      "install",
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefix",
      folder,
      "s3rver@3.7.1",
    ],
    { env: process.env },
  );
  return join(folder, "node_modules", "s3rver", "bin", "s3rver.js");
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Writes the files of a gateway, starts it, and resolves once it listens. */
export async function startGateway(
  program: Program,
  upstream: number,
  launch: (place: Place) => Launch,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-gateway-"));
  // some programs give up their rights before they open their files
  await chmod(folder, 0o777);
  const tls = {
    certificate: join(folder, "certificate.pem"),
    key: join(folder, "key.pem"),
    both: join(folder, "both.pem"),
  };
  await writeFile(tls.certificate, certificate);
  await writeFile(tls.key, privateKey);
  await writeFile(tls.both, `${certificate}${privateKey}`);
  const port = await freePort();
  const { files, arguments: words } = launch({ port, upstream, folder, tls });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const running = await startProgram(program.command, words, port);
  return {
    port,
    close: async () => {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a command that listens on a port of loopback. Rejects with what it said if it ends instead. */
export async function startProgram(
  command: string,
  words: readonly string[],
  port: number,
): Promise<Running> {
  const child = spawn(command, words, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.on("error", (error) => said.push(error.message));
  const until = performance.now() + startLimitMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await end(child);
      throw new Error(`${command} does not listen: ${said.join("").slice(-1_000)}`);
    }
    await sleep(50);
  }
  return { port, close: () => end(child) };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await ended;
  clearTimeout(timer);
}
