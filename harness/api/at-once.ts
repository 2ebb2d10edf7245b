/** The requests of a race: sent at the same moment, not one after another as places become free. */
import { type Barrier, createBarrier } from "../transport/barrier.ts";
import type { Registry, RequestOptions } from "./registry.ts";

/** The registry with writes that wait at a barrier. */
function withBarrier(registry: Registry, barrier: Barrier): Registry {
  const add = (options?: RequestOptions): RequestOptions => ({ ...options, barrier });
  return {
    ...registry,
    createReleaseUpload: (volume, body, options) => registry.createReleaseUpload(volume, body, add(options)),
    finalizeReleaseUpload: (upload, options) => registry.finalizeReleaseUpload(upload, add(options)),
    createTrustUpload: (release, body, options) => registry.createTrustUpload(release, body, add(options)),
    finalizeTrustUpload: (upload, body, options) => registry.finalizeTrustUpload(upload, body, add(options)),
    unpublishVersion: (release, options) => registry.unpublishVersion(release, add(options)),
  };
}

/**
 * Sends requests at the same moment, as far as the run may have so many under way.
 * @param requests each sends at most one write, with the registry that it is given
 */
export async function atOnce<T>(
  registry: Registry,
  requests: readonly ((registry: Registry) => Promise<T>)[],
): Promise<readonly T[]> {
  const barrier = createBarrier(requests.length);
  const racing = withBarrier(registry, barrier);
  return await Promise.all(requests.map((request) => request(racing).finally(barrier.end)));
}
