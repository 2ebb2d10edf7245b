import { expect, test } from "vitest";
import { certify } from "../../harness/index.ts";
import { startReferenceServer } from "../../reference-server/server.ts";

const everyByte = "integrity/depends-on-every-byte";
const links = "integrity/depends-on-links";

/** The verdict of a run that has tokens and no states hook, and its reason. */
async function judge(
  server: Parameters<typeof startReferenceServer>[0],
  id: string = everyByte,
): Promise<readonly [verdict: string | undefined, reason: string | undefined]> {
  const { target, close } = await startReferenceServer(server);
  try {
    const { cases: requirements } = await certify({ target: { ...target }, only: [id], cleanUp: false });
    const found = requirements.find((one) => one.id === id);
    return [found?.verdict, found?.reason];
  } finally {
    await close();
  }
}

test(
  "without a hook, a version that is taken again after unpublish decides the integrity",
  { timeout: 60_000 },
  async () => {
    const choices = { republish: "allowed" };
    expect((await judge({ choices }))[0]).toBe("passed");
    expect((await judge({ choices, faults: ["integrity-without-hidden-files"] }))[0]).toBe("failed");
  },
);

test(
  "without a hook, a refused link does not mean that no version is taken again",
  { timeout: 60_000 },
  async () => {
    const choices = { republish: "allowed" };
    expect((await judge({ choices }, links))[0]).toBe("passed");
    expect((await judge({ choices, faults: ["integrity-without-symbolic-links"] }, links))[0]).toBe("failed");
  },
);

test(
  "without a hook, and where no version is taken again, the reason names what is needed",
  { timeout: 60_000 },
  async () => {
    const [verdict, reason] = await judge({});
    expect(verdict).toBe("skipped");
    expect(reason).toContain('"release-purged"');
    expect(reason).toContain("{{version}}");
  },
);
