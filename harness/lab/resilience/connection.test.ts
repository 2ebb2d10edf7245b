import { afterEach, describe, expect, test } from "vitest";
import { type OpenStage, openStage } from "./connection-behaviour.ts";
import { connectionBehaviours } from "./connection-behaviours.ts";
import { meetConnection } from "./meet-connection.ts";

let stage: OpenStage | undefined;

afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

test("there are at least thirty behaviours of HTTP/2 and twelve of proxies, each under a name of its own", () => {
  const kinds = connectionBehaviours.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "HTTP/2").length).toBeGreaterThanOrEqual(30);
  expect(kinds.filter((kind) => kind === "proxy").length).toBeGreaterThanOrEqual(12);
  expect(new Set(connectionBehaviours.map(({ name }) => name)).size).toBe(kinds.length);
});

describe("the outcome is the one that was decided", () => {
  test.each(connectionBehaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
    "%s",
    async (_name, behaviour) => {
      stage = openStage();
      const { seen, reason } = await meetConnection(behaviour, stage);
      expect(seen, reason).toBe(behaviour.outcome);
      expect(reason).toMatch(behaviour.says ?? /^/);
    },
    30_000,
  );
});
