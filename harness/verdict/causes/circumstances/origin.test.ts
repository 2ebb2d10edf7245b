import { expect, test } from "vitest";
import type { CaseResult, Exchange } from "../../../../schemas/report.ts";
import { toDeviation } from "../deviation.ts";
import { exchange, type Sent } from "./made-up-exchange.test.fixture.ts";
import { createOrigins } from "./origin.ts";
import { openRecordedRun } from "./recorded-run.ts";

/** The line for the last exchange, in which this member is wrong. */
function originOf(all: readonly Exchange[], member: string): string | undefined {
  const deviation = toDeviation("a/one", all.at(-1), { expected: "", got: "", member });
  return createOrigins(openRecordedRun(all, []))({
    requirement: {} as CaseResult,
    deviation,
    exchanges: [],
    member,
  })?.line;
}

function attached(path: string, attachmentId: string): Exchange {
  return exchange(`attached ${path}`, {
    operation: "finalizeTrustUpload",
    method: "POST",
    path: `volumes/${path}/trust/uploads/u/finalize`,
    status: 201,
    body: { attachmentId },
  });
}

function detail(path: string, id: string): Exchange {
  return exchange(`detail ${path}`, {
    operation: "getTrustDetail",
    path: `volumes/${path}/trust/detail`,
    body: { attachments: [{ id }] },
  });
}

test("an id that another version got is told to be that version's", () => {
  const all = [attached("v1/1.0.0-rc.1", "att_of_lower_1"), detail("v1/1.0.0-RC.1", "att_of_lower_1")];
  expect(originOf(all, "/attachments")).toBe(
    '"att_of_lower_1" is of version 1.0.0-rc.1 of this volume, which differs in letter case only',
  );
});

test("an id that a volume of that name in a scope got is told to be that volume's", () => {
  const all = [attached("@s/v1/1.0.0", "att_of_scoped_1"), detail("v1/1.0.0", "att_of_scoped_1")];
  expect(originOf(all, "/attachments")).toBe(
    '"att_of_scoped_1" is of version 1.0.0 of a volume with this name and another scope, or none',
  );
});

test("an id that the release itself got, too, is of no other one", () => {
  const all = [
    attached("v1/1.0.0-rc.1", "att_of_both_1"),
    attached("v1/1.0.0-RC.1", "att_of_both_1"),
    detail("v1/1.0.0-RC.1", "att_of_both_1"),
  ];
  expect(originOf(all, "/attachments")).toBeUndefined();
});

test("a document that names another version than its path is told how the two differ", () => {
  const shown = exchange("metadata", { path: "volumes/v1/1.0.0-rc-1", body: { version: "1.0.0-rc.1" } });
  expect(originOf([shown], "/version")).toBe("the version that it names has a dot for a hyphen");
});

test("a document of a volume whose name has another scope is told to be that volume's", () => {
  const shown = exchange("metadata", { path: "volumes/@s/v1/1.0.0", body: { name: "v1", version: "1.0.0" } });
  expect(originOf([published("v1", "1.0.0", digest), shown], "/status/state")).toBe(
    "the document names a volume with this name and another scope, or none",
  );
  expect(originOf([shown], "/name")).toBe("the document names this volume without its scope");
});

function published(volume: string, version: string, integrity: string): Exchange {
  const path = `volumes/${volume}/uploads/u-${volume}/finalize`;
  const sent: Sent = { operation: "finalizeReleaseUpload", method: "POST", path, status: 201 };
  const made = exchange(`finalize ${volume}`, { ...sent, body: { release: { version, integrity } } });
  return { ...made, about: { ...made.about, version } };
}

const digest = `sha256:${"a1".repeat(32)}`;

test("a row of a volume whose name begins like the one that was asked for is told to be that volume's", () => {
  const index = (): Exchange =>
    exchange("index", {
      operation: "getVersionIndex",
      path: "index/volumes/v1",
      body: { items: [{ version: "1.0.0", integrity: digest }] },
    });
  expect(originOf([published("v1-more", "1.0.0", digest), index()], "/items")).toBe(
    "the row of 1.0.0 is of another volume, whose name begins with this one",
  );
  expect(
    originOf([published("v1", "1.0.0", digest), published("v1-more", "1.0.0", digest), index()], "/items"),
  ).toBeUndefined();
});

test("a conflict with a version that only a volume with a similar name has is told", () => {
  const create = (): Exchange =>
    exchange("create", {
      operation: "createReleaseUpload",
      method: "POST",
      path: "volumes/v1-more",
      sent: { version: "1.0.0" },
      status: 409,
      body: { type: "https://problems.test/version-conflict" },
    });
  expect(originOf([published("v1", "1.0.0", digest), create()], "")).toBe(
    "no such version was published here, but in another volume, whose name is the beginning of this one",
  );
  expect(originOf([published("v1-more", "1.0.0", digest), create()], "")).toBeUndefined();
  expect(originOf([published("other", "1.0.0", digest), create()], "")).toBeUndefined();
});

test("a digest that a write was answered with may have been used before", () => {
  const used = published("v2", "1.0.0", digest);
  const create = exchange("create", {
    operation: "createReleaseUpload",
    method: "POST",
    path: "volumes/v1",
    sent: { version: "1.0.0" },
    status: 201,
    body: { declaredDigest: digest },
  });
  expect(originOf([used, create], "")).toBeUndefined();
});

test("wrong bytes of a download are told to be of another upload, and when they came", () => {
  const url = "https://registry.test/files/1.tar.gz";
  const finalized = { release: { version: "1.0.0", integrity: "sha256:1", dist: { url } } };
  const create = (id: string): Exchange =>
    exchange(`create ${id}`, {
      operation: "createReleaseUpload",
      method: "POST",
      path: "volumes/v1",
      sent: { version: "1.0.0" },
      status: 201,
      body: { uploadId: id, upload: { url: `https://registry.test/bytes/${id}` } },
    });
  const put = (id: string, sent: string): Exchange => {
    const made = exchange(`put ${id}`, { operation: "transferBytes", method: "PUT", path: "x", sent });
    return { ...made, request: { ...made.request, url: `https://registry.test/bytes/${id}` } };
  };
  const all = [
    create("first-upload-1"),
    create("second-upload-2"),
    put("first-upload-1", "its own bytes"),
    exchange("finalize", {
      operation: "finalizeReleaseUpload",
      method: "POST",
      path: "volumes/v1/uploads/first-upload-1/finalize",
      status: 201,
      body: finalized,
    }),
    put("second-upload-2", "late bytes"),
  ];
  const made = exchange("download", { operation: "transferBytes", path: "x", body: "late bytes" });
  const shown = { ...made, request: { ...made.request, url } };
  const deviation = toDeviation("a/one", shown, {
    expected: "the uploaded file tree",
    got: "another",
    aspect: "body",
  });
  const origin = createOrigins(openRecordedRun([...all, shown], []))({
    requirement: {} as CaseResult,
    deviation: { ...deviation, wrong: { kind: "content", operation: "transferBytes" } },
    exchanges: [],
  });

  expect(origin?.line).toBe(
    "these bytes were sent in another upload for this release, less than a second after the release was published",
  );
});

test("a digest in a row of the index that is of another row is told to be that row's", () => {
  const [first, second] = [digest, `sha256:${"b2".repeat(32)}`];
  const before = [published("v1", "1.0.0", first), published("v1", "1.1.0", second)];
  const rows = ["1.0.0", "1.1.0"].map((version) => ({ version, integrity: first }));
  const shown = exchange("index", {
    operation: "getVersionIndex",
    path: "index/volumes/v1",
    body: { items: rows },
  });
  expect(originOf([...before, shown], "/items/1/integrity")).toBe(
    '"sha256:a1a1a1a1a1a…a1a1a1" is that of row 1 of 2, version 1.0.0',
  );
});

test("a digest that nothing else in the run has is told to be unknown", () => {
  const made = `sha256:${"5e".repeat(32)}`;
  const summary = exchange("summary", {
    operation: "getTrustSummary",
    path: "volumes/v1/1.0.0/trust/summary",
    body: { subject: { integrity: made } },
  });
  const before = published("v1", "1.0.0", digest);
  expect(originOf([before, summary], "/subject/integrity")).toBe(
    '"sha256:5e5e5e5e5e5…5e5e5e" is in no request, and in no response of another operation',
  );
  const sent = exchange("create", {
    operation: "createReleaseUpload",
    method: "POST",
    path: "volumes/v1",
    sent: { declaredDigest: made },
  });
  const again = { ...summary, startedAtMs: sent.startedAtMs + 1 };
  expect(originOf([sent, before, again], "/subject/integrity")).toBeUndefined();
});
