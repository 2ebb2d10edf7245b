import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../schemas/report.ts";
import { readAround } from "./around.ts";
import { exchange, type Sent } from "./circumstances/made-up-exchange.test.fixture.ts";
import { describeCause } from "./cause-text.ts";
import type { Sighting } from "./deviation.ts";
import type { Wrong } from "./wrong.ts";

const operation = "createReleaseUpload";

function create(id: string, sent: Partial<Sent>): Exchange {
  return exchange(id, { operation, method: "POST", path: "volumes/v1", credential: "publisher", ...sent });
}

function hintFor(
  shown: Exchange,
  wanted: string,
  others: readonly Exchange[],
  wrong: Wrong = { kind: "accepted", operation, chapter: "publish", refusal: wanted },
): string {
  const sighting: Sighting = {
    requirement: { id: "a/one", verdict: "failed", operations: [operation] } as unknown as CaseResult,
    wanted: { problems: [wanted] },
    got: "201",
    expected: wanted,
    deviation: { wrong, key: wrong.kind, operation, exchange: shown },
    exchanges: [shown.id],
  };
  return describeCause(sighting, readAround(sighting, [...others, shown])).hint;
}

const missingCheck =
  "No request of this operation was refused with this problem: find the check that is missing";
const weakCheck =
  "One other request of this operation was refused with this problem: find what lets this one through";

test("where the key was recognized in another request, the check is not missing", () => {
  const sent = { idempotencyKey: "one" };
  const shown = create("wrong#1", { sent, status: 201 });
  const refusal = { status: 409, body: { type: "https://problems.test/idempotency-conflict" } };
  const ofKey = create("right#1", { sent, ...refusal });
  const ofOtherKey = create("right#2", { sent: { idempotencyKey: "two" }, ...refusal });

  expect(hintFor(shown, "idempotency-conflict", [ofKey])).toMatch(/^This key was recognized/);
  expect(hintFor(shown, "idempotency-conflict", [ofOtherKey])).toBe(weakCheck);
});

test("where another caller was refused with the same key, the refusal may have been kept", () => {
  const refusal = { status: 403, body: { type: "https://problems.test/authorization-failed" } };
  const hint = (key: string): string => {
    const shown = create("wrong#1", { sent: { idempotencyKey: "one" }, ...refusal });
    const before = create("right#1", { sent: { idempotencyKey: key }, ...refusal, credential: "outsider" });
    const wrong = { kind: "refused", operation, slug: "authorization-failed" } as const;
    return hintFor({ ...shown, startedAtMs: before.startedAtMs + 1 }, "success", [before], wrong);
  };

  expect(hint("one")).toMatch(/^Another caller was refused with this key/);
  expect(hint("two")).toBe("This request is valid; find what rejects it");
});

test("a token that was accepted before, and no more since, has come to its end", () => {
  const refusal = { status: 401, body: { type: "https://problems.test/authentication-required" } };
  const hint = (laterStatus: number): string => {
    const before = { ...create("right#1", { status: 201 }), startedAtMs: 1 };
    const shown = { ...create("wrong#1", refusal), startedAtMs: 2 };
    const later = { ...create("right#2", { status: laterStatus }), startedAtMs: 3 };
    const wrong = { kind: "refused", operation, slug: "authentication-required" } as const;
    return hintFor(shown, "success", [before, later], wrong);
  };

  expect(hint(401)).toMatch(/^This token was accepted before, and no more since/);
  expect(hint(201)).toBe("This request is valid; find what rejects it");
});

test("where another request without a token was refused, the check is not missing", () => {
  const [shown, ofNobody] = [
    exchange("wrong#1", { operation, method: "POST", path: "volumes/v1", status: 201 }),
    exchange("right#1", { operation, method: "POST", path: "volumes/v1", status: 401 }),
  ];
  const ofSomebody = create("right#2", { status: 401 });

  expect(hintFor(shown, "authentication-required", [ofNobody])).toMatch(/^Another request without a token/);
  expect(hintFor(shown, "authentication-required", [ofSomebody])).toBe(missingCheck);
});

test("where another token of the hook was refused, the check is not missing", () => {
  const shown = create("wrong#1", { credential: "token-of-1", status: 201 });
  const ofOther = create("right#1", { credential: "token-of-2", status: 403 });
  const ofOutsider = create("right#2", { credential: "outsider", status: 403 });

  expect(hintFor(shown, "authorization-failed", [ofOther])).toMatch(/^Other tokens were refused here/);
  expect(hintFor(shown, "authorization-failed", [ofOutsider])).toBe(missingCheck);
});

test("a member that no conflict was about may be left out of what is compared", () => {
  const sentWith = (size: number, digest: string): unknown => ({
    idempotencyKey: "one",
    declaredSize: size,
    declaredDigest: digest,
  });
  const first = create("first#1", { sent: sentWith(1, "a"), status: 201 });
  const shown = create("wrong#1", { sent: sentWith(2, "a"), status: 201 });
  const refusal = { status: 409, body: { type: "https://problems.test/idempotency-conflict" } };
  const ofDigest = create("right#1", { sent: sentWith(1, "b"), ...refusal });
  const ofSize = create("right#2", { sent: sentWith(3, "a"), ...refusal });

  expect(hintFor(shown, "idempotency-conflict", [first, ofDigest])).toMatch(
    /Check that `declaredSize` is part/,
  );
  expect(hintFor(shown, "idempotency-conflict", [first, ofDigest, ofSize])).toMatch(/Find what forgets it/);
});

test("the very answer of another request with the key is told to be a stored one", () => {
  const answered = { status: 201, body: { uploadId: "u1" } };
  const before = create("before#1", { sent: { idempotencyKey: "one" }, path: "volumes/v2", ...answered });
  const shown = create("wrong#1", { sent: { idempotencyKey: "one" }, ...answered });
  const member = { kind: "member", member: "uploadId" } as const;
  expect(hintFor(shown, "success", [before], member)).toMatch(
    /^This is the stored answer of another request/,
  );
  const ofOther = create("before#2", { sent: { idempotencyKey: "two" }, path: "volumes/v2", ...answered });
  const later = create("wrong#2", { sent: { idempotencyKey: "one" }, ...answered });
  expect(hintFor(later, "success", [ofOther], member)).toBe("Find the code that fills this member");
});

test("a refusal of somebody else may have changed what the request is about", () => {
  const hint = (status: number): string => {
    const before = { ...create("right#1", { status, credential: "outsider" }), startedAtMs: 1 };
    const refusal = { status: 409, body: { type: "https://problems.test/invalid-upload-state" } };
    const shown = { ...create("wrong#1", refusal), startedAtMs: 2 };
    return hintFor(shown, "success", [before], {
      kind: "refused",
      operation,
      slug: "invalid-upload-state",
    });
  };

  expect(hint(403)).toMatch(/^The same request was refused before, for who sent it/);
  expect(hint(400)).toBe("This request is valid; find what rejects it");
});

test("what was refused once and then accepted was changed in between", () => {
  const refusal = { status: 409, body: { type: "https://problems.test/invalid-upload-state" } };
  const before = { ...create("right#1", refusal), startedAtMs: 1 };
  const shown = { ...create("wrong#1", { status: 201 }), startedAtMs: 2 };

  expect(hintFor(shown, "invalid-upload-state", [before])).toMatch(/^The same request was refused before: /);
  expect(hintFor(shown, "invalid-upload-state", [])).toBe(missingCheck);
});

test("two keys of one request are to be compared", () => {
  const refusal = { status: 409, body: { type: "https://problems.test/idempotency-conflict" } };
  const headers = [["Idempotency-Key", "one"]] as const;
  const shown = create("wrong#1", { sent: { idempotencyKey: "two" }, headers, status: 201 });
  const right = create("right#1", { sent: { idempotencyKey: "three" }, headers, ...refusal });

  expect(hintFor(shown, "idempotency-conflict", [right])).toMatch(/^The header has one key, and the body/);
});

test("an ended token of the hook is told so", () => {
  const shown = create("wrong#1", { credential: "token-of-a/one", status: 201 });

  expect(hintFor(shown, "authentication-required", [])).toMatch(/^This token has ended/);
});

test("a stored answer that is given to nobody is told so", () => {
  const sent = { idempotencyKey: "one" };
  const before = { ...create("right#1", { sent, status: 201 }), startedAtMs: 1 };
  const shown = { ...create("wrong#1", { sent, status: 201, credential: "outsider" }), startedAtMs: 2 };

  expect(hintFor(shown, "authentication-required", [before])).toMatch(
    /^This request succeeded before with this key\. Look/,
  );
});

test("a member that made another key conflict is compared", () => {
  const refusal = { status: 409, body: { type: "https://problems.test/idempotency-conflict" } };
  const sent = (key: string, version: string): Partial<Sent> => ({ sent: { idempotencyKey: key, version } });
  const ofOther = [
    create("right#1", { ...sent("two", "1.0.0"), status: 201 }),
    create("right#2", { ...sent("two", "2.0.0"), ...refusal }),
  ];
  const ofOwn = [
    create("right#3", { ...sent("one", "1.0.0"), status: 201 }),
    create("right#4", { sent: { idempotencyKey: "one", version: "1.0.0", declaredSize: 1 }, ...refusal }),
  ];
  const shown = create("wrong#1", { ...sent("one", "2.0.0"), status: 201 });

  expect(hintFor(shown, "idempotency-conflict", ofOwn)).toMatch(/Check that `version` is part/);
  expect(hintFor(shown, "idempotency-conflict", [...ofOther, ...ofOwn])).toMatch(/Find what forgets it/);
});

test("a token that is nearly a valid one is told so where another unknown one was refused", () => {
  const sent = (id: string, token: string, status: number): Exchange =>
    create(id, { headers: [["authorization", `Bearer ${token}`]], status, credential: "other" });
  const shown = sent("wrong#1", "~redacted.publisher-with-one-more-character~", 201);

  expect(hintFor(shown, "authentication-required", [sent("right#1", "unknown-1", 401)])).toMatch(
    /^Compare tokens character by character/,
  );
  expect(hintFor(shown, "authentication-required", [sent("wrong#2", "unknown-1", 201)])).not.toMatch(
    /^Compare tokens/,
  );
});
