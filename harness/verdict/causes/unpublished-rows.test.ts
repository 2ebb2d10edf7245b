import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../schemas/report.ts";
import { exchange } from "./circumstances/made-up-exchange.test.fixture.ts";
import type { Sighting } from "./deviation.ts";
import { explainByUnpublished } from "./unpublished-rows.ts";
import type { Wrong } from "./wrong.ts";

function sighting(shown: Exchange, wrong: Wrong, got: string): Sighting {
  return {
    requirement: {} as CaseResult,
    got,
    deviation: { wrong, key: wrong.kind, operation: shown.operation, exchange: shown },
    exchanges: [shown.id],
  };
}

const items: Wrong = { kind: "member", member: "items" };

function read(version: string): Sighting {
  const shown = exchange(`read ${version}`, { path: `volumes/v1/${version}` });
  const about = { volume: { segment: "v1" }, version };
  return sighting(
    { ...shown, about },
    { kind: "accepted", operation: "getRelease", chapter: "any", refusal: "404" },
    "200",
  );
}

const search = exchange("search", { operation: "searchVolumes", path: "search" });

test("a search that shows a release belongs to what is wrong with that release, and so do rows of others", () => {
  const shown = sighting(search, items, '"v1" "1.2.3"');
  const ofOther = sighting(search, items, '"v2" "3.0.0"');
  const explain = explainByUnpublished([read("1.2.3"), shown, ofOther], []);
  expect(explain(shown)).toBe("accepted");
  expect(explain(ofOther)).toBe("accepted");
});

test("a row of a version index belongs to what is wrong with the upload of its version", () => {
  const create = exchange("create", {
    operation: "createReleaseUpload",
    method: "POST",
    path: "volumes/v1",
    status: 201,
    body: { uploadId: "u1" },
  });
  const finalize = exchange("finalize", {
    operation: "finalizeReleaseUpload",
    method: "POST",
    path: "volumes/v1/uploads/u1/finalize",
  });
  const volume = { segment: "v1" };
  const created = { ...create, about: { volume, version: "1.2.3" } };
  const refused = sighting(
    { ...finalize, about: { volume, uploadId: "u1" } },
    { kind: "refused", operation: "finalizeReleaseUpload", slug: "invalid-upload-state" },
    "409",
  );
  const index = exchange("index", { operation: "getVersionIndex", path: "index/volumes/v1" });
  const row = sighting({ ...index, about: { volume } }, items, '{"version":"1.2.3"}');
  expect(explainByUnpublished([refused, row], [created])(row)).toBe("refused");
});

test("rows of releases with which nothing else is wrong are of their own", () => {
  const shown = sighting(search, items, '"v1" "9.9.9"');
  expect(explainByUnpublished([read("1.2.3"), shown], [])(shown)).toBeUndefined();
});
