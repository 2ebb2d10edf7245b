/** The proxies that the usual variables name, as `curl` reads them. */

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

function readProxy(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const variable = environment[name.toLowerCase()] === undefined ? name : name.toLowerCase();
  const value = environment[variable]?.trim() ?? "";
  if (value === "") return undefined;
  const url = /^[a-z][a-z\d+.-]*:\/\//iu.test(value) ? value : `http://${value}`;
  const isNamed = value === url || /:\d+\/?$/u.test(value);
  if (isNamed && URL.canParse(url) && schemes.has(new URL(url).protocol)) return url;
  throw new ProxyError(`Cannot use the proxy that ${variable} names: expected HOST:PORT or http://HOST:PORT`);
}
