import type { Route } from "./route.ts";

/** `GET /api/v1/advisories` and `GET /api/v1/advisories/{advisoryId}`. */
export const advisoryRoutes: readonly Route[] = [
  {
    operation: "searchAdvisories",
    form: "none",
    methods: ["GET"],
    path: "/api/v1/advisories",
    handle: (call) => {
      const { advisories, render, respond } = call.rules;
      return respond.success(render.advisoryList(advisories.list(call), call), call);
    },
  },
  {
    operation: "getAdvisory",
    form: "none",
    methods: ["GET"],
    path: "/api/v1/advisories/:advisoryId",
    handle: (call) => {
      const { advisories, render, respond } = call.rules;
      return respond.success(render.singleAdvisory(advisories.find(call), call), call);
    },
  },
];
