/** A network that loses things: a proxy in front of a registry that fails a share of the exchanges. */
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { deriveNumber } from "../../seed.ts";

/** What may become of an exchange. */
export type Fault = "dropped" | "delayed" | "truncated" | "reset" | "reset-before" | "none";

export interface ChaosOptions {
  /** Port on loopback where the registry listens. */
  readonly port: number;
  /** Share of the exchanges that fail, between 0 and 1. */
  readonly share: number;
  readonly seed: number;
  /** Milliseconds by which a delayed exchange is late. */
  readonly delayMs: number;
}

export interface ChaosProxy {
  readonly port: number;
  /** How many exchanges came through whole and how many met which fault. */
  readonly counts: () => Readonly<Record<Fault, number>>;
  readonly close: () => Promise<void>;
}

const faults: readonly Exclude<Fault, "none">[] = [
  "dropped",
  "delayed",
  "truncated",
  "reset",
  "reset-before",
];

/** Starts the proxy on a free port of loopback. Each connection carries one exchange, so that a fault strikes one alone. */
export async function startChaosProxy(options: ChaosOptions): Promise<ChaosProxy> {
  /** How often each request has been seen. */
  const seen = new Map<string, number>();
  const counts: Record<Fault, number> = {
    dropped: 0,
    delayed: 0,
    truncated: 0,
    reset: 0,
    "reset-before": 0,
    none: 0,
  };
  const open = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();

  function later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }

  function keep(socket: Socket): Socket {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => open.delete(socket));
    return socket;
  }

  /** By what is asked, not by when: requests under way at once arrive in any order, and the same ones are to be struck each time. */
  function pickFault(first: Buffer): Fault {
    const request = toKey(first);
    const times = seen.get(request) ?? 0;
    seen.set(request, times + 1);
    const draw = deriveNumber(options.seed, request, times) / 2 ** 32;
    if (draw >= options.share) return "none";
    return faults[Math.floor((draw / options.share) * faults.length)] ?? "none";
  }

  const server = createServer((client) => {
    keep(client);
    client.once("data", (first: Buffer) => {
      const fault = pickFault(first);
      counts[fault] += 1;
      if (fault === "reset-before") {
        client.resetAndDestroy();
        return;
      }
      const registry = keep(connect(options.port, "127.0.0.1"));
      registry.write(closing(first));
      client.on("data", (more: Buffer) => registry.write(more));
      client.once("close", () => registry.destroy());
      carry({ client, registry, fault, later: (work) => later(options.delayMs, work) });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    counts: () => counts,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

interface Carriage {
  readonly client: Socket;
  readonly registry: Socket;
  readonly fault: Fault;
  readonly later: (work: () => void) => void;
}

/** Gathers the answer, since a fault strikes it when the registry has done what was asked, and hands it on or not. */
function carry({ client, registry, fault, later }: Carriage): void {
  const chunks: Buffer[] = [];
  registry.on("data", (chunk: Buffer) => chunks.push(chunk));
  registry.once("end", () => {
    const answer = Buffer.concat(chunks);
    if (fault === "dropped") return;
    if (fault === "reset") client.resetAndDestroy();
    else if (fault === "truncated") client.end(answer.subarray(0, toCut(answer)));
    else if (fault === "delayed") later(() => client.end(answer));
    else client.end(answer);
  });
}

/** Somewhere before the end: half way through the body, or through the headers where there is none. */
function toCut(answer: Buffer): number {
  const body = answer.indexOf("\r\n\r\n") + 4;
  return body < answer.length ? Math.floor((body + answer.length) / 2) : Math.floor(answer.length / 2);
}

/** The request with `Connection: close`, so that the end of the answer is the end of the connection. */
function closing(first: Buffer): Buffer {
  const text = first
    .toString("latin1")
    .replace(/\r\nconnection: [^\r]*/i, "")
    .replace("\r\n", "\r\nconnection: close\r\n");
  return Buffer.from(text, "latin1");
}

/** The request line without what the registry makes up anew in each run: upload ids and signatures. */
function toKey(first: Buffer): string {
  const line = first.toString("latin1").split("\r\n", 1)[0] ?? "";
  return line.replace(/\?\S*/, "").replaceAll(/(\/(?:uploads|transfers)\/)[^/ ]+/g, "$1");
}
