import type { Route } from "./route.ts";

/** `GET /api/v1/search`. */
export const searchRoutes: readonly Route[] = [
  {
    operation: "searchVolumes",
    form: "none",
    methods: ["GET"],
    path: "/api/v1/search",
    handle: (call) => {
      const { search, render, respond } = call.rules;
      return respond.success(render.searchPage(search.page(search.readQuery(call), call), call), call);
    },
  },
];
