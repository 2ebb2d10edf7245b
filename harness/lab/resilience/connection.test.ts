import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { type ConnectionBehaviour, type OpenStage, openStage } from "./connection-behaviour.ts";
import { connectionBehaviours } from "./connection-behaviours.ts";
import { type ConnectionOutcome, meetConnection, shortMs } from "./meet-connection.ts";

let stage: OpenStage | undefined;

afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

async function meet(behaviour: ConnectionBehaviour, timeoutMs: number): Promise<ConnectionOutcome> {
  await stage?.close();
  stage = openStage();
  return await meetConnection(behaviour, stage, timeoutMs);
}

test("there are at least thirty behaviours of HTTP/2 and twelve of proxies, each under a name of its own", () => {
  const kinds = connectionBehaviours.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "HTTP/2").length).toBeGreaterThanOrEqual(30);
  expect(kinds.filter((kind) => kind === "proxy").length).toBeGreaterThanOrEqual(12);
  expect(new Set(connectionBehaviours.map(({ name }) => name)).size).toBe(kinds.length);
});

test("BEHAVIOURS.md has every behaviour, in order, each with the outcome that was decided (npm run behaviours)", () => {
  const [, table = ""] = readFileSync(new URL("BEHAVIOURS.md", import.meta.url), "utf8").split(
    "## Connections",
  );
  const rows = table.split("\n").flatMap((line) => {
    const [, name = "", , , decided = "", seen = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return /^(?:h2|tls|proxy|socks)-/.test(name) ? [`${name}: ${decided}, ${seen}`] : [];
  });
  expect(rows).toEqual(connectionBehaviours.map(({ name, outcome }) => `${name}: ${outcome}, ${outcome}`));
});

describe("the outcome is the one that was decided", () => {
  test.each(connectionBehaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
    "%s",
    async (_name, behaviour) => {
      let outcome = await meet(behaviour, shortMs);
      // on a busy machine, a whole response may take longer than that
      if (outcome.seen !== behaviour.outcome) outcome = await meet(behaviour, 10 * shortMs);
      const { seen, reason } = outcome;
      expect(seen, reason).toBe(behaviour.outcome);
      expect(reason).toMatch(behaviour.says ?? /^/);
    },
    30_000,
  );
});
