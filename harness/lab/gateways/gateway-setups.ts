import type { GatewaySetup } from "./gateway.ts";
import { nginxSetups } from "./nginx-setups.ts";
import { apacheSetups, caddySetups, haproxySetups, squidSetups, varnishSetups } from "./other-setups.ts";

/** Every gateway, with each of its configurations. */
export const gatewaySetups: readonly GatewaySetup[] = [
  ...nginxSetups,
  ...haproxySetups,
  ...varnishSetups,
  ...caddySetups,
  ...apacheSetups,
  ...squidSetups,
];
