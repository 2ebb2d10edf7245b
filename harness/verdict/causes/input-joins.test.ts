/** Joins that need the exchanges: what two operations were sent, who sent it, and which document gave an address. */
import { expect, test } from "vitest";
import type { CaseResult, Exchange, Finding } from "../../../schemas/report.ts";
import { joinCallers } from "./access-joins.ts";
import { exchange, type Sent } from "./circumstances/made-up-exchange.test.fixture.ts";
import { type Sighting, toDeviation } from "./deviation.ts";
import { joinDownloads, joinUndeclared } from "./download-joins.ts";
import { joinInputs } from "./input-joins.ts";

function sighting(shown: Exchange, found: Partial<Finding> = {}, id: string = "a/one"): Sighting {
  const finding = { expected: "", got: "", ...found };
  return {
    requirement: { id, verdict: "failed", operations: [shown.operation] } as unknown as CaseResult,
    deviation: toDeviation(id, shown, finding),
    ...finding,
    exchanges: [shown.id],
  };
}

/** A create of a release, or of what is attached to one. */
function create(
  kind: "release" | "trust",
  id: string,
  declaredSize: unknown,
  sent: Partial<Sent> = {},
): Exchange {
  return exchange(id, {
    operation: kind === "release" ? "createReleaseUpload" : "createTrustUpload",
    method: "POST",
    path: kind === "release" ? "volumes/v1" : "volumes/v1/1.0.0/trust/uploads",
    sent: { declaredSize, note: "a note" },
    status: 201,
    ...sent,
  });
}

const crash = { status: 500, body: { type: "about:blank" } };

test("server errors of several operations are one if their bodies have the same member that no accepted body has", () => {
  const right = [create("release", "r1", 175), create("trust", "t1", 2000)];
  const joined = (...wrong: readonly Exchange[]): number => {
    const found = new Map<string, string>();
    joinInputs(
      found,
      wrong.map((one) => sighting(one)),
      [...right, ...wrong],
    );
    return found.size;
  };
  expect(joined(create("release", "r2", 2 ** 53 - 1, crash), create("trust", "t2", 2 ** 40, crash))).toBe(1);
  expect(joined(create("release", "r2", null, crash), create("trust", "t2", "175", crash))).toBe(1);
  expect(joined(create("release", "r2", 2 ** 53 - 1, crash), create("trust", "t2", 176, crash))).toBe(0);
  expect(joined(create("release", "r2", 180, crash), create("trust", "t2", 176, crash))).toBe(0);
});

test("what two creates accept, although each should refuse it for the same problem, is one", () => {
  const wanted = (slug: string): Partial<Finding> => ({
    wanted: { problems: [slug] },
  });
  const [one, other] = (["release", "trust"] as const).map((kind) =>
    create(kind, kind, 2 ** 53 - 1, { body: { uploadId: "u1" } }),
  ) as [Exchange, Exchange];
  const join = (slug: string): number => {
    const found = new Map<string, string>();
    joinInputs(
      found,
      [sighting(one, wanted("validation-failed")), sighting(other, wanted(slug))],
      [one, other],
    );
    return found.size;
  };
  expect(join("validation-failed")).toBe(1);
  expect(join("payload-too-large")).toBe(0);
});

test("a write that an audit saw accepted is why another one is refused for what is looked at later", () => {
  const finalize = (id: string, sent: Partial<Sent>): Exchange =>
    exchange(id, {
      operation: "finalizeTrustUpload",
      method: "POST",
      path: "volumes/v1/1.0.0/trust/uploads/u1/finalize",
      credential: "outsider",
      ...sent,
    });
  const late = sighting(
    finalize("late", { status: 409, body: { type: "https://problems.test/invalid-upload-state" } }),
    { wanted: { problems: ["authorization-failed"] } },
  );
  const ofAudit = sighting(finalize("accepted", {}), {}, "audit/one");
  const found = new Map<string, string>();
  joinCallers(found, [late, ofAudit]);
  expect([...found]).toEqual([[late.deviation.key, ofAudit.deviation.key]]);

  joinCallers(found, [late, sighting(finalize("own", { credential: "publisher" }), {}, "audit/one")]);
  expect(found.size).toBe(1);
});

test("wrong bytes belong to the wrong address in the document that gave it", () => {
  const url = "https://files.test/f1";
  const detail = exchange("detail", {
    operation: "getTrustDetail",
    path: "volumes/v1/1.0.0/trust/detail",
    body: { attachments: [{ locator: { url } }] },
  });
  const download = exchange("download", { operation: "transferBytes", path: "f1" });
  const bytes = { ...download, request: { ...download.request, url } };
  const wrong = sighting(detail, { member: "/attachments/0/locator/url" });
  const join = (given: Sighting): number => {
    const found = new Map<string, string>();
    joinDownloads(found, [given, sighting(bytes)], [detail, bytes]);
    return found.size;
  };
  expect(join(wrong)).toBe(1);
  expect(join(sighting(detail, { member: "/attachments/0/url" }))).toBe(0);
});

test("bytes that are published in place of the declared ones belong to a finalize that accepts any", () => {
  const finalize = exchange("finalize", {
    operation: "finalizeReleaseUpload",
    method: "POST",
    path: "volumes/v1/uploads/u1/finalize",
    status: 201,
    body: { uploadId: "u1" },
  });
  const transfer = { operation: "transferBytes", method: "PUT", path: "transfers/u1" } as const;
  const address = `https://registry.test/api/v1/${transfer.path}`;
  const declaring = (declaredDigest: string): Exchange =>
    create("release", "create", 5, {
      sent: { declaredDigest },
      body: { uploadId: "u1", upload: { url: address } },
    });
  const sent = exchange("sent", { ...transfer, sent: "other" });
  const download = exchange("download", { operation: "transferBytes", path: "files/1", body: "other" });
  const accepted = (slug: string): Sighting => sighting(finalize, { wanted: { problems: [slug] } });
  const join = (first: Sighting, declaredDigest = "sha256:0"): number => {
    const found = new Map<string, string>();
    const wrong = sighting(download, {}, "a/two");
    joinUndeclared(found, [first, wrong], [declaring(declaredDigest), sent, finalize, download]);
    return found.size;
  };
  expect(join(accepted("digest-mismatch"))).toBe(1);
  expect(join(accepted("invalid-archive"))).toBe(0);
  expect(join(accepted("digest-mismatch"), sent.request.body?.digest)).toBe(0);
});
