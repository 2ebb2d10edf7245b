import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startReferenceServer } from "../../reference-server/server.ts";
import { certify } from "../index.ts";
import { type Behaviour, ofText, problem } from "../lab/resilience/behaviour.ts";
import { type HostileServer, startHostileServer } from "../lab/resilience/hostile-server.ts";
import { type Ending, runAgainst } from "../lab/resilience/try-behaviour.ts";

let server: HostileServer | undefined;

let plain: Server | undefined;

afterEach(async () => {
  await server?.close();
  plain?.closeAllConnections();
  plain?.close();
});

/** What a run against a server of our own ends with, and the requests that the server got. */
async function probe(
  listener: RequestListener,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly reason: string; readonly requests: number }> {
  let requests = 0;
  plain = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(plain, "listening");
  const { port } = plain.address() as AddressInfo;
  const ending = certify({
    target: { baseUrl: `http://127.0.0.1:${port}`, ...more },
    seed: 1,
    timeoutMs: 500,
  });
  const reason = await ending.then(
    () => "certified",
    (error: unknown) => String(error),
  );
  return { reason, requests };
}

test("two probes are sent at once, and if they show no registry, two others", async () => {
  let open: (() => void)[] = [];
  let probes = 0;
  const { reason, requests } = await probe((_request, response) => {
    // neither of a pair is answered before both have arrived
    open.push(() => response.writeHead(404).end());
    probes += 1;
    if (probes <= 4 && open.length < 2) return;
    for (const answer of open) answer();
    open = [];
  });
  // the diagnosis looks for a registry near the address, and for what else is there
  expect(requests).toBe(4 + 5);
  expect(reason).toMatch(/does not look like a registry: every request was answered 404/u);
});

test("a server that sends every request back to itself is no registry", async () => {
  const { reason } = await probe(({ url }, response) => {
    response.writeHead(302, { location: url ?? "" }).end();
  });
  expect(reason).toMatch(/does not look like a registry: every request was redirected to itself/u);
});

test("what the target file says is not offered is not probed", async () => {
  const paths: string[] = [];
  await probe(
    (request, response) => {
      paths.push(request.url ?? "");
      response.writeHead(404).end();
    },
    { features: { search: false, advisories: false } },
  );
  expect(paths.slice(0, 2).map((path) => path.replace(/\/conf-[^/]*/u, "/conf"))).toEqual([
    "/api/v1/volumes/conf/0.0.0",
    expect.stringContaining("capabilities"),
  ]);
});

test("a server that never answers costs one timeout", async () => {
  const { reason, requests } = await probe(() => {});
  expect(reason).toMatch(/Cannot reach http.*: no whole response within 500 ms/u);
  expect(requests).toBe(2);
});

test.each(["text/plain", "application/problem+json"])(
  "a limiter that asks for longer than the patience ends the run at once (%s)",
  async (type) => {
    const { reason, requests } = await probe((_request, response) => {
      response.writeHead(429, { "content-type": type, "retry-after": "3600" }).end("{}");
    });
    expect(requests).toBe(2);
    expect(reason).toMatch(
      /The rate limiter of http.* asks to wait 3600 s, more than the 180 s of "limits.limiterPatienceMs"/u,
    );
  },
);

test("a gateway in maintenance ends the run at once where it says for how long, and is named", async () => {
  const { reason, requests } = await probe((_request, response) => {
    const headers = { "content-type": "text/html", server: "nginx/1.22.1", "retry-after": "600" };
    response.writeHead(503, headers).end("<h1>Unavailable</h1>");
  });
  expect(requests).toBe(2);
  expect(reason).toMatch(
    /Cannot reach http.*: 2 responses came from nginx\/1\.22\.1 as text\/html \(status 503; Retry-After: 600\)/u,
  );
});

test("one that does not say is asked a few times", async () => {
  const { reason, requests } = await probe((_request, response) => {
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
  });
  expect(requests).toBeLessThanOrEqual(12);
  expect(reason).toMatch(/came from an unknown server as text\/html \(status 502\)/u);
});

test("a forward proxy that forbids the registry is named by what it says", async () => {
  const { reason } = await probe((_request, response) => {
    const headers = {
      server: "squid/5.7",
      "x-squid-error": "ERR_ACCESS_DENIED 0",
      "content-type": "text/html",
    };
    response.writeHead(403, headers).end("<h1>Access denied</h1>");
  });
  expect(reason).toMatch(
    /came from squid\/5\.7 as text\/html \(status 403; X-Squid-Error: ERR_ACCESS_DENIED 0\)/u,
  );
});

test("a login page is named by where it is", async () => {
  const { reason } = await probe(({ url = "" }, response) => {
    if (url === "/login?next=1")
      response.writeHead(200, { "content-type": "text/html" }).end("<h1>Log in</h1>");
    else
      response
        .writeHead(302, { "content-type": "text/html", location: "/login?next=1" })
        .end("<h1>Found</h1>");
  });
  expect(reason).toMatch(/as text\/html \(status 200, 302; Location: \/login\): something in front/u);
});

test("so does one that lets reads through and holds back the publisher", async () => {
  const { exitCode, reason } = await run("create", () =>
    problem("rate-limited", 429, [["retry-after", "3600"]]),
  );
  expect(exitCode).toBe(3);
  expect(reason).toMatch(/asks to wait 3600 s/u);
});

async function run(place: Behaviour["place"], answer: Behaviour["answer"]): Promise<Ending> {
  server = await startHostileServer({ name: "refusing", place, summary: "refuses", answer });
  return await runAgainst({
    target: server.target,
    timeoutMs: 2_000,
    only: ["finalize/bytes-have-arrived", "search/*"],
  });
}

test.each([
  ["create", 401, "authentication-required"],
  ["create", 403, "authorization-failed"],
  ["finalize", 403, "authorization-failed"],
] as const)("a %s that is refused with %d in every form is a refused token", async (place, status, slug) => {
  const { exitCode, reason } = await run(place, () => problem(slug, status));
  expect(exitCode).toBe(3);
  expect(reason).toMatch(/^The registry rejected the publisher token: .* answered 40[13]/);
});

test.each([401, 403])("an upload host that answers %d says nothing about the token", async (status) => {
  const { exitCode, report } = await run("upload", () => ofText("no", status, "text/plain"));
  expect(exitCode).not.toBe(3);
  const verdicts = report?.cases.map(({ id, verdict }) => `${id} ${verdict}`);
  // what needs no bytes is decided all the same
  expect(verdicts).toContain("search/answers-anonymous-callers passed");
});

test("any number of runs with one seed find names that nobody has used", { timeout: 60_000 }, async () => {
  const registry = await startReferenceServer({ states: false });
  try {
    const verdicts: string[] = [];
    for (let count = 0; count < 11; count++) {
      const { target } = registry;
      const only = ["finalize/success-is-created"];
      const report = await certify({ target: { ...target }, seed: 5, only, cleanUp: false });
      verdicts.push(report.verdict);
    }
    expect(verdicts).toEqual(Array.from({ length: 11 }, () => "conformant"));
  } finally {
    await registry.close();
  }
});

test.each([301, 302, 307, 308])(
  "a base URL that redirects with %d ends the run before it begins, and says what to give instead",
  async (status) => {
    const behind = await startReferenceServer({ states: false });
    const front = createServer(({ url = "" }, response) => {
      response.writeHead(status, { location: `${behind.baseUrl}${url}` }).end();
    });
    await new Promise<void>((resolve) => {
      front.listen(0, "127.0.0.1", resolve);
    });
    const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    try {
      const { exitCode, reason } = await runAgainst({
        target: { ...behind.target, baseUrl },
        timeoutMs: 2_000,
      });
      expect(exitCode).toBe(3);
      expect(reason).toBe(
        `${baseUrl} redirects to ${behind.baseUrl}: give that as the base URL, since requests that change something are not sent on`,
      );
    } finally {
      front.closeAllConnections();
      front.close();
      await behind.close();
    }
  },
);

test("one endpoint alone that redirects elsewhere is no wrong base URL", async () => {
  const behind = await startReferenceServer({ states: false });
  server = await startHostileServer({
    name: "redirecting",
    place: "release",
    summary: "sends reads of releases on to another address",
    answer: ({ path }) => ({ ...ofText("", 302), headers: [["location", `${behind.baseUrl}${path}`]] }),
  });
  try {
    const { report } = await runAgainst({ target: server.target, timeoutMs: 2_000 });
    expect(report).toBeDefined();
  } finally {
    await behind.close();
  }
});
