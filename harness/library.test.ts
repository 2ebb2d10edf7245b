/** The library as a program uses it. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  certify,
  certifyEvents,
  type CertifyOptions,
  createReferenceServer,
  OptionsError,
  readTarget,
  type RunEvent,
  type RunningReferenceServer,
} from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "conformance-library-"));
const targetFile = join(folder, "target.json");
const only = ["finalize/bytes-have-arrived"];
let server: RunningReferenceServer;

beforeAll(async () => {
  server = await createReferenceServer();
  writeFileSync(targetFile, JSON.stringify(server.target), { mode: 0o600 });
});

afterAll(async () => {
  await server.close();
});

test("a target file, a read target and the content of one give the same verdict", async () => {
  const { target } = await readTarget(targetFile);
  for (const given of [{ targetFile }, { target }, { target: { ...server.target } }]) {
    const report = await certify({ ...given, only });
    expect(report).toMatchObject({ verdict: "conformant", exitCode: 0 });
  }
});

test("a base URL alone is enough for a run that reads", async () => {
  const report = await certify({ baseUrl: server.baseUrl, only: ["capabilities"], depth: "quick" });
  expect(report.target.baseUrl).toBe(server.baseUrl);
  expect(report.counts.failed).toBe(0);
});

test("the events are those of the run, in their order, and the iterator returns the report", async () => {
  const events: RunEvent[] = [];
  const running = certifyEvents({ targetFile, only: ["finalize/bytes-*"] });
  let next = await running.next();
  while (next.done !== true) {
    events.push(next.value);
    next = await running.next();
  }
  const kinds = [...new Set(events.map(({ event }) => event))];
  expect(kinds).toEqual(["start", "check", "requirement", "end"]);
  expect(next.value).toMatchObject({ verdict: "conformant" });
  const checks = events.filter(({ event }) => event === "check").length;
  expect(checks).toBe(next.value.checks.length);
});

test("a loop that is left early ends the run and leaves nothing behind", async () => {
  for await (const event of certifyEvents({ targetFile, only: ["finalize"] })) {
    if (event.event === "check") break;
  }
  const report = await certify({ targetFile, only });
  expect(report.verdict).toBe("conformant");
});

test("a run that cannot begin rejects in the loop", async () => {
  const running = certifyEvents({ baseUrl: "http://127.0.0.1:9", depth: "quick" });
  await expect(
    (async () => {
      for await (const { event } of running) expect(event).toBe("start");
    })(),
  ).rejects.toThrow(/127\.0\.0\.1:9/u);
});

const wrong: readonly (readonly [name: string, options: unknown, message: RegExp])[] = [
  ["no target", {}, /Nothing to certify in certify\(\)/u],
  ["two targets", { target: {}, targetFile }, /"target" together with "targetFile"/u],
  [
    "an unknown key",
    { targetFile, concurency: 1 },
    /Unknown option "concurency".*did you mean "concurrency"/u,
  ],
  ["a concurrency of 0", { targetFile, concurrency: 0 }, /"concurrency".*whole number of at least 1, got 0/u],
  ["a rate of 0", { targetFile, rate: 0 }, /"rate".*number of at least 0\.01, got 0/u],
  ["a timeout that is too long", { targetFile, timeoutMs: 2 ** 31 }, /"timeoutMs".*from 1 to 2147483647/u],
  ["a seed that is not whole", { targetFile, seed: 1.5 }, /"seed".*whole number/u],
  ["an unknown depth", { targetFile, depth: "full" }, /"depth".*one of quick, standard, deep, got full/u],
  ["an unknown profile", { targetFile, profiles: ["write"] }, /"profiles".*a list, each one of read/u],
  ["a pattern that is not in a list", { targetFile, only: "finalize" }, /"only".*a list/u],
  ["an empty pattern", { targetFile, only: [""] }, /"only".*not empty/u],
  ["a flag in words", { targetFile, readOnly: "yes" }, /"readOnly".*true or false, got yes/u],
  ["a certificate that is a path", { targetFile, ca: "ca.pem" }, /"ca".*the text of a PEM file/u],
  ["a limit of no failures", { targetFile, maxFailures: 0 }, /"maxFailures".*at least 1/u],
];

test.each(wrong)("%s is refused before the first request", async (_name, options, message) => {
  const failure: unknown = await certify(options as CertifyOptions).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OptionsError);
  expect(String(failure)).toMatch(message);
});

test("an option that is undefined counts as not given", async () => {
  const options = { targetFile, only, rate: undefined, depth: undefined } as unknown as CertifyOptions;
  expect(await certify(options)).toMatchObject({ verdict: "conformant", run: { depth: "standard" } });
});

test("a states hook that makes tokens for everyone is observed with a warning", async () => {
  const front = createServer((request, response) => {
    void answerInFront(request, response);
  });
  await new Promise<void>((resolve) => {
    front.listen(0, "127.0.0.1", resolve);
  });
  const { port } = front.address() as AddressInfo;
  const id = "authentication/states-hooks-in-public";
  try {
    const open = await certify({ targetFile, baseUrl: `http://127.0.0.1:${port}`, only: [id] });
    expect(open.observations.map(({ answer }) => answer)).toEqual([expect.stringMatching(/^WARNING: yes/u)]);
    const closed = await certify({ targetFile, only: [id] });
    expect(closed.observations.map(({ answer }) => answer)).toEqual([expect.stringMatching(/^No: /u)]);
  } finally {
    front.close();
  }
});

/** The reference server, with a states hook in front of it that asks for no secret. */
async function answerInFront(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/states") {
    response.writeHead(200, { "content-type": "application/json" }).end('{"token":"made-for-everyone"}');
    return;
  }
  const answer = await fetch(`${server.baseUrl}${request.url ?? ""}`, {
    method: request.method ?? "GET",
    headers: {
      authorization: request.headers.authorization ?? "",
      "content-type": request.headers["content-type"] ?? "",
    },
    ...(request.method === "POST" ? { body: Readable.toWeb(request), duplex: "half" } : {}),
  });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

test("the reference server refuses unknown options, faults and choices", async () => {
  await expect(createReferenceServer({ fault: [] } as never)).rejects.toThrow(
    /Unknown option "fault".*did you mean "faults"/u,
  );
  await expect(createReferenceServer({ faults: ["no-such-fault"] })).rejects.toThrow(/no-such-fault/u);
});
