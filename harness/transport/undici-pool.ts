/**
 * The pool of connections of undici, and its request. The whole package has fetch, WebSocket, caches and mocks too: loading these
 * took a sixth of the time until the first request of a run.
 */
import { createRequire } from "node:module";
import type { Dispatcher, Pool } from "undici";

type RequestOnPool = (
  this: Pool,
  options: Omit<Dispatcher.RequestOptions, "origin"> & { readonly path: string },
) => Promise<Dispatcher.ResponseData>;

const load = createRequire(import.meta.url);
const PoolOfUndici = load("undici/lib/dispatcher/pool.js") as typeof Pool;
const request = load("undici/lib/api/api-request.js") as RequestOnPool;

/** A pool of connections to one origin. */
export function createPool(origin: string, options: Pool.Options): Pool {
  return new PoolOfUndici(origin, options);
}

/** As `pool.request`, which only the whole package adds to its pools. */
export async function requestOn(
  pool: Pool,
  options: Parameters<RequestOnPool>[0],
): Promise<Dispatcher.ResponseData> {
  return await request.call(pool, options);
}
