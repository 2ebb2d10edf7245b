import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { certify } from "../index.ts";

test("a whole run sends no request of an operation that is not offered", { timeout: 120_000 }, async () => {
  const server = await startReferenceServer({ states: true });
  const features = { search: false, advisories: false, trust: false, unpublish: false };
  const report = await certify({ target: { ...server.target, features }, seed: 5 });
  await server.close();

  const sent = [...new Set(report.exchanges.map(({ operation }) => operation))];
  expect(sent.filter((operation) => /search|advisor|trust|unpublish/iu.test(operation))).toEqual([]);
  expect(report.verdict).toBe("conformant");
});

test(
  "a whole run with unscoped names alone accuses a conforming registry of nothing",
  {
    timeout: 120_000,
  },
  async () => {
    const server = await startReferenceServer({ states: true });
    const { prefix } = server.target.namespace;
    const report = await certify({ target: { ...server.target, namespace: { prefix } }, seed: 5 });
    await server.close();

    const accused = report.cases.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
    expect(accused.map(({ id, reason }) => `${id}: ${reason ?? ""}`)).toEqual([]);
  },
);
