import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../../schemas/report.ts";
import { type Sighting, toDeviation } from "../deviation.ts";
import { createCircumstances } from "./circumstances.ts";
import { exchange, type Sent } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";

const finding = {
  expected: "410 upload-expired",
  got: "201",
  wanted: { problems: ["upload-expired"] },
};

function by(actor: string, ordinal: number, sent: Sent): Exchange {
  return { ...exchange(`${actor}#${ordinal}`, sent), actor };
}

function finalize(actor: string, ordinal: number, volume: string, sent: Omit<Sent, "path"> = {}): Exchange {
  const path = `volumes/${volume}/uploads/up-1/finalize`;
  return by(actor, ordinal, { operation: "finalizeReleaseUpload", method: "POST", path, ...sent });
}

function tell(exchanges: readonly Exchange[], ...wrong: readonly Exchange[]): readonly string[] {
  const sightings = wrong.map(toSighting);
  return createCircumstances(openRecordedRun(exchanges, sightings))(sightings).lines;
}

function toSighting(shown: Exchange): Sighting {
  const requirement = { id: "a/one", verdict: "failed", operations: [shown.operation] };
  return {
    requirement: requirement as unknown as CaseResult,
    deviation: toDeviation("a/one", shown, finding),
    ...finding,
    isMain: true,
    exchanges: [shown.id],
  };
}

const expired = { status: 410, body: { type: "https://problems.test/upload-expired" } };
const unknown = { status: 404, body: { type: "https://problems.test/not-found" } };

test("the same step with names of the other form is the nearest right response, and what differs is told", () => {
  const refused = exchange("refused", {
    operation: "unpublishVersion",
    method: "DELETE",
    path: "volumes/plain/2.0.0",
    status: 403,
  });
  const right = finalize("one.scoped", 0, "@scope/named", expired);
  const other = finalize("one.scoped", 1, "@scope/named", expired);
  const wrong = finalize("one.unscoped", 0, "plain", {
    status: 201,
    headers: [["Idempotency-Key", "key"]],
  });
  expect(tell([refused, right, other, wrong], wrong)).toEqual([
    "in 1 of 2 alike requests, with unscoped names: with names of the other form it was right (410 upload-expired, one.scoped#0). The form may decide, or which server answered",
    "not ruled out: with the key in the header",
  ]);
});

test("a response with another problem, for another token, or to a request that is wrong in another way, shows nothing", () => {
  const wrong = finalize("one", 0, "plain", { status: 201 });
  expect(tell([finalize("one", 1, "plain", unknown), wrong], wrong)).toEqual([]);
  expect(tell([finalize("two", 0, "plain", { ...expired, credential: "outsider" }), wrong], wrong)).toEqual(
    [],
  );
  expect(tell([finalize("two", 0, "plain", expired), wrong], wrong)).toEqual([]);
  const scoped = finalize("two", 0, "@scope/named", expired);
  expect(tell([scoped, wrong], wrong)).toEqual([
    "in 1 of 2 alike requests, with unscoped names: with names of the other form it was right (410 upload-expired, two#0). The form may decide, or which server answered",
  ]);
});

test("a request that seems equal tells nothing, and the same one that it is not always", () => {
  const search = (actor: string, query: string, sent: Omit<Sent, "path"> = {}): Exchange =>
    by(actor, 0, { operation: "searchVolumes", method: "GET", path: `search?${query}`, ...sent });
  const invalid = { status: 400, body: { type: "https://problems.test/upload-expired" } };
  const right = search("right", "limit=x", invalid);
  const wrong = [search("one", "limit=0", { status: 200 }), search("two", "offset=-1", { status: 200 })];

  expect(tell([right, ...wrong], ...wrong)).toEqual([]);
  const again = search("one", "limit=0", invalid);
  expect(tell([{ ...again, id: "one#1" }, ...wrong], ...wrong.slice(0, 1))).toEqual([
    "1 of 2 equal requests was answered so, and nothing was written to its volume in between: of several servers, one may differ (right: 400 upload-expired, one#1)",
  ]);
});

test("of a request that should be refused for its token, the refusal of the same token is compared with all that differs", () => {
  const asks = {
    expected: "401 authentication-required",
    got: "201",
    wanted: { problems: ["authentication-required"] },
  };
  const create = (actor: string, volume: string, status: number): Exchange =>
    by(actor, 0, {
      operation: "createReleaseUpload",
      method: "POST",
      path: `volumes/${volume}`,
      credential: "expired",
      ...(status === 401
        ? { status, body: { type: "https://problems.test/authentication-required" } }
        : { status }),
    });
  const blocked = exchange("blocked", {
    operation: "state",
    method: "POST",
    path: "state",
    sent: { params: { state: "blocked" } },
  });
  const named = {
    ...blocked,
    about: {
      ...blocked.about,
      state: "release-status" as const,
      volume: { segment: "v1" },
      version: "1.0.0",
    },
  };
  const refused = create("one.scoped", "@scope/v2", 401);
  const accepted = create("one.unscoped", "v1", 201);
  const shown: Sighting = {
    ...toSighting(accepted),
    ...asks,
    deviation: toDeviation("authentication/one", accepted, asks),
  };
  const many = Array.from({ length: 20 }, (_, number) => {
    const one = create(`other${number}`, number % 2 === 0 ? `w${number}` : `@scope/w${number}`, 401);
    return { ...one, about: { ...one.about, credential: "outsider" } };
  });
  const run = openRecordedRun([named, ...many, refused, accepted], [shown]);
  expect(createCircumstances(run)([shown]).lines).toEqual([
    "in 1 of 2 alike requests, with unscoped names: with names of the other form it was right (401 authentication-required, one.scoped#0). The form may decide, or which server answered",
    "not ruled out: with other versions in the volume, with another version in the state `blocked`, after the states hook set `blocked`",
  ]);
});
