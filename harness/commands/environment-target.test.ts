/** A target by environment alone. `npm run build` comes first. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningReferenceServer, startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { inNewFolder } from "./built-cli.test.fixture.ts";
import { readEnvironmentTarget } from "./environment-target.ts";

describe("the namespace", () => {
  test.each([
    ["@conformance", { scope: "conformance" }],
    ["conf", { prefix: "conf" }],
    ["@conformance/* conf-*", { scope: "conformance", prefix: "conf" }],
    ["conf-,@acme-2", { scope: "acme-2", prefix: "conf" }],
  ])("%j", (text, namespace) => {
    expect(readEnvironmentTarget({ CONFORMANCE_NAMESPACE: text }).content).toEqual({ namespace });
  });

  test.each(["@a @b", "a b", "@", "*", "a/b", "A"])("%j is a mistake", (text) => {
    expect(() => readEnvironmentTarget({ CONFORMANCE_NAMESPACE: text })).toThrow(
      `Cannot use CONFORMANCE_NAMESPACE "${text}": expected a scope such as @conformance, a prefix such as conf, or both`,
    );
  });
});

test("a token alone publishes nothing, and its value is not in the target", () => {
  const { content, remarks } = readEnvironmentTarget({ CONFORMANCE_TOKEN: "a-secret-token" });
  expect(content).toEqual({ tokens: { publisher: "${CONFORMANCE_TOKEN}" } });
  expect(remarks).toEqual(["CONFORMANCE_TOKEN is set without CONFORMANCE_NAMESPACE: nothing is published"]);
  expect(readEnvironmentTarget({ CONFORMANCE_TOKEN: " " })).toEqual({ content: {}, remarks: [] });
});

describe("a run", () => {
  const { folder, run } = inNewFolder("environment-target");
  const only = ["--only", "finalize/bytes-have-arrived", "--report", "json:report.json"];
  let server: RunningReferenceServer;

  beforeAll(async () => {
    server = await startReferenceServer();
  });
  afterAll(async () => {
    await server.close();
  });

  function variables(): Readonly<Record<string, string>> {
    const { baseUrl, tokens, namespace } = server.target;
    return {
      CONFORMANCE_BASE_URL: baseUrl,
      CONFORMANCE_TOKEN: tokens.publisher,
      CONFORMANCE_NAMESPACE: `@${namespace.scope} ${namespace.prefix}`,
    };
  }

  test("needs no file", async () => {
    const { code, out, err } = await run(["run", ...only], variables());
    expect(code).toBe(0);
    expect(out).toContain("CONFORMANT: 1 passed");
    expect(err).toContain("The publisher token is that of CONFORMANCE_TOKEN; it publishes @");
    const text = readFileSync(join(folder, "report.json"), "utf8");
    expect((JSON.parse(text) as Report).counts.passed).toBe(1);
    expect(`${text}${out}${err}`).not.toContain(server.target.tokens.publisher);
  });

  test("with a target file uses that alone", async () => {
    const { baseUrl } = server.target;
    writeFileSync(join(folder, "target.json"), JSON.stringify({ baseUrl }));
    const { code, err } = await run(["run", "--target", "target.json", ...only], variables());
    expect(code).toBe(3);
    expect(err).not.toContain("CONFORMANCE_TOKEN");
  });
});
