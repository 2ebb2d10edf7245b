/** The suite as tests of vitest, run by a vitest of its own as a vendor's is. `npm run build` comes first. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { startReferenceServer } from "../reference-server/server.ts";
import type { CertifyOptions } from "./index.ts";

const entry = new URL("../dist/bundle/vitest.js", import.meta.url).href;
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "conformance-vitest-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly success: boolean;
  readonly tests: readonly { readonly title: string; readonly status: string }[];
}

async function runVitest(options: CertifyOptions): Promise<Ended> {
  writeFileSync(
    join(folder, "registry.test.js"),
    `import { registerConformance } from ${JSON.stringify(entry)};\nregisterConformance(${JSON.stringify(options)});\n`,
  );
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [vitest, "run", "--root", folder, "--reporter", "json"],
      (_error, out) => {
        const { success, testResults } = JSON.parse(out.slice(out.indexOf("{"))) as {
          success: boolean;
          testResults: readonly { assertionResults: Ended["tests"] }[];
        };
        const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
        resolve({ code: child.exitCode ?? -1, success, tests });
      },
    );
  });
}

function statusOf({ tests }: Ended, title: string): string | undefined {
  return tests.find((one) => one.title.startsWith(title))?.status;
}

const only = ["finalize/bytes-have-arrived"];

test("what conforms is green, and what breaks a rule is red", { timeout: 60_000 }, async () => {
  const good = await startReferenceServer();
  const bad = await startReferenceServer({ faults: ["missing-bytes-are-an-invalid-state"] });
  try {
    const green = await runVitest({ target: { ...good.target }, only });
    expect(green).toMatchObject({ code: 0, success: true });
    expect(statusOf(green, "finalize/bytes-have-arrived: ")).toBe("passed");
    expect(statusOf(green, "the verdict of the run")).toBe("passed");

    const red = await runVitest({ target: { ...bad.target }, only });
    expect(red).toMatchObject({ code: 1, success: false });
    expect(statusOf(red, "finalize/bytes-have-arrived: ")).toBe("failed");
  } finally {
    await good.close();
    await bad.close();
  }
});

test("a run that decided nothing is not green", { timeout: 60_000 }, async () => {
  const server = await startReferenceServer();
  try {
    const { baseUrl } = server.target;
    const ended = await runVitest({ target: { baseUrl }, only });
    expect(ended).toMatchObject({ code: 1, success: false });
    expect(statusOf(ended, "finalize/bytes-have-arrived: ")).toBe("skipped");
    expect(statusOf(ended, "the verdict of the run")).toBe("failed");
  } finally {
    await server.close();
  }
});
