import type { Answer } from "../answer.ts";
import type { Call } from "../call.ts";
import { type Route, volumePaths } from "./route.ts";
import { assertPath } from "./route.ts";

function getRelease(call: Call): Answer {
  const { visibility, render, respond } = call.rules;
  const release = visibility.find(visibility.inMetadata, call);
  return respond.success(render.release(release, call), call);
}

async function unpublishVersion(call: Call): Promise<Answer> {
  const { authorization, finalize, unpublish } = call.rules;
  const caller = authorization.authenticate(call);
  assertPath(call);
  authorization.authorize(caller, { name: call.name, version: call.version }, call);
  return await finalize.oneAtATime(call, async () => {
    const release = unpublish.find(call);
    return await Promise.resolve(unpublish.answer(unpublish.apply(release, call), call));
  });
}

/** `GET` and `DELETE /api/v1/volumes/…/{version}`; the specification states `DELETE` for the unscoped form only. */
export const releaseRoutes: readonly Route[] = [
  ...volumePaths(
    { operation: "getRelease", methods: ["GET"], handle: getRelease },
    "/api/v1/volumes",
    "/:version",
  ),
  ...volumePaths(
    { operation: "unpublishVersion", methods: ["DELETE"], handle: unpublishVersion },
    "/api/v1/volumes",
    "/:version",
  ),
];
