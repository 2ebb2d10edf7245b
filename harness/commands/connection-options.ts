/** How the options of `run` say that the registry is reached. */
import type { CertifyOptions } from "../certify.ts";
import { maxTimerMs } from "../certify-options.ts";
import { readProxies } from "../transport/proxies.ts";
import type { Target } from "../target-file/target.ts";
import { toNumber } from "./command.ts";
import { readAuthority } from "./read-authority.ts";

/** What `certify` needs to reach the registry. */
export type Connection = Pick<CertifyOptions, "timeoutMs" | "ca" | "http1">;

/**
 * Reads it before anything is sent.
 * @throws UsageError or TargetError if an option, a certificate or the name of a proxy is wrong
 */
export async function toConnection(
  target: Target,
  options: Readonly<Record<string, unknown>>,
): Promise<Connection> {
  const timeoutMs = toNumber(options, "timeout", { min: 1, max: maxTimerMs, whole: true });
  const ca = typeof options["ca"] === "string" ? options["ca"] : target.tls.ca;
  const authority = ca === undefined ? {} : { ca: await readAuthority(ca) };
  readProxies(process.env);
  return { timeoutMs, http1: options["http1"] === true, ...authority };
}
