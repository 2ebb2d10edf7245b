import { expect, test } from "vitest";
import type { Report } from "../../schemas/report.ts";
import { combineChoices } from "./choosing.ts";
import { runOnServer } from "./server-run.ts";

/** Addresses are signed until a time, which depends on when the run began. */
function withoutQuery(url: string): string {
  return url.replace(/\?.*/, "");
}

/** Every exchange of a run, in the order in which they began. */
function toOrder({ exchanges }: Report): readonly string[] {
  const inOrder = exchanges.toSorted((one, other) => one.startedAtMs - other.startedAtMs);
  return inOrder.map(({ id, startedAtMs, request, response, failure }) =>
    [startedAtMs, id, request.method, withoutQuery(request.url), response?.status ?? failure].join(" "),
  );
}

test.each(["combination-2", "combination-9"])(
  "%s sends the same requests in the same order in each run, alone or beside another one",
  async (name) => {
    const choices = combineChoices(12, 1).find((one) => one.name === name)?.values ?? {};
    const run = async (): Promise<readonly string[]> =>
      toOrder(await runOnServer({ faults: [], choices, depth: "quick", seed: 1, only: [] }));
    const alone = await run();
    const [one, other] = await Promise.all([run(), run()]);
    expect(alone.length).toBeGreaterThan(200);
    expect(one).toEqual(alone);
    expect(other).toEqual(alone);
  },
);
