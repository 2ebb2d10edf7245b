import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { releasesOf } from "../lookup.ts";
import { ProblemError } from "../problem-error.ts";
import { type Route, volumePaths } from "./route.ts";

function getVersionIndex(call: Call): Answer {
  const { visibility, render, respond } = call.rules;
  const releases = visibility.isWellFormed(call) ? releasesOf(call.name, call) : [];
  const rows = releases.filter((release) => visibility.inIndex(release, call));
  if (rows.length === 0 && !visibility.isEmptyIndexKnown(call))
    throw new ProblemError("not-found", "there is no such volume");
  for (const release of rows) visibility.assertConsistent(release, call);
  return respond.success(render.index(rows, call), call);
}

/** `GET /api/v1/index/volumes/…`. */
export const versionIndexRoutes: readonly Route[] = volumePaths(
  { operation: "getVersionIndex", methods: ["GET"], handle: getVersionIndex },
  "/api/v1/index/volumes",
  "",
);
