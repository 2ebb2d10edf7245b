import { expect, test } from "vitest";
import { chapters } from "../../../suites/index.ts";
import { describeSuite } from "../../suite-identity.ts";
import { verify } from "../../verify/verify.ts";
import { readRecording } from "../../verify/read-recording.ts";
import type { Report } from "../../../schemas/report.ts";
import { echoes, startEchoingRegistry } from "./echoing-registry.test.fixture.ts";
import { changed } from "./behaviour.ts";
import { startHostileServer } from "./hostile-server.ts";
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
      expect(report?.cases.filter(({ reason }) => reason?.includes("~redacted.")).length).toBeGreaterThan(5);

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

test("a token that the registry gives as an upload id is in nothing that the run writes, also not but for one character", async () => {
  const server = await startHostileServer({
    name: "token-as-upload-id",
    place: "create",
    summary: "gives the caller's token as the upload id",
    answer: (occasion) =>
      changed(occasion, (body) => ({
        ...(body as object),
        uploadId: occasion.authorization.slice("Bearer ".length),
      })),
  });
  try {
    const { report, outputs } = await runAgainst({
      target: server.target,
      timeoutMs: 10_000,
      depth: "standard",
      only: [
        "finalize/unknown-uploads-*",
        "finalize/upload-ids-*",
        "trust/unknown-uploads-*",
        "trust/upload-ids-*",
      ],
    });
    const tokens = server.tokens();
    expect(report?.cases.filter(({ verdict }) => verdict === "blocked").length).toBeGreaterThan(3);
    for (const [name, text] of Object.entries(outputs))
      for (const token of tokens) expect(text, name).not.toContain(token.slice(0, tellingLength));
  } finally {
    await server.close();
  }
});
