/** `states check`, against hooks that are right and wrong. `npm run build` comes first. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inNewFolder } from "./built-cli.test.fixture.ts";

const { folder, run, serve } = inNewFolder("states");
const long = { timeout: 120_000 };

/** A hook that gives one answer to everything. */
async function listen(
  status: number,
  body: string,
): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/states`, server };
}

test("with a registry, each state is tried, and what it unlocks is told", long, async () => {
  const server = await serve(["--states"], "served.json");
  try {
    const { baseUrl, states } = JSON.parse(readFileSync(join(folder, "served.json"), "utf8")) as {
      readonly baseUrl: string;
      readonly states: { readonly url: string };
    };
    const tried = await run(["states", "check", states.url, "--target", "served.json"]);
    expect(tried.code, tried.out).toBe(0);
    expect(tried.out).toMatch(
      /token +works +\d+ cases use it\n +\d+ calls\. Of the cases that use it: \d+ passed/u,
    );
    expect(tried.out).toMatch(/inconsistent +works/u);
    expect(tried.out).not.toContain("Warning");
    expect(tried.out).not.toMatch(/Not tried|Publishing|nothing to judge/u);
    writeFileSync(join(folder, "poor.json"), JSON.stringify({ baseUrl, states }), { mode: 0o600 });
    const poor = await run(["states", "check", states.url, "--target", "poor.json"]);
    expect(poor.out).toMatch(/^Works: token, .*\nNot tried yet: release-status, /mu);
    expect(poor.out).toMatch(
      /^\d+ cases still need a release\. Publishing failed: the registry rejected the built-in manifest \(invalid-manifest\): set /mu,
    );
    expect(poor.out).toMatch(/^\d cases skipped: needs "archive\.manifests\.externalDependencies"/mu);
    const bare = await run(["states", "check", states.url]);
    expect(bare.code).toBe(1);
    expect(bare.out).toContain(
      'Every state: the hook refused the request: are its headers in "states.headers"?',
    );
  } finally {
    await server.end();
  }
});

test("a hook that makes tokens without a secret is warned about", long, async () => {
  const { url, server } = await listen(200, '{"token":"abcd1234"}');
  const { code, out } = await run(["states", "check", url]);
  server.close();
  expect(code).toBe(0);
  expect(out).toContain("Warning: the hook makes tokens without a secret");
});

test("a token that no header can have is a failure of the hook", long, async () => {
  const { url, server } = await listen(200, '{"token":"a b"}');
  const { code, out } = await run(["states", "check", url]);
  server.close();
  expect(code).toBe(1);
  expect(out).toMatch(/token +fails/u);
});

test("a hook that offers nothing is right", long, async () => {
  const { url, server } = await listen(501, "{}");
  const { code, out } = await run(["states", "check", url]);
  server.close();
  expect(code).toBe(0);
  expect(out).toMatch(/token +not offered/u);
  expect(out).toContain("The hook offers no state");
});

test.each([302, 405, 502, 503, 504])("a hook is not what answers %i to everything", long, async (status) => {
  const { url, server } = await listen(status, "<html>");
  const { code, out } = await run(["states", "check", url]);
  server.close();
  expect(code).toBe(1);
  expect(out).toContain(`Every state: status ${status}: is this the address of the hook?`);
});

test("a hook that fails at tokens does not offer them", long, async () => {
  const { url, server } = await listen(422, '{"error":"unknown"}');
  const { code, out } = await run(["states", "check", url]);
  server.close();
  expect(code).toBe(1);
  expect(out).toMatch(/token +fails .*\n +valid: status 422 to a request for a token\n/u);
  expect(out).toMatch(/release-status +offered/u);
});

test("a hook that does not answer cannot be tried", long, async () => {
  const { url, server } = await listen(200, "{}");
  await new Promise((resolve) => server.close(resolve));
  const { code, out } = await run(["states", "check", url]);
  expect(code).toBe(3);
  expect(out).toContain("Every state: no answer:");
});

test("an address that is not one is a wrong command", long, async () => {
  expect(await run(["states", "check", "nowhere"])).toMatchObject({ code: 2 });
  expect(await run(["states", "drop", "http://127.0.0.1:1"])).toMatchObject({ code: 2 });
});

test("a skeleton is written beside the target file, starts, and is tried by states check", long, async () => {
  mkdirSync(join(folder, "own"));
  const ended = await run(["states", "scaffold", "node", "--target", "own/target.json"]);
  expect(ended.code, ended.err).toBe(0);
  expect(ended.out).toContain("wrote own/states-hook.mjs\n");
  expect(ended.out).toMatch(/^ {2}token +\d+ cases use it$/mu);
  expect(ended.out).toMatch(/^ {2}run-ended +asked for at the end of a run$/mu);
  expect(await run(["states", "scaffold", "node", "--target", "own/target.json"])).toMatchObject({ code: 2 });
  const hook = spawn(process.execPath, ["own/states-hook.mjs"], {
    cwd: folder,
    env: { STATES_SECRET: "a-secret-of-the-tests", PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [printed] = (await once(hook.stdout, "data")) as [Buffer];
    const url = /http:\S+/u.exec(printed.toString())?.[0] ?? "";
    const headers = { "X-States-Secret": "a-secret-of-the-tests" };
    const target = { baseUrl: new URL(url).origin, states: { url, headers } };
    writeFileSync(join(folder, "own/target.json"), JSON.stringify(target), { mode: 0o600 });
    const checked = await run(["states", "check", url, "--target", "own/target.json"]);
    // no registry answers there
    expect(checked.code).toBe(3);
  } finally {
    hook.kill();
  }
  const wrong = await run(["states", "scaffold", "pyton"]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('expected node, python, go, java, did you mean "python"');
});
