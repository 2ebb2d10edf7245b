import { describe, expect, test } from "vitest";
import type { CaseResult, Exchange, Finding } from "../../../../schemas/report.ts";
import { sha256 } from "../../../seed.ts";
import { toDeviation, type Sighting } from "../deviation.ts";
import { exchange, type Sent } from "./made-up-exchange.test.fixture.ts";
import { openRecordedRun } from "./recorded-run.ts";
import { createStories } from "./story.ts";

/** The steps before the last exchange, where nothing else is wrong. */
function storyOf(
  all: readonly Exchange[],
  member?: string,
  broken: readonly Exchange[] = [],
  finding: Pick<Finding, "wanted" | "aspect"> = {},
  isOfRelease = false,
): readonly string[] {
  const sightings = broken.map((shown): Sighting => ({
    requirement: {} as CaseResult,
    deviation: toDeviation("a/one", shown, undefined),
    exchanges: [shown.id],
  }));
  const shown: Sighting = {
    requirement: {} as CaseResult,
    deviation: toDeviation("a/one", all.at(-1), { expected: "", got: "", ...finding }),
    exchanges: [],
    ...(member === undefined ? {} : { member }),
    ...finding,
  };
  return createStories(openRecordedRun(all, sightings))(shown, isOfRelease);
}

let count = 0;

function sent(operation: Exchange["operation"], path: string, about: Omit<Sent, "path"> = {}): Exchange {
  count += 1;
  const credential = operation === "transferBytes" ? {} : { credential: "publisher" };
  return exchange(`sent#${count}`, { operation, method: "POST", path, status: 201, ...credential, ...about });
}

const bytes = "the bytes of an archive";
const digest = sha256(Buffer.from(bytes));

function create(version: string, uploadId: string, about: Omit<Sent, "path"> = {}): Exchange {
  return sent("createReleaseUpload", "volumes/v1", {
    sent: { version, declaredDigest: digest, declaredSize: bytes.length },
    body: { uploadId, upload: { url: `https://registry.test/api/v1/bytes/${uploadId}` } },
    ...about,
  });
}

function transfer(uploadId: string, content: string): Exchange {
  return sent("transferBytes", `bytes/${uploadId}`, { method: "PUT", sent: content, status: 200 });
}

function finalize(uploadId: string, about: Omit<Sent, "path"> = {}): Exchange {
  return sent("finalizeReleaseUpload", `volumes/v1/uploads/${uploadId}/finalize`, about);
}

function refused(status: number, slug: string): Omit<Sent, "path"> {
  return { status, body: { type: `https://problems.test/${slug}` } };
}

describe("what was sent before a response", () => {
  test("of an upload: its steps in their order, with what was declared, and who was refused", () => {
    const all = [
      create("1.0.0", "u1", { headers: [["Idempotency-Key", "key"]] }),
      create("1.0.0", "u2"),
      transfer("u1", bytes.slice(1)),
      transfer("u1", bytes.replace("the", "The")),
      finalize("u1", { credential: "outsider", ...refused(403, "authorization-failed") }),
      finalize("u1", { credential: "outsider", ...refused(403, "authorization-failed") }),
      finalize("u1", refused(409, "invalid-upload-state")),
    ];
    expect(storyOf(all)).toEqual([
      "`POST` create of 1.0.0 with a key -> 201",
      "`POST` create of another upload of this version -> 201",
      `\`PUT\` of ${bytes.length - 1} bytes (${bytes.length} were declared) -> 200`,
      `\`PUT\` of ${bytes.length} bytes (other ones than declared) -> 200`,
      "`POST` finalize of 1.0.0 as outsider -> 403 authorization-failed (2 times)",
    ]);
  });

  test("of an upload: how far the digest of the bytes is the declared one", () => {
    const declaredDigest = digest.replace(/.{2}$/u, (end) => (end === "00" ? "11" : "00"));
    const sentWith = { sent: { version: "1.0.0", declaredDigest } };
    expect(storyOf([create("1.0.0", "u1", sentWith), transfer("u1", bytes), finalize("u1")])).toEqual([
      "`POST` create of 1.0.0 -> 201",
      `\`PUT\` of ${bytes.length} bytes (whose digest is the declared one but for digits 63 to 64 of 64) -> 200`,
    ]);
  });

  test("of a key: what it, or one like it, was used for", () => {
    const headers = (key: string): Omit<Sent, "path"> => ({ headers: [["Idempotency-Key", key]] });
    const all = [
      create("1.0.0", "u1", headers("the-key")),
      create("1.1.0", "u2", headers("the-key")),
      create("1.2.0", "u3", headers("The-Key ")),
      create("1.2.0", "u4", headers("none-of-them")),
      finalize("u1"),
      create("1.0.0", "u1", headers("the-key")),
    ];
    expect(storyOf(all)).toEqual([
      "`POST` create of 1.0.0, the same request with this key -> 201",
      "`POST` create of 1.1.0, the same key with another request -> 201, which is wrong too",
      "`POST` create of 1.2.0, a key that differs only in white space, letter case and Unicode form -> 201",
      "`POST` finalize of 1.0.0 -> 201",
    ]);
  });

  test("of a read: the last right one, and what was written since, not before", () => {
    const read = (about: Omit<Sent, "path">): Exchange =>
      sent("getRelease", "volumes/v1/1.0.0", { method: "GET", status: 200, ...about });
    const all = [
      create("1.0.0", "u1"),
      finalize("u1"),
      read({ body: { state: "available" } }),
      create("1.1.0", "u2"),
      finalize("u2"),
      sent("unpublishVersion", "volumes/v1/1.1.0", { method: "DELETE", status: 200 }),
      read({ body: { state: "gone" } }),
      read({ body: { state: "gone" } }),
    ];
    expect(storyOf(all)).toEqual([
      "the same read, with a right answer",
      "`POST` finalize of 1.1.0 -> 201",
      "`DELETE` of 1.1.0 -> 200",
    ]);
    // a response that shows any deviation is no right answer
    expect(storyOf(all, undefined, all.slice(2, 3))[0]).toBe("`POST` finalize of 1.0.0 -> 201");
  });

  test("of a read that was wrong before: what was sent until then, and of much that of the release and what was taken away", () => {
    const read = (state: string): Exchange =>
      sent("getRelease", "volumes/v1/1.0.0", { method: "GET", status: 200, body: { state } });
    const publish = (version: string): readonly Exchange[] => [create(version, version), finalize(version)];
    const others = (): readonly Exchange[] => ["2.0.0", "2.1.0", "2.2.0"].flatMap(publish);
    const all = [
      create("1.0.0", "u1"),
      finalize("u1"),
      read("yanked"),
      ...others(),
      sent("unpublishVersion", "volumes/v1/2.0.0", { method: "DELETE", status: 200 }),
      ...others(),
      read("available"),
      sent("unpublishVersion", "volumes/v1/2.1.0", { method: "DELETE", status: 200 }),
      read("available"),
    ];
    const story = storyOf(all);
    expect(story).toContain("`DELETE` of 2.0.0 -> 200");
    expect(story).not.toContain("`DELETE` of 2.1.0 -> 200");
    // of what was added elsewhere in the volume, the last two
    expect(story).toHaveLength(4);
  });

  test("of a read that nothing but its own release sets apart: not what was done to other versions", () => {
    const all = [
      create("1.0.0", "u1"),
      finalize("u1"),
      create("2.0.0", "u2"),
      finalize("u2"),
      sent("createTrustUpload", "volumes/v1/1.0.0/trust/uploads", { body: { uploadId: "t1" } }),
      sent("finalizeTrustUpload", "volumes/v1/1.0.0/trust/uploads/t1/finalize"),
      sent("getTrustDetail", "volumes/v1/1.0.0/trust/detail", { method: "GET", status: 200 }),
    ];
    const own = ["`POST` finalize of 1.0.0 -> 201", "`POST` trust finalize of 1.0.0 -> 201"];
    expect(storyOf(all, undefined, [], {}, true)).toEqual(own);
    expect(storyOf(all)).toContain("`POST` finalize of 2.0.0 -> 201");
  });

  test("of an upload whose version was published before it was opened: that too", () => {
    const all = [
      create("1.0.0", "u1"),
      finalize("u1"),
      create("1.0.0", "u2"),
      transfer("u2", bytes),
      finalize("u2"),
    ];
    expect(storyOf(all)[0]).toBe("`POST` finalize of another upload of this version -> 201");
  });

  test("of a conditional read: from the response on whose validator it has", () => {
    const read = (about: Omit<Sent, "path">): Exchange =>
      sent("getVersionIndex", "index/volumes/v1", { method: "GET", ...about });
    const all = [
      create("1.0.0", "u1"),
      read({ status: 200, answered: [["ETag", '"1"']] }),
      finalize("u1"),
      read({ status: 200, answered: [["ETag", '"2"']], body: { items: [] } }),
      read({ status: 304, headers: [["If-None-Match", '"1"']] }),
    ];
    expect(storyOf(all)).toEqual(["the same read, with a right answer", "`POST` finalize of 1.0.0 -> 201"]);
  });

  test("of a row: what happened to its version, and the state that the hook set", () => {
    const before = [create("1.0.0", "u1"), finalize("u1")];
    const state = sent("state", "hook", {
      sent: { state: "release-status", params: { name: "v1", version: "1.0.0", state: "yanked" } },
      status: 200,
    });
    const all = [
      ...before,
      {
        ...state,
        about: { state: "release-status", volume: { segment: "v1" }, version: "1.0.0" },
      },
      sent("getVersionIndex", "index/volumes/v1", {
        method: "GET",
        status: 200,
        body: { items: [{ version: "1.0.0", status: { state: "available" } }] },
      }),
    ];
    expect(storyOf(all, "/items/0/status/state")).toEqual([
      "`POST` finalize of 1.0.0 -> 201",
      "the states hook sets `yanked` for 1.0.0",
    ]);
    expect(storyOf(all)[0]).toBe("`POST` finalize of 1.0.0 -> 201");
  });

  test("of a write at once with another one", () => {
    const all = [
      create("1.0.0", "u1"),
      transfer("u1", bytes),
      finalize("u1", { durationMs: 40 }),
      finalize("u1"),
    ];
    expect(storyOf(all).at(-1)).toBe("`POST` finalize of 1.0.0 -> 201 (at the same time)");
  });

  test("how long before the last step was, where there was a pause", () => {
    const all = [create("1.0.0", "u1"), finalize("u1"), finalize("u1")];
    const late = all.map((one, place) =>
      place === 2 ? { ...one, startedAtMs: one.startedAtMs + 20_000 } : one,
    );
    expect(storyOf(late).at(-1)).toBe("`POST` finalize of 1.0.0 -> 201 (20 s before)");
  });

  test("nothing where the request alone decides, or the response alone is wrong", () => {
    const invalid = create("1.0.0", "u2", refused(400, "validation-failed"));
    const before = [create("1.0.0", "u1"), transfer("u1", bytes)];
    expect(storyOf([...before, finalize("u1"), invalid])).toEqual([]);
    expect(storyOf([...before, finalize("u1")], undefined, [], { aspect: "header" })).toEqual([]);
    expect(
      storyOf([...before, finalize("u1", { credential: "outsider" })], undefined, [], {
        wanted: { problems: ["authorization-failed"] },
      }),
    ).toEqual([]);
    expect(storyOf([...before, finalize("u1")])).toHaveLength(2);
  });

  test("nothing where nothing that was sent bears on it", () => {
    expect(storyOf([create("1.0.0", "u1"), sent("searchVolumes", "search?q=x", { method: "GET" })])).toEqual(
      [],
    );
  });
});

test("advisories that the states hook makes come before a list of advisories, and what is done to volumes does not", () => {
  const made = (id: string, params: object): Exchange => {
    const call = sent("state", "states", { sent: { state: "advisory", params }, body: { id } });
    return { ...call, about: { state: "advisory" } };
  };
  const long = "conf-with-a-long-beginning-advisories-unscoped-hp6n-1";

  expect(
    storyOf([
      made("A-1", { volume: "v1" }),
      create("1.0.0", "up-1"),
      made("A-2", { volume: long, withdrawn: true }),
      sent("searchAdvisories", "advisories", { method: "GET", status: 200 }),
    ]),
  ).toEqual([
    "the states hook makes the advisory A-1 for v1",
    "the states hook makes the withdrawn advisory A-2 for …ning-advisories-unscoped-hp6n-1",
  ]);
});

describe("what was done elsewhere", () => {
  test("a write to the volume of the same name is told where nothing was done to its own", () => {
    expect(
      storyOf([
        create("1.0.0", "u1"),
        finalize("u1"),
        sent("unpublishVersion", "volumes/@s/v1/1.0.0", { method: "DELETE", status: 204 }),
        sent("unpublishVersion", "volumes/@s/v2/1.0.0", { method: "DELETE", status: 204 }),
        exchange("shown", { path: "volumes/v1/1.0.0", body: { status: { state: "tombstoned" } } }),
      ]),
    ).toEqual([
      "`POST` finalize of 1.0.0 -> 201",
      "`DELETE` of 1.0.0 in the volume of the same name in a scope -> 204",
    ]);
  });

  test("bytes of another upload that declared the same digest are told of a download", () => {
    const url = "https://registry.test/api/v1/archives/1";
    const release = { name: "v1", version: "1.0.0", dist: { url } };
    expect(
      storyOf([
        create("1.0.0", "u1"),
        finalize("u1", { body: { release } }),
        sent("createReleaseUpload", "volumes/v2", {
          sent: { version: "1.0.0", declaredDigest: digest, declaredSize: 3 },
          body: { uploadId: "u2", upload: { url: "https://registry.test/api/v1/bytes/u2" } },
        }),
        transfer("u2", "abc"),
        exchange("shown", { operation: "transferBytes", path: "archives/1", body: "abc" }),
      ]),
    ).toEqual([
      "`PUT` of 3 bytes (other ones than declared) of another upload that declared the same digest -> 200",
    ]);
  });

  test("of a create that should be refused: the same request, which was refused before", () => {
    const earlier = create("1.0.0", "u1", {
      ...refused(400, "validation-failed"),
      headers: [["Idempotency-Key", "k"]],
    });
    const other = create("1.0.1", "u2", refused(400, "validation-failed"));
    const finding = { wanted: { answer: "refusal" } } as const;
    expect(storyOf([earlier, other, create("1.0.0", "u3")], undefined, [], finding)).toEqual([
      "`POST` create of 1.0.0, the same request with a key -> 400 validation-failed",
    ]);
    expect(storyOf([other, create("1.0.0", "u3")], undefined, [], finding)).toEqual([]);
  });
});

test("a create that is repeated, and returns the same upload, is none of another one", () => {
  const all = [
    create("1.0.0", "u1"),
    transfer("u1", bytes),
    create("1.0.0", "u1"),
    finalize("u1", refused(400, "missing-uploaded-bytes")),
  ];
  expect(storyOf(all)).toContain("`POST` create of 1.0.0, which returns this upload again -> 201");
});
