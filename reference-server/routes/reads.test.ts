import { describe, expect, test } from "vitest";
import type { Json } from "../json.ts";
import { fixtures } from "../seed.ts";
import { createTestClient, slugOf } from "../lab/test-client.ts";

describe("search", () => {
  test("pages through every volume once", async () => {
    const client = createTestClient();
    const names: Json[] = [];
    for (let offset = 0; ; offset += 2) {
      const { body } = await client.send("GET", `/api/v1/search?limit=2&offset=${offset}`);
      const items = body["items"] as { name: string }[];
      if (items.length === 0) break;
      expect(body).toMatchObject({ limit: 2, offset, total: 7 });
      names.push(...items.map(({ name }) => name));
    }

    expect(new Set(names).size).toBe(7);
  });

  test("filters by type, several types by any of them, and shows the highest stable version", async () => {
    const client = createTestClient();
    const { body } = await client.send("GET", "/api/v1/search?type=skill&type=agent");

    expect(body["items"]).toMatchObject([
      { name: "@atelier/lantern", latestVersion: "1.0.0", components: [{ type: "agent", name: "main" }] },
      { name: "tidepool", latestVersion: "1.0.0" },
    ]);
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=1.5",
    "limit=1&limit=2",
    "offset=-1",
    "offset=",
    "type=starship",
  ])("refuses %s", async (query) => {
    expect(slugOf(await createTestClient().send("GET", `/api/v1/search?${query}`))).toBe("validation-failed");
  });
});

describe("release metadata", () => {
  test.each(["yanked", "tombstoned", "blocked", "unavailable"] as const)(
    "shows the %s fixture in metadata and index alike",
    async (state) => {
      const client = createTestClient();
      const { name, version } = fixtures[state];
      const { body } = await client.send("GET", `/api/v1/volumes/${name}/${version}`);
      const index = await client.send("GET", `/api/v1/index/volumes/${name}`);
      const rows = index.body["items"] as { version: string; status: Json }[];

      expect(body).toMatchObject({ name, version, status: { state } });
      expect("dist" in body).toBe(state === "yanked");
      expect(rows.find((row) => row.version === version)?.status).toEqual(body["status"]);
    },
  );

  test("shows a git release and external dependencies", async () => {
    const client = createTestClient();
    const { git, externalDependencies } = fixtures;
    const cloned = await client.send("GET", `/api/v1/volumes/${git.name}/${git.version}`);
    const declaring = await client.send(
      "GET",
      `/api/v1/volumes/${externalDependencies.name}/${externalDependencies.version}`,
    );

    expect(cloned.body["dist"]).toMatchObject({ source: "git" });
    expect(declaring.body["externalDependencies"]).toHaveLength(3);
  });

  test("serves seeded archives, a yanked one too", async () => {
    const client = createTestClient();
    const { body } = await client.send(
      "GET",
      `/api/v1/volumes/${fixtures.yanked.name}/${fixtures.yanked.version}`,
    );
    const { url } = body["dist"] as { url: string };

    expect((await client.send("GET", url)).bytes.subarray(0, 2)).toEqual(new Uint8Array([0x1f, 0x8b]));
  });

  test.each(["quill/9.9.9", "nobody/1.0.0", "quill/not-a-version", "QUILL/3.2.1", "@a--b/c/1.0.0", "@a/b"])(
    "is not found for %s",
    async (path) => {
      const reply = await createTestClient().send("GET", `/api/v1/volumes/${path}`);

      expect([reply.status, slugOf(reply)]).toEqual([404, "not-found"]);
    },
  );

  test("takes %40 for @ and %2B for +", async () => {
    const client = createTestClient();

    expect((await client.send("GET", "/api/v1/volumes/%40atelier/bell/0.1.0")).status).toBe(200);
    expect((await client.send("GET", "/api/v1/volumes/quill/3.2.1%2Bbuild.5")).status).toBe(200);
    expect((await client.send("GET", "/api/v1/volumes/quill/3.2.1+build.5")).status).toBe(200);
  });
});

test("the index of an unknown volume is not found", async () => {
  expect(slugOf(await createTestClient().send("GET", "/api/v1/index/volumes/@nobody/here"))).toBe(
    "not-found",
  );
});

describe("advisories", () => {
  test("are listed, listed by volume, and retrievable by their local id", async () => {
    const client = createTestClient();
    const { body } = await client.send("GET", "/api/v1/advisories");
    const one = await client.send("GET", `/api/v1/advisories/${fixtures.advisory.id}`);
    const mine = await client.send("GET", "/api/v1/advisories?volume=tidepool");

    expect(body["items"]).toHaveLength(2);
    expect(one.body).toEqual((body["items"] as Json[])[0]);
    expect(mine.body["items"]).toMatchObject([{ withdrawn: { reason: "could not be reproduced" } }]);
    expect(slugOf(await client.send("GET", "/api/v1/advisories/none"))).toBe("not-found");
    expect(slugOf(await client.send("GET", "/api/v1/advisories?volume=--"))).toBe("validation-failed");
  });
});

test("capabilities name the version of the interface", async () => {
  expect((await createTestClient().send("GET", "/api/v1/capabilities")).body).toMatchObject({
    interfaceVersion: "0.1.0-rc.1",
  });
});
