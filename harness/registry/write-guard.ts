/** The last door before the network: what changes a registry stays inside of the target's namespace, whatever a check asks for. */
import { Skipped } from "../outcome.ts";

export interface WriteLimits {
  /** When true, nothing but reads is ever sent. */
  readonly readOnly: boolean;
  /** Where the publisher may write; nowhere where it is absent. */
  readonly namespace: { readonly scope?: string; readonly prefix?: string } | undefined;
  /**
   * The word in all names of this run. Given only where the target has a states hook, so that the registry is there for tests:
   * then names with this word may be tried in scopes of the run's own, since the limits of scopes cannot be seen otherwise.
   */
  readonly runWord?: () => string;
}

/** What a run that only reads may send. */
const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** What lies below a volume: finalizing, unpublishing, attaching. */
const belowVolume = /^\/api\/v1\/volumes\/(?:@([^/]+)\/)?([^/@][^/]*)\/./;

/**
 * Opening an upload is let through under any name: names that nobody may have are there to be refused, and without a finalize,
 * which is not let through, nothing comes of it.
 * @param path as it is sent, without the base URL
 * @throws Skipped where the request may change what is not ours
 */
export function assertMayWrite(limits: WriteLimits, method: string, path: string): void {
  if (readMethods.has(method)) return;
  if (limits.readOnly) {
    throw new Skipped("needs to write, and the run only reads: it has no publisher token, or was told so");
  }
  const match = belowVolume.exec(path.replace(/\/%40/i, "/@").split("?")[0] ?? "");
  if (match === null) return;
  const [, scope, segment = ""] = match;
  if (isOurs(limits, scope, segment)) return;
  const volume = scope === undefined ? segment : `@${scope}/${segment}`;
  throw new Skipped(`needs to change "${volume}", which lies outside of the target's "namespace"`);
}

function isOurs({ namespace, runWord }: WriteLimits, scope: string | undefined, segment: string): boolean {
  const prefix = namespace?.prefix;
  if (scope === undefined) return prefix !== undefined && segment.startsWith(`${prefix}-`);
  return scope === namespace?.scope || (runWord !== undefined && segment.includes(`-${runWord()}-`));
}
