/** The verdict on a locator, by the scheme of its URI. */
import { expect, test } from "vitest";
import {
  emptyPage,
  json,
  problem,
  requirementOf,
  runMadeUp,
} from "../../harness/run/made-up-run.test.fixture.ts";
import type { WireResponse } from "../../harness/transport/transport.ts";
import { chapters } from "../index.ts";

/** The requirement that these runs are about. */
const id = "download/needs-no-token";
const checks = chapters.flatMap((chapter) => chapter.checks).filter((check) => check.id === id);

const hit = { name: "some-volume", latestVersion: "1.0.0" };
const gone = { name: "gone-volume", latestVersion: "1.0.0" };

function respondWith(dist: object, hits = [hit]): (request: { readonly url: string }) => WireResponse {
  return ({ url }) => {
    if (url.includes("/search")) return json(200, { items: hits, total: hits.length, limit: 20, offset: 0 });
    if (url.includes(gone.name)) return problem(404, "not-found");
    if (url.includes("/api/v1/volumes/some-volume/1.0.0"))
      return json(200, {
        name: hit.name,
        version: hit.latestVersion,
        purl: "pkg:volume/some-volume@1.0.0",
        integrity: `sha256:${"0".repeat(64)}`,
        status: { state: "available" },
        dist: { source: "cdn", mediaType: "application/gzip", ...dist },
      });
    return emptyPage;
  };
}

test.each([
  ["at the registry", { url: "http://registry.test/archive" }, { verdict: "passed" }],
  ["at another host", { url: "https://bytes.test/archive" }, { verdict: "passed" }],
  ["without a url", {}, { verdict: "failed" }],
  [
    "with a scheme that the specification does not forbid",
    { url: "ipfs://bafy/archive" },
    { verdict: "skipped" },
  ],
])("a hosted archive %s", async (_where, dist, expected) => {
  const report = await runMadeUp({ chapter: { checks }, respond: respondWith(dist) });
  expect(requirementOf(report, id)).toMatchObject(expected);
});

test.each([
  ["the first volume in the search is gone", [gone, hit], "passed"],
  ["every volume in the search is gone", [gone, gone], "blocked"],
])("if %s, the check is %s", async (_what, hits, verdict) => {
  const respond = respondWith({ url: "http://registry.test/archive" }, hits);
  const report = await runMadeUp({ chapter: { checks }, respond });
  expect(requirementOf(report, id)).toMatchObject({ verdict });
});
