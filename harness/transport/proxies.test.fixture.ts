import { vi } from "vitest";

/** Takes the proxies of this machine from the tests, which name their own; `vi.unstubAllEnvs` gives them back. */
export function forgetProxies(): void {
  for (const name of ["http_proxy", "https_proxy", "no_proxy"]) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toUpperCase(), undefined);
  }
}
