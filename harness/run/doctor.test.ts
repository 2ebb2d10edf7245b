import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { certify } from "../index.ts";

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function reasonOf(target: object): Promise<string> {
  return await certify({ target, seed: 1, timeoutMs: 2_000, only: ["search"] }).then(
    ({ verdict }) => verdict,
    (error: unknown) => String(error),
  );
}

async function forward(baseUrl: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = Object.entries(request.headers).filter(([name]) =>
    /^(?:auth|content-t|idem|x-)/u.test(name),
  );
  const answer = await fetch(`${baseUrl}${request.url ?? ""}`, {
    method: request.method ?? "POST",
    headers: headers as [string, string][],
    body: await buffer(request),
  });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
  response.end(await answer.text());
}

const notFound: RequestListener = (request, response) => {
  const type = `http://${request.headers.host ?? ""}/problems/not-found`;
  response.writeHead(404, { "content-type": "application/problem+json" });
  response.end(JSON.stringify({ type, title: "Not found", status: 404 }));
};

/** Answers a path as given, and all others with a problem 404. */
function serving(
  path: string,
  status: number,
  headers: Record<string, string>,
  body: string,
): RequestListener {
  return (request, response) => {
    if (request.url === path) response.writeHead(status, headers).end(body);
    else notFound(request, response);
  };
}

test.each([{}, { tokens: { publisher: "a-token-of-somebody-1" }, namespace: { prefix: "conf" } }])(
  "what answers everything with a problem 404 is no registry, with or without a token (%j)",
  async (more) => {
    const reason = await reasonOf({ baseUrl: await listen(notFound), ...more });

    expect(reason).toMatch(
      /^Untestable: .* answers 404 to release, search, advisories and capabilities alike/u,
    );
  },
);

test("a base URL that has too much of a path leads to the one that answers", async () => {
  const { baseUrl, close } = await startReferenceServer({ basePath: "/registry" });
  onTestFinished(close);

  const reason = await reasonOf({ baseUrl: `${baseUrl}/v2/more` });

  expect(reason).toContain(`${baseUrl} answers as this API does: give that as the base URL`);
});

test("a base URL without its path names what was tried", async () => {
  const { baseUrl, close } = await startReferenceServer({ basePath: "/registry" });
  onTestFinished(close);
  const { origin } = new URL(baseUrl);

  expect(await reasonOf({ baseUrl: origin })).toContain(`Tried ${origin} (404)`);
});

test("a gateway that answers 401 to everything is told with what the token does", async () => {
  const seen: (string | undefined)[] = [];
  const baseUrl = await listen((request, response) => {
    if (request.url?.startsWith("/api/v1/search?limit=1") === true) seen.push(request.headers.authorization);
    const body = { type: `${baseUrl}/problems/authentication-required`, title: "Who are you?", status: 401 };
    response.writeHead(401, { "content-type": "application/problem+json" }).end(JSON.stringify(body));
  });
  const target = { baseUrl, tokens: { publisher: "a-token-of-somebody-1" }, namespace: { prefix: "conf" } };

  const reason = await reasonOf(target);

  expect(reason).toMatch(
    /^Untestable: .* answers 401 to .* alike: something in front of it asks for credentials/u,
  );
  expect(reason).toContain('With "tokens.publisher" it answers 401');
  expect(seen).toContain("Bearer a-token-of-somebody-1");
});

test.each([
  ["200 and a text in UTF-16, not UTF-8", Buffer.from("\ufeff{}", "utf16le")],
  ["200 and bytes in gzip without Content-Encoding", Buffer.from([0x1f, 0x8b, 8, 0])],
  ["200 and a body that is not JSON", Buffer.from("OK")],
  ["200 without a body", Buffer.alloc(0)],
])("a body that nobody can read is told as %s, and nothing of the token", async (told, body) => {
  const baseUrl = await listen((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  const target = { baseUrl, tokens: { publisher: "a-token-of-somebody-1" }, namespace: { prefix: "conf" } };

  const reason = await reasonOf(target);

  expect(reason).toContain(`Tried ${baseUrl} (${told})`);
  expect(reason).not.toContain("tokens.publisher");
});

test.each([
  ["an OCI registry", serving("/v2/", 401, { "docker-distribution-api-version": "registry/2.0" }, "")],
  ["an npm registry", serving("/-/ping", 200, { "content-type": "application/json" }, "{}")],
  [
    "a PyPI registry",
    serving("/simple/", 200, { "content-type": "text/html" }, "<title>Simple Index</title>"),
  ],
  ["a login page", serving("/", 200, { "content-type": "text/html" }, '<input type="password">')],
  ["a login page", serving("/", 302, { location: "/sso/login?next=/" }, "")],
  ["a website", serving("/", 200, { "content-type": "text/html" }, "<h1>Welcome</h1>")],
])("%s is named", async (name, listener) => {
  expect(await reasonOf({ baseUrl: await listen(listener) })).toContain(`It looks like ${name}`);
});

test("a registry whose reads all answer 404 is tested if it publishes", async () => {
  const server = await startReferenceServer();
  onTestFinished(server.close);
  const front = await listen((request, response) => {
    if (request.method === "GET") return notFound(request, response);
    void forward(server.baseUrl, request, response);
    return undefined;
  });

  expect(await reasonOf({ ...server.target, baseUrl: front })).toBe("non-conformant");
});
