import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../../schemas/report.ts";
import { type Sighting, toDeviation } from "../deviation.ts";
import { createCircumstances } from "./circumstances.ts";
import type { Circumstances } from "./contrast.ts";
import { exchange, type Sent } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";

const finding = { expected: "410 upload-expired", got: "201", wanted: { problems: ["upload-expired"] } };
const expired = { status: 410, body: { type: "https://problems.test/upload-expired" } };

function finalize(
  id: string,
  sent: Omit<Sent, "path"> = { status: 201 },
  credential = "publisher",
): Exchange {
  const path = "volumes/v1/uploads/up-1/finalize";
  return exchange(id, { operation: "finalizeReleaseUpload", method: "POST", path, credential, ...sent });
}

function tell(all: readonly Exchange[], shown: Exchange, about: object = finding): Circumstances {
  const requirement = { id: "a/one", verdict: "failed", operations: [shown.operation] };
  const one: Sighting = {
    requirement: requirement as unknown as CaseResult,
    deviation: toDeviation("a/one", shown, { ...finding, ...about }),
    ...finding,
    ...about,
    isMain: true,
    exchanges: [shown.id],
  };
  return createCircumstances(openRecordedRun(all, [one]))([one]);
}

test("equal requests with two answers, and nothing written in between, come from several servers", () => {
  const [first, second] = [finalize("first", expired), finalize("second", expired)];
  const wrong = finalize("wrong");
  const { lines, kind } = tell([first, second, wrong], wrong);
  expect(kind).toBe("equal");
  expect(lines).toEqual([
    "1 of 3 equal requests was answered so, and nothing was written to its volume in between: of several servers, one may differ (right: 410 upload-expired, first)",
  ]);
});

test("not where something was written in between, nor where a header differs", () => {
  const first = finalize("first", expired);
  const bytes = exchange("bytes", {
    operation: "unpublishVersion",
    method: "DELETE",
    path: "volumes/v1/1.0.0",
    status: 204,
  });
  const wrong = finalize("wrong");
  expect(tell([first, bytes, wrong], wrong).kind).not.toBe("equal");
  const other = finalize("other", { status: 201, headers: [["Accept", "*/*"]] });
  expect(tell([first, other], other).kind).not.toBe("equal");
});

test("a read that was right before is no equal one, unless it is right again: what was written may be seen late", () => {
  const read = (id: string, name: string): Exchange =>
    exchange(id, { path: "volumes/v1/1.0.0", body: { name } });
  const about = { expected: "v1", got: '"v2"', member: "/name", wanted: {} };
  const [before, wrong] = [read("before", "v1"), read("wrong", "v2")];
  expect(tell([before, wrong], wrong, about).lines).toEqual([]);
  expect(tell([before, wrong, read("again", "v1")], wrong, about).kind).toBe("equal");
});

test.each([
  [
    "finalizeReleaseUpload" as const,
    "with this token, 2 of 3 requests since then were answered 401 (first right#1): of several servers, one may remember the token",
  ],
  [
    "createReleaseUpload" as const,
    "with this token, only other operations answered 401 (2 times, first right#1): this one does not look at the same, or one of several servers remembers the token",
  ],
])("a token that requests of %s are refused for is told with their number", (operation, told) => {
  const refused = { status: 401, body: { type: "https://problems.test/authentication-required" } };
  const token = "token-of-a/one.scoped";
  const right = [1, 2].map((number) =>
    exchange(`right#${number}`, {
      operation,
      method: "POST",
      path: "volumes/v2",
      credential: token,
      ...refused,
    }),
  );
  const wrong = finalize("wrong", { status: 201 }, token);
  const wanted = {
    expected: "401 authentication-required",
    wanted: { problems: ["authentication-required"] },
  };
  expect(tell([...right, wrong], wrong, wanted).lines).toEqual([told]);
});

test("equal requests that were sent at once are no sign of several servers", () => {
  const conflict = { status: 409, body: { type: "https://problems.test/idempotency-conflict" } };
  const first = { ...finalize("first", { status: 201 }), startedAtMs: 100, durationMs: 50 };
  const wrong = { ...finalize("wrong", conflict), startedAtMs: 100, durationMs: 50 };
  const about = {
    expected: "a success (2xx)",
    got: "409 idempotency-conflict",
    wanted: { answer: "success" },
  } as const;

  expect(tell([first, wrong], wrong, about)).toMatchObject({
    lines: ["one of several equal requests that were sent at once (right: 201, first)"],
    kind: "meanwhile",
  });
  const later = { ...wrong, startedAtMs: 200 };
  expect(tell([first, later], later, about).kind).not.toBe("meanwhile");
});
