import type { Route } from "./route.ts";

/** `GET /api/v1/capabilities`. */
export const capabilityRoutes: readonly Route[] = [
  {
    operation: "getCapabilities",
    form: "none",
    methods: ["GET"],
    path: "/api/v1/capabilities",
    handle: (call) => call.rules.respond.success(call.rules.render.capabilities(call), call),
  },
];
