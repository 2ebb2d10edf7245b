import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { HeaderField } from "../../schemas/report.ts";
import { createRedaction } from "./redaction.ts";
import { withinBudget } from "./run-budget.ts";
import type { Transport, WireOutcome, WireRequest } from "../transport/transport.ts";

const request: WireRequest = { method: "GET", url: "http://registry.test/", headers: [], maxBytes: 1 };
const megabyte = 1024 * 1024;

/** A transport that gives one response to every request. */
function always(body: Uint8Array, headers: readonly HeaderField[] = []): Transport {
  return {
    live: true,
    send: () => Promise.resolve({ response: { status: 200, headers, body }, startedAtMs: 1, durationMs: 2 }),
    sleep: () => Promise.resolve(),
    now: () => performance.now(),
    close: () => Promise.resolve(),
  };
}

/** @param token the publisher's */
async function sendAll(
  transport: Transport,
  count: number,
  sent = request,
  token = "a-secret-of-the-run",
): Promise<readonly WireOutcome[]> {
  const redaction = createRedaction();
  redaction.add(token, "publisher");
  const bounded = withinBudget(transport, redaction, ["http://registry.test"]);
  const outcomes: WireOutcome[] = [];
  for (let index = 0; index < count; index++) outcomes.push(await bounded.send(sent, `a#${index}`));
  return outcomes;
}

test("an ordinary response is used as it came, however many there are", async () => {
  const body = Buffer.from(JSON.stringify({ items: [] }));
  const outcomes = await sendAll(always(body, [["date", "today"]]), 3_000);
  expect(new Set(outcomes.map(({ response }) => response?.body))).toEqual(new Set([body]));
});

test("long header values are kept until the run has many, and cut from then on", async () => {
  const outcomes = await sendAll(always(Buffer.from("{}"), [["x-note", "x".repeat(16_000)]]), 200);
  const lengths = outcomes.map(({ response }) => response?.headers[0]?.[1].length ?? 0);
  expect(lengths[0]).toBe(16_000);
  expect(lengths.at(-1)).toBeLessThan(512);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(2 * megabyte);
});

test("white space costs little, noise is refused once the recording is full, and small bodies still fit", async () => {
  const padded = Buffer.from(`{}${" ".repeat(100_000)}`);
  expect((await sendAll(always(padded), 500)).every(({ response }) => response !== undefined)).toBe(true);
  const noise = Buffer.from(JSON.stringify(randomBytes(megabyte).toString("base64")));
  const outcomes = await sendAll(always(noise), 20);
  expect(outcomes[0]?.response).toBeDefined();
  expect(outcomes.at(-1)?.failure).toMatch(/^not used: .* does not fit into what is left of the recording/);
});

test("values count, not only bytes", async () => {
  const values = Buffer.from(`[${"{},".repeat(200_000)}{}]`);
  expect((await sendAll(always(values), 20)).at(-1)?.failure).toContain("the run's memory");
});

test("a body with absurdly many escapes keeps its size and digest only", async () => {
  const [outcome] = await sendAll(always(Buffer.from("%25".repeat(100_001))), 1);
  expect(outcome?.failure).toMatch(/has 100001 escapes.*sha256:/);
});

test("an archive with a secret in it keeps its size and digest only", async () => {
  const archive = (text: string): Buffer => gzipSync(Buffer.from(`${"x".repeat(100_000)}${text}`));
  const [secret] = await sendAll(always(archive("a-secret-of-the-run")), 1);
  expect(secret?.failure).toContain("is compressed and contains a secret of the run");
  const [harmless] = await sendAll(always(archive("nothing")), 1);
  expect(harmless?.response).toBeDefined();
});

test("a request that no server would take is not sent", async () => {
  const [outcome] = await sendAll(always(Buffer.from("{}")), 1, {
    ...request,
    url: `http://registry.test/${"x".repeat(megabyte)}`,
  });
  expect(outcome?.failure).toMatch(/^not sent: the URL and the headers have \d+ characters/);
});

test.each([
  ["in a header", { url: "http://elsewhere.test/", headers: [["x-a", "Bearer a-secret-of-the-run"]] }],
  ["in the URL", { url: "http://elsewhere.test/?t=a-secret-of-the-run", headers: [] }],
] as const)("a token of the run is never sent to another origin: %s", async (_name, sent) => {
  const [outcome] = await sendAll(always(Buffer.from("{}")), 1, { ...request, ...sent });
  expect(outcome?.failure).toBe("not sent: the registry asks to send a token of the run to another origin");
  const home = { ...request, ...sent, url: sent.url.replace("elsewhere", "registry") };
  expect((await sendAll(always(Buffer.from("{}")), 1, home))[0]?.response).toBeDefined();
});

test("few requests are under way at once when bodies are huge, and many before", async () => {
  let underWay = 0;
  let most = 0;
  const transport: Transport = {
    ...always(Buffer.from("{}")),
    async send() {
      underWay += 1;
      most = Math.max(most, underWay);
      await Promise.resolve();
      underWay -= 1;
      return {
        response: { status: 200, headers: [], body: Buffer.from(`{}${" ".repeat(2 * megabyte)}`) },
        startedAtMs: 1,
        durationMs: 2,
      };
    },
  };
  const bounded = withinBudget(transport, createRedaction(), ["http://registry.test"]);
  const sendTen = async (): Promise<number> => {
    most = 0;
    await Promise.all(Array.from({ length: 10 }, (_, index) => bounded.send(request, `a#${index}`)));
    return most;
  };
  expect(await sendTen()).toBe(10);
  expect(await sendTen()).toBe(2);
});

test("the length of the token is no part of what a request costs", async () => {
  const token = randomBytes(3_000).toString("hex");
  const headers: readonly HeaderField[] = [["Authorization", `Bearer ${token}`]];
  const outcomes = await sendAll(always(Buffer.from("{}")), 1_000, { ...request, headers }, token);
  expect(outcomes.every(({ response }) => response !== undefined)).toBe(true);
  const url = `${request.url}?${"x".repeat(6_000)}`;
  const unknown = { ...request, headers: [["Authorization", `Bearer ${"x".repeat(6_000)}`]] as const };
  for (const sent of [{ ...request, url }, unknown])
    expect((await sendAll(always(Buffer.from("{}")), 1_000, sent)).at(-1)?.failure).toContain(
      "the run has sent 1048576 in such requests",
    );
});
