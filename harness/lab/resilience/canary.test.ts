import { expect, test } from "vitest";
import { chapters } from "../../../suites/index.ts";
import { describeSuite } from "../../suite-identity.ts";
import { verify } from "../../running/verify.ts";
import { readRecording } from "../../running/read-recording.ts";
import type { Report } from "../../../schemas/report.ts";
import { echoes, startEchoingRegistry } from "./echoing-registry.test.fixture.ts";
import { runAgainst } from "./try-behaviour.ts";

/** Every kind of request and of finding; fewer than all, since each secret is looked for in each output. */
const canaryChecks: readonly string[] = [
  "publish/*",
  "authentication/publishing-*",
  "authentication/outsiders-*",
  "trust/locators-lead-to-the-artifact",
  "trust/bytes-have-arrived",
  "every-response/*",
];

/** Characters of a secret that would be of use to somebody, and that nothing else has in common with it. */
const tellingLength = 12;

/** A secret in each of its encodings, and the beginning of each, which a careless cut would leave. */
function formsOf(secret: string): readonly string[] {
  return Object.values(echoes).flatMap((echo) => {
    const form = echo(secret);
    return form.length > tellingLength ? [form.slice(0, tellingLength), form.slice(-tellingLength)] : [form];
  });
}

test.each([
  ["after the answer that brings it", false],
  ["in another answer before that", true],
])(
  "no secret of a run is in anything that it writes, however a registry sends it back: %s",
  { timeout: 120_000 },
  async (_order, echoesFirst) => {
    const registry = await startEchoingRegistry({ echoesFirst });
    try {
      const { report, reason, outputs } = await runAgainst({
        target: registry.target,
        timeoutMs: 10_000,
        only: canaryChecks,
      });
      expect(reason).toBeUndefined();
      const secrets = registry.secrets();
      expect(secrets.length).toBeGreaterThan(30);
      // so much is wrong that answers with secrets in them are quoted
      expect(
        report?.requirements.filter(({ reason }) => reason?.includes("~redacted.")).length,
      ).toBeGreaterThan(5);

      for (const [name, text] of Object.entries(outputs)) {
        expect(text.length).toBeGreaterThan(0);
        const found = secrets
          .flatMap(formsOf)
          .filter((form) => text.includes(form))
          .map((form) => text.slice(Math.max(0, text.indexOf(form) - 80), text.indexOf(form) + 80));
        expect(found, name).toEqual([]);
      }

      const recording = readRecording(outputs["recording"] ?? "");
      if ("broken" in recording) throw new Error(recording.broken);
      const written = JSON.parse(outputs["json"] ?? "") as Report;
      const again = await verify(written, recording, { chapters, suite: describeSuite() });
      expect(again.differences).toEqual([]);
    } finally {
      await registry.close();
    }
  },
);
