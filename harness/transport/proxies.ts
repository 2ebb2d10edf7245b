/** The proxies that the usual variables name, as `curl` reads them. */
import { isIPv6 } from "node:net";

/** A variable that is to name a proxy and does not (exit code 2). */
export class ProxyError extends Error {
  override readonly name = "ProxyError";
}

/** Absent where there is no proxy for that scheme. */
export interface Proxies {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
}

const schemes: ReadonlySet<string> = new Set(["http:", "https:", "socks:", "socks5:"]);

/** Hosts of this machine: the bundled server is reached without a proxy, whatever the environment says. */
const ownHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * @throws ProxyError naming the variable, and not what it says: that may hold a password
 */
export function readProxies(environment: NodeJS.ProcessEnv): Proxies {
  const http = readProxy(environment, "HTTP_PROXY");
  const https = readProxy(environment, "HTTPS_PROXY");
  return {
    ...(http === undefined ? {} : { httpProxy: http }),
    ...(https === undefined ? {} : { httpsProxy: https }),
  };
}

/**
 * Finds the proxy for an origin. Without `HTTPS_PROXY`, the proxy of `HTTP_PROXY` serves https too.
 * @throws ProxyError if a variable names no proxy
 */
export function createProxyChoice(environment: NodeJS.ProcessEnv): (origin: URL) => URL | undefined {
  const { httpProxy, httpsProxy = httpProxy } = readProxies(environment);
  const exceptions = [...readExceptions(environment), ...ownHosts];
  return (origin) => {
    const proxy = origin.protocol === "https:" ? httpsProxy : httpProxy;
    if (proxy === undefined || exceptions.some((one) => isExcepted(origin, one))) return undefined;
    return new URL(proxy);
  };
}

function readProxy(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const variable = environment[name.toLowerCase()] === undefined ? name : name.toLowerCase();
  const value = environment[variable]?.trim() ?? "";
  if (value === "") return undefined;
  const url = /^[a-z][a-z\d+.-]*:\/\//iu.test(value) ? value : `http://${value}`;
  const isNamed = value === url || /:\d+\/?$/u.test(value);
  if (isNamed && URL.canParse(url) && schemes.has(new URL(url).protocol)) return url;
  throw new ProxyError(`Cannot use the proxy that ${variable} names: expected HOST:PORT or http://HOST:PORT`);
}

/** `*` counts only where it stands alone. */
function readExceptions(environment: NodeJS.ProcessEnv): readonly string[] {
  const named = environment["no_proxy"] ?? environment["NO_PROXY"] ?? "";
  const hosts = named
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return hosts.length === 1 ? hosts : hosts.filter((host) => host !== "*");
}

/** @param exception a host, a domain with or without a dot or `*.` before it, each with or without a port; or `*` */
function isExcepted(origin: URL, exception: string): boolean {
  if (exception === "*") return true;
  const [, named = exception, port] = /^(.*?|\[.*\]):(\d+)$/.exec(isIPv6(exception) ? "" : exception) ?? [];
  if (port !== undefined && port !== toPort(origin)) return false;
  const host = withoutBrackets(origin.hostname);
  const domain = withoutBrackets(named).replace(/^\*?\./, "");
  return host === domain || host.endsWith(`.${domain}`);
}

/** The port of a URL, also where it is the scheme's own. */
export function toPort({ port, protocol }: URL): string {
  if (port !== "") return port;
  if (protocol.startsWith("socks")) return "1080";
  return protocol === "https:" ? "443" : "80";
}

export function withoutBrackets(host: string): string {
  return host.replaceAll(/[[\]]/g, "");
}
