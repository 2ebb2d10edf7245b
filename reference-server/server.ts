import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { createApp } from "./app.ts";
import type { Registry, Rules } from "./call.ts";
import type { Variation } from "./choices/choice.ts";
import { systemClock } from "./clock.ts";
import { createLocks } from "./locks.ts";
import type { ListenOptions, ReferenceServerOptions } from "./options.ts";
import { newIdentifier, systemRandom } from "./random.ts";
import { seedCatalogue } from "./seed.ts";
import { addStates, statesHeader } from "./states.ts";
import { createStore } from "./store.ts";
import { type ReferenceTarget, toTarget } from "./target.ts";
import { createTokenVault, issueTokens, type TokenTexts } from "./tokens.ts";
import { selectRules, selectVariations } from "./variation.ts";

/** A registry without a socket. */
export interface ReferenceServer {
  /** Answers one request; the origin of its URL counts as the registry's. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly registry: Registry;
  readonly rules: Rules;
  readonly tokens: TokenTexts;
  /** The secret that the states hook expects in its header; `undefined` if the hook is off. */
  readonly statesSecret: string | undefined;
  /** A target file for the registry at `baseUrl`. */
  readonly targetAt: (baseUrl: string) => ReferenceTarget;
}

/** A registry that listens. */
export interface RunningReferenceServer {
  readonly baseUrl: string;
  readonly registry: Registry;
  readonly tokens: TokenTexts;
  readonly statesUrl: string | undefined;
  /** A target file for this server. */
  readonly target: ReferenceTarget;
  /** Closes every socket at once, including those in use. */
  readonly close: () => Promise<void>;
}

const defaultCapacity = 256 * 1024 * 1024;

/**
 * Builds the reference registry: all thirteen operations, in memory, with a small catalogue in it.
 * Throws if a fault, a choice or a value of a choice is unknown.
 */
export function buildReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const variations = selectVariations(options.choices ?? {});
  const rules = selectRules(variations, options.faults ?? [], options.circumstance);
  const random = options.random ?? systemRandom;
  const registry: Registry = {
    rules,
    store: createStore(),
    tokens: createTokenVault(() => rules.authorization.newTokenText(random)),
    clock: options.clock ?? systemClock,
    random,
    locks: createLocks(),
    capacity: options.capacity ?? defaultCapacity,
    addresses: { basePath: toBasePath(options.basePath ?? ""), base: undefined, bytes: undefined },
  };
  const tokens = issueTokens(registry.tokens, options.tokens ?? {}, registry.clock.now());
  seedCatalogue(registry);
  const app = createApp(registry, options.onError ?? (() => undefined));
  const statesSecret = options.states === true ? newIdentifier(random, 18) : undefined;
  if (statesSecret !== undefined) addStates(app, registry, statesSecret);
  return {
    fetch: async (request) => await app.fetch(request),
    registry,
    rules,
    tokens,
    statesSecret,
    targetAt: (baseUrl) => varyTarget(withStates(toTarget(baseUrl, tokens, rules), statesSecret), variations),
  };
}

/** Builds the reference registry and listens; resolves once it accepts requests. Rejects if the port is in use. */
export async function startReferenceServer(options: ListenOptions = {}): Promise<RunningReferenceServer> {
  const { host = "127.0.0.1", port = 0, ...rest } = options;
  const built = buildReferenceServer(rest);
  const { addresses } = built.registry;
  const servers = [await listen(built.fetch, host, port)];
  const origins = servers.map((server) => originOf(server, host));
  if (built.rules.transfer.listener === "second") {
    const second = await listen(built.fetch, host, 0);
    servers.push(second);
    addresses.bytes = `${originOf(second, host)}${addresses.basePath}`;
  }
  const baseUrl = `${origins[0]}${addresses.basePath}`;
  // on every interface, a client may reach the server at an address that only the client knows
  addresses.base = everyInterface.has(host) ? undefined : baseUrl;
  const target = built.targetAt(baseUrl);
  return {
    baseUrl,
    registry: built.registry,
    tokens: built.tokens,
    statesUrl: target.states?.url,
    target,
    close: async () => {
      await Promise.all(servers.map(async (server) => await closeServer(server)));
    },
  };
}

function toBasePath(text: string): string {
  const path = text.replace(/\/+$/, "");
  if (path === "" || /^(?:\/[A-Za-z0-9._~-]+)+$/.test(path)) return path;
  throw new Error(`Cannot serve below "${text}": expected a path such as "/registry"`);
}

function withStates(target: ReferenceTarget, secret: string | undefined): ReferenceTarget {
  if (secret === undefined) return target;
  return { ...target, states: { url: `${target.baseUrl}/states`, headers: { [statesHeader]: secret } } };
}

function varyTarget(target: ReferenceTarget, variations: readonly Variation[]): ReferenceTarget {
  let varied = target;
  for (const variation of variations) varied = variation.target?.(varied) ?? varied;
  return varied;
}

async function listen(
  fetch: Hono["fetch"] | ReferenceServer["fetch"],
  hostname: string,
  port: number,
): Promise<Server> {
  const server = createAdaptorServer({ fetch, hostname }) as Server;
  // The registry writes Date itself, from its own clock, or omits it.
  server.prependListener("request", (_request, response) => {
    response.sendDate = false;
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return server;
}

/** Addresses that stand for every interface of the machine, with the one where the machine itself reaches them. */
const everyInterface: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

function originOf(server: Server, listensOn: string): string {
  const { port } = server.address() as AddressInfo;
  const host = everyInterface.get(listensOn) ?? listensOn;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
