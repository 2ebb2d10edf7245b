/** The client-side guard: requests that change a registry stay inside the target's namespace, even if a check requests more. */
import { Skipped } from "../outcome.ts";

/** Why a run that only reads skips a check. */
export const needsWriteAccess = "needs write access (no publisher token, or --read-only)";

export interface WriteLimits {
  /** True if only reads may be sent. */
  readonly readOnly: boolean;
  /** Where the publisher may write. If it is absent, nowhere. */
  readonly namespace: { readonly scope?: string; readonly prefix?: string } | undefined;
  /**
   * The word in all names of this run. Present only if the target has a states hook, so that the registry is a test registry.
   * Names with this word may then be used in scopes that the run makes up: the limits of scopes cannot be tested otherwise.
   */
  readonly runWord?: () => string;
}

/** The methods that a run without write access may use. */
const readMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Paths below a volume: finalize, unpublish, attach. */
const belowVolume = /^\/api\/v1\/volumes\/(?:@([^/]+)\/)?([^/@][^/]*)\/./;

/**
 * Create is allowed under any name: checks send names that they expect to be rejected, and finalize is blocked there, so that
 * no release results.
 * @param path as it is sent, without the base URL
 * @throws Skipped if the request may change a release outside the namespace
 */
export function assertMayWrite(limits: WriteLimits, method: string, path: string): void {
  if (readMethods.has(method)) return;
  if (limits.readOnly) {
    throw new Skipped(needsWriteAccess);
  }
  const match = belowVolume.exec(path.replace(/\/%40/i, "/@").split("?")[0] ?? "");
  if (match === null) return;
  const [, scope, segment = ""] = match;
  if (isOurs(limits, scope, segment)) return;
  const volume = scope === undefined ? segment : `@${scope}/${segment}`;
  throw new Skipped(`needs to change "${volume}", which is outside the target's "namespace"`);
}

function isOurs({ namespace, runWord }: WriteLimits, scope: string | undefined, segment: string): boolean {
  const prefix = namespace?.prefix;
  if (scope === undefined) return prefix !== undefined && segment.startsWith(`${prefix}-`);
  return scope === namespace?.scope || (runWord !== undefined && segment.includes(`-${runWord()}-`));
}
