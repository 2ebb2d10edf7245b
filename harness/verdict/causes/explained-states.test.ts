import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../schemas/report.ts";
import { exchange } from "./circumstances/made-up-exchange.test.fixture.ts";
import { toDeviation, type Sighting } from "./deviation.ts";
import { explainByState } from "./explained-states.ts";

function sighting(shown: Exchange, about: Pick<Sighting, "expected" | "got" | "member">): Sighting {
  const { expected = "", got = "", member } = about;
  const finding = { expected, got, ...(member === undefined ? {} : { member }) };
  return {
    requirement: {} as CaseResult,
    deviation: toDeviation("a/one", shown, finding),
    exchanges: [shown.id],
    ...finding,
  };
}

/** A refused unpublish of a version of a volume. */
function refused(volume: string): Exchange {
  return exchange(`delete ${volume}`, {
    operation: "unpublishVersion",
    method: "DELETE",
    path: `volumes/${volume}/1.0.0`,
    status: 401,
  });
}

test("a release of which an unpublish was refused is gone for the reason why another such one is", () => {
  const tombstoned = exchange("read", {
    path: "volumes/v1/1.0.0",
    body: { status: { state: "tombstoned" } },
  });
  const missing = exchange("create", {
    operation: "createTrustUpload",
    method: "POST",
    path: "volumes/v2/1.0.0/trust/uploads",
    status: 404,
    body: { type: "https://problems.test/not-found" },
  });
  const withdrawn = sighting(tombstoned, {
    expected: 'the state to be "available"',
    got: '"tombstoned"',
    member: "/status/state",
  });
  const lost = sighting(missing, { expected: "a success (2xx)", got: "404 not-found" });
  const explain = (...all: readonly Exchange[]): string | undefined =>
    explainByState([withdrawn, lost], [...all, tombstoned, missing])(lost);
  expect(explain(refused("v1"), refused("v2"))).toBe(withdrawn.deviation.key);
  expect(explain(refused("v2"))).toBeUndefined();
  expect(explain(refused("v1"))).toBeUndefined();
});
