import { expect, test } from "vitest";
import { type CreatedRelease, createJournal } from "../api/journal.ts";
import type { WireRequest, WireResponse } from "../transport/transport.ts";
import { check, emptyPage, json, problem, runMadeUp } from "./made-up-run.test.fixture.ts";

const target = {
  tokens: { publisher: "a-token-of-the-publisher" },
  namespace: { scope: "conf", prefix: "conf" },
};

/** What is left of these releases, and which the registry was asked to unpublish. */
async function unpublishReleases(
  releases: readonly CreatedRelease[],
  answer: (request: WireRequest) => WireResponse | undefined,
): Promise<{ readonly left: readonly string[]; readonly asked: readonly string[] }> {
  const journal = createJournal();
  for (const release of releases) journal.add(release);
  const asked: string[] = [];
  const report = await runMadeUp({
    chapter: { checks: [check("a/one")] },
    target,
    plan: { journal },
    respond: (request) => {
      if (request.method === "POST") return problem(500, "not-found");
      const name = /\/volumes\/(.*-made)\//.exec(request.url)?.[1];
      if (name === undefined) return emptyPage;
      if (request.method === "DELETE") asked.push(name);
      return answer(request);
    },
  });
  return { left: report.left, asked };
}

function made(name: string, more: Partial<CreatedRelease> = {}): CreatedRelease {
  return { path: `${name}-made`, version: "1.0.0", isCertain: true, ...more };
}

const gone = { status: 204, headers: [], body: new Uint8Array() };

/** What a gateway may answer in place of the registry. */
const page: WireResponse = {
  status: 200,
  headers: [["content-type", "text/html; charset=utf-8"]],
  body: Buffer.from("<title>Are you human?</title>"),
};

test.each<readonly [string, WireResponse | undefined, WireResponse, boolean]>([
  ["what was unpublished is gone, whatever a read says", gone, json(200, {}), false],
  ["what a page says was unpublished is left", page, page, true],
  ["what a page says was unpublished is gone if no read finds it", page, problem(404, "not-found"), false],
  ["what is not found is gone", problem(404, "not-found"), problem(404, "not-found"), false],
  ["what answers 410 is gone", problem(403, "authorization-failed"), problem(410, "upload-expired"), false],
  [
    "what is yanked is gone",
    problem(409, "version-conflict"),
    json(200, { status: { state: "yanked" } }),
    false,
  ],
  [
    "what is available is left",
    problem(409, "version-conflict"),
    json(200, { status: { state: "available" } }),
    true,
  ],
  ["what does not tell its state is left", problem(409, "version-conflict"), json(200, {}), true],
  ["what cannot be read is left", problem(409, "version-conflict"), problem(500, "not-found"), true],
  ["where the network failed, it is left", undefined, problem(404, "not-found"), true],
])("%s", async (_case, toDelete, toRead, isLeft) => {
  const { left, asked } = await unpublishReleases([made("conf-a")], ({ method }) =>
    method === "DELETE" ? toDelete : toRead,
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(left).toEqual(isLeft ? ["conf-a-made@1.0.0"] : []);
});

test("what may not have been published is taken away, and not listed where that fails", async () => {
  const uncertain = made("conf-a", { isCertain: false });
  const refusing = await unpublishReleases([uncertain], () => problem(403, "authorization-failed"));
  expect([refusing.left, refusing.asked]).toEqual([[], ["conf-a-made"]]);
});

test("a release whose version nobody knows is listed without being asked for", async () => {
  const nameless = await unpublishReleases([made("conf-a", { version: "" })], () => gone);
  expect([nameless.left, nameless.asked]).toEqual([["conf-a-made"], []]);
});

test("after three refusals in a row a form is left alone, and the other is not", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const unscoped = names.map((name) => made(`conf-${name}`));
  const scoped = names.map((name) => made(`@conf/${name}`));
  const { left, asked } = await unpublishReleases([...unscoped, ...scoped], ({ method, url }) => {
    if (url.includes("@")) return method === "DELETE" ? gone : problem(404, "not-found");
    return problem(403, "authorization-failed");
  });
  expect(asked.filter((name) => !name.startsWith("@"))).toEqual([
    "conf-a-made",
    "conf-b-made",
    "conf-c-made",
  ]);
  expect(asked.filter((name) => name.startsWith("@"))).toHaveLength(names.length);
  expect(left).toEqual(names.map((name) => `conf-${name}-made@1.0.0`));
});

test("refusals are counted from the last success", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const { asked } = await unpublishReleases(
    names.map((name) => made(`conf-${name}`)),
    ({ method, url }) =>
      url.includes("conf-c") && method === "DELETE" ? gone : problem(403, "authorization-failed"),
  );
  expect(asked).toHaveLength(names.length);
});

test("after a lost connection DELETE is sent once more, and its answer counts", async () => {
  let deletes = 0;
  const { left, asked } = await unpublishReleases([made("conf-a")], ({ method }) => {
    if (method !== "DELETE") return json(200, {});
    deletes += 1;
    return deletes === 1 ? undefined : gone;
  });
  expect([asked, left]).toEqual([["conf-a-made", "conf-a-made"], []]);
});

test("a release whose finalize got no answer is listed if its DELETE gets none either", async () => {
  const uncertain = [made("conf-a", { isCertain: false })];
  const lost = await unpublishReleases(uncertain, () => undefined);
  expect(lost.left).toEqual(["conf-a-made@1.0.0"]);
  const absent = await unpublishReleases(uncertain, () => problem(404, "not-found"));
  expect(absent.left).toEqual([]);
});
