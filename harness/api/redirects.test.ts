import { expect, test } from "vitest";
import { dispatch } from "./dispatch.ts";
import { baseUrl, madeUpSession } from "./made-up-session.test.fixture.ts";
import { createActor } from "./session.ts";
import type { WireRequest } from "../transport/transport.ts";

/** Follows the redirects that the table says, and gives every request that went out. */
async function follow(
  redirects: Readonly<Record<string, string>>,
  first: Pick<WireRequest, "url" | "headers"> & { readonly method?: string },
  status = 307,
): Promise<readonly WireRequest[]> {
  const sent: WireRequest[] = [];
  const session = madeUpSession((request) => {
    sent.push(request);
    const location = redirects[request.url];
    const headers = location === undefined ? [] : [["location", location] as const];
    const response = { status: location === undefined ? 200 : status, headers, body: new Uint8Array() };
    return { response, startedAtMs: 0, durationMs: 0 };
  });
  const request = { method: "PUT", maxBytes: 1, body: Buffer.from("bytes"), ...first };
  await dispatch(session, createActor(session, "check"), {
    operation: "transferBytes",
    about: {},
    rateLimitKey: "transfer",
    follow: true,
    request,
  });
  return sent;
}

const upload = [
  ["content-type", "application/gzip"],
  ["authorization", "Bearer a"],
  ["x-upload-key", "b"],
  ["X-Amz-Security-Token", "c"],
] as const;

test("headers of an instruction follow to another origin, but for its authorization", async () => {
  const [first, second, third] = await follow(
    {
      "https://bytes.test/a": "/b",
      "https://bytes.test/b": "https://other.test/c",
    },
    { url: "https://bytes.test/a", headers: upload },
  );
  expect(first?.headers).toEqual(upload);
  expect(second?.headers).toEqual(upload);
  expect(third?.url).toBe("https://other.test/c");
  expect(third?.headers).toEqual(upload.filter(([name]) => name !== "authorization"));
});

test.each([
  ["another host", "https://other.test/a"],
  ["another port", "https://registry.test:8443/a"],
  ["another scheme", "http://registry.test/a"],
  ["the same host with a name in front", "https://evil.registry.test/a"],
  ["another host after a user name", "https://registry.test@other.test/a"],
])("a token does not follow to %s, nor back again", async (_name, location) => {
  const sent = await follow(
    { [`${baseUrl}/a`]: location, [location]: `${baseUrl}/back` },
    { url: `${baseUrl}/a`, headers: [["authorization", "Bearer a"]] },
  );
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.slice(1).flatMap(({ headers }) => headers)).toEqual([]);
});

test("a token stays with the registry's own origin", async () => {
  const sent = await follow(
    { [`${baseUrl}/a`]: "/b" },
    { url: `${baseUrl}/a`, headers: [["authorization", "Bearer a"]] },
  );
  expect(sent[1]?.headers).toEqual([["authorization", "Bearer a"]]);
});

test.each([
  ["PUT", 301, 2],
  ["PUT", 302, 2],
  ["PUT", 303, 1],
  ["PUT", 308, 2],
  ["POST", 301, 1],
  ["POST", 302, 1],
  ["POST", 307, 2],
])("an upload by %s follows a %d only if that keeps its method", async (method, status, requests) => {
  const first = { method, url: `${baseUrl}/a`, headers: [] };
  expect(await follow({ [`${baseUrl}/a`]: "/b" }, first, status)).toHaveLength(requests);
});
