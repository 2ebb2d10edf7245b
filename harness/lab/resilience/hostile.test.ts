import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { Behaviour } from "./behaviour.ts";
import { readBehaviours } from "./behaviour-table.ts";
import { behaviours } from "./behaviours.ts";
import { decidedFor, decidedNames, seenIn } from "./decided-outcomes.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { type Ending, runAgainst } from "./try-behaviour.ts";

/** Milliseconds for one exchange: short, for the many that never answer. */
const shortMs = 250;

let server: HostileServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function meet(behaviour: Behaviour, timeoutMs: number = shortMs): Promise<Ending> {
  await server?.close();
  server = await startHostileServer(behaviour);
  return await runAgainst({ target: server.target, timeoutMs });
}

function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // a quoted value may be cut inside of a token
  return [
    secret.slice(0, 16),
    encodeURIComponent(secret),
    bytes.toString("base64").slice(0, -4),
    bytes.toString("hex"),
  ];
}

/** True for a character that a terminal would obey, or that turns the direction of what follows. */
function commands(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const isControl = (code < 0x20 && character !== "\n") || (code >= 0x7f && code <= 0x9f);
  return isControl || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

const written = readBehaviours(readFileSync(new URL("BEHAVIOURS.md", import.meta.url), "utf8"));

test("BEHAVIOURS.md has every behaviour, in order (npm run behaviours)", () => {
  expect(written.map(({ name }) => name)).toEqual(behaviours.map(({ name }) => name));
});

test("at least forty behaviours are tried, each under a name of its own", () => {
  expect(behaviours.length).toBeGreaterThanOrEqual(40);
  expect(new Set(behaviours.map(({ name }) => name)).size).toBe(behaviours.length);
});

test("an outcome was decided for no other behaviour", () => {
  const names = new Set(behaviours.map(({ name }) => name));
  expect(decidedNames.filter((name) => !names.has(name))).toEqual([]);
});

describe("against a hostile registry", () => {
  test.each(behaviours.map((behaviour) => [behaviour.name, behaviour] as const))(
    "%s: the run ends with reasons, and nothing leaks",
    async (name, behaviour) => {
      const decided = written.find((row) => row.name === name);
      let ending = await meet(behaviour);
      // on a busy machine, a whole response may take longer than that
      if (ending.exitCode !== decided?.exitCode) ending = await meet(behaviour, 10 * shortMs);
      const { exitCode, report, reason, outputs } = ending;
      expect({ name, exitCode, verdict: report?.verdict ?? "untestable" }).toEqual(decided);
      expect(server?.met(), "times the behaviour was met").toBeGreaterThan(0);
      expect(seenIn(report)).toBe(decidedFor(name));
      expect(report ?? reason).toBeDefined();
      const results = report?.cases ?? [];
      const unexplained = results.filter(
        ({ verdict, reason = "" }) => verdict !== "passed" && reason.trim() === "",
      );
      expect(unexplained.map(({ id }) => id)).toEqual([]);
      const errored = results.filter(({ verdict }) => verdict === "errored");
      expect(errored.map(({ id, reason }) => `${id}: ${reason ?? ""}`)).toEqual([]);
      expect(Reflect.get({}, "polluted")).toBeUndefined();
      expect(Reflect.get([], "polluted")).toBeUndefined();
      const secrets = (server?.tokens() ?? []).flatMap(encodingsOf);
      for (const [format, text] of Object.entries(outputs)) {
        for (const secret of secrets) expect(text.includes(secret), `a token in ${format}`).toBe(false);
      }
      for (const request of server?.stolen() ?? []) {
        for (const secret of secrets)
          expect(request.includes(secret), "a token sent to another origin").toBe(false);
      }
      expect([...(outputs["terminal"] ?? "")].filter(commands)).toEqual([]);
      // a CI service obeys these wherever a log has them
      expect(outputs["terminal"]).not.toMatch(/^\s*::|##[a-z]*\[/imu);
      for (const markup of ["html", "markdown", "junit"]) {
        // in XML nothing is markup until the first end of a CDATA section
        const text = (outputs[markup] ?? "").replaceAll(/<!\[CDATA\[.*?\]\]>/gs, "");
        expect(text, markup).not.toMatch(/<script>(?:window\.)?owned|<img src=x/);
      }
    },
    30_000,
  );
});
