import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import type { Sighting } from "../deviation.ts";
import type { Wrong } from "../wrong.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";
import { tellProblemKind } from "./problem-kinds.ts";

function refusal(
  id: string,
  status: number,
  slug: string,
  operation: Exchange["operation"] = "getRelease",
): Exchange {
  return exchange(id, {
    operation,
    path: `volumes/${id}/1.0.0`,
    status,
    body: { type: `https://registry.test/problems/${slug}`, status },
  });
}

function refusals(count: number, status: number, slug: string): readonly Exchange[] {
  return Array.from({ length: count }, (_, place) => refusal(`${slug}-${place}`, status, slug));
}

/** What is told of a run in which these are wrong, and the others are right. */
function tell(
  wrong: readonly Exchange[],
  others: readonly Exchange[],
  kind: Wrong["kind"] = "problem member",
): string | undefined {
  const ids = wrong.map(({ id }) => id);
  const group = [{ deviation: { wrong: { kind } }, exchanges: ids }] as unknown as readonly Sighting[];
  return tellProblemKind(group, { exchanges: [...wrong, ...others], broken: new Set(ids) });
}

const unauthorized = refusals(4, 401, "authentication-required");
const missing = refusals(6, 404, "not-found");

test("the one problem that shows it is told", () => {
  expect(tell(unauthorized, missing)).toBe(
    "only with 401 authentication-required (4 of 4 wrong responses, none of 6 right ones)",
  );
});

test("of several problems, their status is told", () => {
  const conflicts = [...refusals(2, 409, "version-conflict"), ...refusals(2, 409, "idempotency-conflict")];
  expect(tell(conflicts, missing)).toBe(
    "only with the status 409 (4 of 4 wrong responses, none of 6 right ones)",
  );
});

test("nothing where a right refusal is of the same kind, where few show it, and where no document is wrong", () => {
  expect(
    tell(
      unauthorized,
      [...missing, ...refusals(1, 401, "authentication-required")].map((one, place) => ({
        ...one,
        id: `right-${place}`,
      })),
    ),
  ).toBeUndefined();
  expect(tell(unauthorized.slice(0, 2), missing)).toBeUndefined();
  expect(tell(unauthorized, missing, "accepted")).toBeUndefined();
});

test("where all problems show it, their number is told; what no endpoint answered is none of them", () => {
  const elsewhere = missing.map((one) => ({ ...one, operation: "other" as const }));
  expect(tell(unauthorized, elsewhere)).toBe("in each of 4 problems");
});
