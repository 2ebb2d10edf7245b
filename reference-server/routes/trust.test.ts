import { describe, expect, test } from "vitest";
import type { JsonObject } from "../json.ts";
import { createTestClient, digestOf, slugOf, type TestClient } from "../lab/test-client.ts";

const name = "@conformance/lamp";
const path = `/api/v1/volumes/${name}/1.0.0`;

async function publishedSubject(client: TestClient): Promise<JsonObject> {
  await client.publish(name, "1.0.0");
  const { purl, integrity } = (await client.send("GET", path)).body;
  return { purl, integrity };
}

function toBody(subject: JsonObject | undefined, format: JsonObject): JsonObject {
  return { subject, attachment: { format }, declaredDigest: digestOf("{}"), declaredSize: 2 };
}

const format: JsonObject = { family: "spdx", mediaType: "application/spdx+json", profile: "build" };

describe("creating a trust upload", () => {
  test("echoes subject, format and category", async () => {
    const client = createTestClient();
    const subject = await publishedSubject(client);
    const body = { ...toBody(subject, format), attachment: { format, category: "vex" } };
    const reply = await client.send("POST", `${path}/trust/uploads`, {
      token: client.server.tokens.trustOnly,
      body,
    });

    expect(reply.body).toMatchObject({
      subject,
      attachment: { category: "vex", format },
      state: "pending-upload",
    });
  });

  const cases: readonly (readonly [string, (subject: JsonObject) => JsonObject, string])[] = [
    [
      "another purl",
      (subject) => toBody({ ...subject, purl: "pkg:volume/x@1.0.0" }, format),
      "subject-binding-mismatch",
    ],
    [
      "another integrity",
      (subject) => toBody({ ...subject, integrity: digestOf("") }, format),
      "subject-binding-mismatch",
    ],
    ["no subject", () => toBody(undefined, format), "validation-failed"],
    ["no media type", (subject) => toBody(subject, {}), "validation-failed"],
    [
      "a media type that is none",
      (subject) => toBody(subject, { mediaType: "json" }),
      "unsupported-media-type",
    ],
    ["a family that is no text", (subject) => toBody(subject, { ...format, family: 1 }), "validation-failed"],
    [
      "no attachment",
      (subject) => ({ ...toBody(subject, format), attachment: undefined }),
      "validation-failed",
    ],
    [
      "an absurd size",
      (subject) => ({ ...toBody(subject, format), declaredSize: 1e12 }),
      "payload-too-large",
    ],
    [
      "no digest",
      (subject) => ({ ...toBody(subject, format), declaredDigest: undefined }),
      "validation-failed",
    ],
  ];

  test.each(cases)("refuses %s", async (_what, make, slug) => {
    const client = createTestClient();
    const body = make(await publishedSubject(client));

    expect(
      slugOf(
        await client.send("POST", `${path}/trust/uploads`, { token: client.server.tokens.publisher, body }),
      ),
    ).toBe(slug);
  });

  test("is not found for a release that does not exist, or was unpublished", async () => {
    const client = createTestClient();
    const token = client.server.tokens.publisher;
    const body = toBody(await publishedSubject(client), format);
    await client.send("DELETE", path, { token });

    expect(slugOf(await client.send("POST", `${path}/trust/uploads`, { token, body }))).toBe("not-found");
    expect(
      slugOf(await client.send("POST", `${path.replace("1.0.0", "2.0.0")}/trust/uploads`, { token, body })),
    ).toBe("not-found");
  });
});

describe("finalizing a trust upload", () => {
  test("asks what finalizing a release asks, and takes a key from the body", async () => {
    const client = createTestClient();
    const token = client.server.tokens.publisher;
    const body = toBody(await publishedSubject(client), format);
    const intent = await client.send("POST", `${path}/trust/uploads`, { token, body });
    const finalize = `${path}/trust/uploads/${intent.body["uploadId"] as string}/finalize`;
    const parcel = { token, body: { idempotencyKey: "k" } };

    expect(slugOf(await client.send("POST", finalize, parcel))).toBe("missing-uploaded-bytes");
    await client.put(intent.body, new TextEncoder().encode("{}"));
    const first = await client.send("POST", finalize, parcel);
    const again = await client.send("POST", finalize, parcel);
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect(slugOf(await client.send("POST", finalize, { token }))).toBe("invalid-upload-state");
    expect(slugOf(await client.send("POST", finalize.replace("1.0.0", "1.0.1"), { token }))).toBe(
      "not-found",
    );
  });

  test("refuses other bytes than declared", async () => {
    const client = createTestClient();
    const token = client.server.tokens.publisher;
    const body = toBody(await publishedSubject(client), format);
    const intent = await client.send("POST", `${path}/trust/uploads`, { token, body });
    await client.put(intent.body, new TextEncoder().encode("[]"));
    const uploadId = intent.body["uploadId"] as string;

    expect(slugOf(await client.send("POST", `${path}/trust/uploads/${uploadId}/finalize`, { token }))).toBe(
      "digest-mismatch",
    );
    expect((await client.send("GET", `${path}/trust/detail`)).body["attachments"]).toEqual([]);
  });
});

test("the revision changes with each attachment", async () => {
  const client = createTestClient();
  await publishedSubject(client);
  const revisions: unknown[] = [];
  for (const text of ["1", "2", "3"]) {
    revisions.push(JSON.stringify((await client.send("GET", `${path}/trust/summary`)).body["revision"]));
    await client.attach(name, "1.0.0", text);
  }

  expect(new Set(revisions).size).toBe(3);
});
