/** Every behaviour of a connection that is tried, in the order of the table. */
import type { ConnectionBehaviour } from "./connection-behaviour.ts";
import { http2Behaviours } from "./http2-behaviours.ts";
import { proxyBehaviours } from "./proxy-behaviours.ts";
import { tlsBehaviours } from "./tls-behaviours.ts";

export const connectionBehaviours: readonly ConnectionBehaviour[] = [
  ...http2Behaviours,
  ...tlsBehaviours,
  ...proxyBehaviours,
];
