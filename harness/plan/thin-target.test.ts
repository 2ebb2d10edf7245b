/** Registries that take other manifests and formats than ours, and target files that do not say which. */
import { expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import type { Report } from "../../schemas/report.ts";
import { certify } from "../index.ts";

async function certifyWithout(key: "archive" | "trust", choices: Record<string, string>): Promise<Report> {
  const server = await startReferenceServer({ states: true, choices });
  const { [key]: _untold, ...target } = server.target;
  try {
    return await certify({ target, seed: 1, cleanUp: false });
  } finally {
    await server.close();
  }
}

const untold = [
  ["archive", "manifest-dialect", "renamed", "archive.manifests.minimal"],
  ["archive", "manifest-dialect", "nested", "archive.manifests.minimal"],
  ["archive", "manifest-refusal", "validation-failed", "archive.manifests.minimal"],
  ["trust", "trust-formats", "spdx", "trust.format"],
] as const;

test.each(untold)(
  "without %s, %s=%s fails nothing, and the one cause names the key",
  { timeout: 60_000 },
  async (key, choice, value, missing) => {
    const { verdict, rootCauses, cases: requirements } = await certifyWithout(key, { [choice]: value });

    expect(requirements.filter((one) => one.verdict === "failed")).toEqual([]);
    expect(verdict).toBe("partial");
    expect(rootCauses.map(({ cause }) => cause)).toEqual([expect.stringContaining(`"${missing}"`)]);
  },
);

test(
  "fixtures that are not there are named, and nothing passes or fails by them",
  { timeout: 60_000 },
  async () => {
    const server = await startReferenceServer();
    const nothing = { name: "no-such-volume", version: "1.0.0" };
    const states = { yanked: nothing, tombstoned: nothing, blocked: nothing, unavailable: nothing };
    const { baseUrl } = server.target;
    try {
      const fixtures = { ...states, git: nothing, advisory: { id: "none" } };
      const target = { baseUrl, fixtures, limits: { settleMs: 50 } };
      const { cases: requirements } = await certify({
        target,
        only: [
          "release-metadata/*-release-*",
          "version-index/row-of-a-version-*",
          "download/yanked-*",
          "advisories/single-*",
        ],
      });

      const decided = requirements.filter(({ verdict }) => verdict !== "blocked" && verdict !== "skipped");
      expect(decided.map(({ id }) => id)).toEqual([]);
      const reasons = new Set(requirements.map(({ reason }) => reason));
      expect([...reasons]).toContainEqual(expect.stringMatching(/fixture no-such-volume@1.0.0 answered 404/));
      expect([...reasons]).toContainEqual(
        expect.stringMatching(/"fixtures.advisory" is neither found nor listed/),
      );
    } finally {
      await server.close();
    }
  },
);
