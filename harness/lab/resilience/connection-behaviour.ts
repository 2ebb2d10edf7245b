/** What may stand between the suite and a conforming registry: TLS, HTTP/2 and forward proxies, well-behaved and not. */
import type { AddressInfo, Server, Socket } from "node:net";
import { buildReferenceServer, type ReferenceServer } from "../../../reference-server/server.ts";
import { authority } from "../../transport/certificates.test.fixture.ts";
import type { LiveTransportOptions } from "../../transport/live-transport.ts";

/** The outcome that is decided before the run. */
export interface Decided {
  /** 0 also stands for 4 with nothing blocked: the sample skips what the target does not offer. */
  readonly outcome: "unharmed" | "blocked" | "unreachable";
  /** What the reason of an unreachable or blocked registry names. */
  readonly says?: RegExp;
}

export interface ConnectionBehaviour extends Decided {
  readonly name: string;
  readonly kind: "HTTP/2" | "TLS" | "proxy";
  /** In one sentence, for the table. */
  readonly summary: string;
  readonly start: (stage: Stage) => Promise<Reached>;
}

/** How the registry is reached. */
export interface Reached {
  readonly baseUrl: string;
  readonly connection?: Pick<LiveTransportOptions, "ca" | "http1" | "environment">;
}

/** A conforming registry, and the means to put something in front of it. */
export interface Stage {
  readonly registry: ReferenceServer;
  /** Starts a server on a free port of loopback; it ends with the stage. */
  readonly listen: (server: Pick<Server, "address" | "close" | "listen" | "on">) => Promise<number>;
}

export interface OpenStage extends Stage {
  readonly close: () => Promise<void>;
}

export function openStage(): OpenStage {
  const closers: (() => void)[] = [];
  return {
    registry: buildReferenceServer({ states: false }),
    async listen(server) {
      const sockets = new Set<Socket>();
      server.on("connection", (socket: Socket) => {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.once("close", () => sockets.delete(socket));
      });
      await new Promise<void>((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve());
      });
      closers.push(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      return (server.address() as AddressInfo).port;
    },
    close: () => {
      for (const close of closers.splice(0).toReversed()) close();
      return Promise.resolve();
    },
  };
}

/** The way to a registry on this machine that is trusted by its authority. */
export function trusted(port: number, more: Reached["connection"] = {}): Reached {
  return { baseUrl: `https://127.0.0.1:${port}`, connection: { ca: authority, environment: {}, ...more } };
}
