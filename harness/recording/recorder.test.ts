import { expect, test } from "vitest";
import type { Exchange } from "../../schemas/report.ts";
import { sha256 } from "../seed.ts";
import { shownBodyBytes, toBytes } from "./recorded-body.ts";
import { createRecorder } from "./recorder.ts";
import { createRedaction } from "./redaction.ts";
import { createUnderWay } from "./under-way.ts";

const about = { id: "check#0", actor: "check", operation: "getRelease" as const };

function request(
  headers: readonly (readonly [string, string])[] = [],
): Parameters<ReturnType<typeof createRecorder>["record"]>[0] {
  return { method: "GET", url: "http://registry.test/?t=secret-token", headers, maxBytes: 1 };
}

function answer(
  body: Uint8Array,
  headers: readonly (readonly [string, string])[] = [],
): Parameters<ReturnType<typeof createRecorder>["record"]>[1] {
  return { response: { status: 200, headers, body }, startedAtMs: 1, durationMs: 2 };
}

test("secrets are gone from URL, headers and bodies of what is kept and of what is written", () => {
  const redaction = createRedaction();
  redaction.add("secret-token", "publisher");
  const lines: string[] = [];
  const recorder = createRecorder(redaction, (line) => lines.push(line));
  const exchange = recorder.record(
    {
      ...request([["authorization", "Bearer secret-token"]]),
      // an upload instruction names the method
      method: "PUT-secret-token",
      body: Buffer.from('{"k":"secret-token"}'),
    },
    answer(Buffer.from("you sent secret-token"), [
      ["x-echo", "secret-token"],
      ["set-cookie", "session=abc"],
    ]),
    about,
  );
  expect(JSON.stringify(exchange)).not.toContain("secret-token");
  expect(lines.join("")).not.toContain("secret-token");
  expect(exchange.request.headers).toEqual([["authorization", "Bearer ~redacted.publisher~"]]);
  expect(JSON.stringify(exchange)).not.toContain("session=abc");
});

test("each line carries the digest of the line before it", () => {
  const lines: string[] = [];
  const recorder = createRecorder(createRedaction(), (line) => lines.push(line));
  recorder.start({ kind: "run", startedAtMs: 0, options: {}, target: {} });
  recorder.record(request(), answer(Buffer.from("a")), about);
  recorder.record(request(), answer(Buffer.from("b")), about);
  const previous = lines.map((line) => (JSON.parse(line) as { previous: string }).previous);
  expect(previous).toEqual(["", sha256(lines[0]?.trimEnd() ?? ""), sha256(lines[1]?.trimEnd() ?? "")]);
  expect(recorder.digest()).toBe(sha256(lines[2]?.trimEnd() ?? ""));
});

test("a long body is cut in what is shown and whole in what is written", () => {
  const lines: string[] = [];
  const recorder = createRecorder(createRedaction(), (line) => lines.push(line));
  const body = Buffer.from("ü".repeat(shownBodyBytes));
  recorder.record(request(), answer(body), about);
  const [shown] = recorder.exchanges();
  expect(shown?.response?.body?.cutAt).toBe(shownBodyBytes);
  expect(shown?.response?.body?.size).toBe(body.length);
  const written = JSON.parse(lines[0] ?? "") as Exchange;
  expect(Buffer.from(toBytes(written.response?.body))).toEqual(body);
  expect(written.response?.body?.digest).toBe(sha256(body));
});

test("bytes that are no UTF-8 are kept as base64", () => {
  const recorder = createRecorder(createRedaction(), () => {});
  const body = Uint8Array.from([0x1f, 0x8b, 0xff]);
  recorder.record(request(), answer(body), about);
  const [shown] = recorder.exchanges();
  expect(shown?.response?.body?.text).toBeUndefined();
  expect(toBytes(shown?.response?.body)).toEqual(Buffer.from(body));
});

test("a request without a response is kept with the network's words", () => {
  const recorder = createRecorder(createRedaction(), () => {});
  const shown = recorder.record(
    request(),
    { failure: "connection reset", startedAtMs: 0, durationMs: 1 },
    about,
  );
  expect(shown.failure).toBe("connection reset");
  expect(shown.response).toBeUndefined();
});

test("an ordinary word as a token is gone from every credential, and stays where it is a word", () => {
  const redaction = createRedaction();
  redaction.add("test", "publisher");
  const lines: string[] = [];
  const recorder = createRecorder(redaction, (line) => lines.push(line));
  const basic = `Basic ${Buffer.from("publisher:test").toString("base64")}`;
  for (const authorization of ["Bearer test", "test", "Token test", "Bearer test test", basic]) {
    recorder.record(request([["authorization", authorization]]), answer(Buffer.from("a test")), about);
  }
  const recorded = recorder.exchanges().map((exchange) => exchange.request.headers[0]?.[1]);
  expect(recorded).toEqual([
    "Bearer ~redacted.publisher~",
    "~redacted.publisher~",
    "Token ~redacted.publisher~",
    "Bearer ~redacted.publisher~ ~redacted.publisher~",
    "Basic ~redacted.publisher~",
  ]);
  expect(lines.join("")).not.toContain(basic.slice(6));
  expect(recorder.exchanges()[0]?.response?.body?.text).toBe("a test");
});

test("what the target file gives for the states hook is gone whatever its header is called", () => {
  const redaction = createRedaction();
  redaction.add("letmein", "states-x-mode");
  const recorder = createRecorder(redaction, () => {});
  const shown = recorder.record(request([["x-mode", "letmein"]]), answer(Buffer.from("{}")), {
    ...about,
    operation: "state",
  });
  expect(shown.request.headers).toEqual([["x-mode", "~redacted.states-x-mode~"]]);
});

test("a secret that an answer brings is gone from answers that came before it, while it was on its way", () => {
  const redaction = createRedaction();
  const lines: string[] = [];
  const underWay = createUnderWay();
  const recorder = createRecorder(redaction, (line) => lines.push(line), underWay);
  const endIntent = underWay.begin();
  const endEcho = underWay.begin();
  endEcho();
  recorder.record(request(), answer(Buffer.from("sig-0123456789"), [["x-echo", "sig-0123456789"]]), about);
  // what began later says nothing about it
  const endLater = underWay.begin();
  expect(lines).toEqual([]);
  redaction.add("sig-0123456789", "upload-signature");
  endIntent();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain("sig-0123456789");
  expect(JSON.stringify(recorder.exchanges())).not.toContain("sig-0123456789");
  endLater();
});

test("what a run gives up waiting for is written at its end, and nothing after it", () => {
  const lines: string[] = [];
  const underWay = createUnderWay();
  const recorder = createRecorder(createRedaction(), (line) => lines.push(line), underWay);
  underWay.begin();
  recorder.record(request(), answer(Buffer.from("a")), about);
  underWay.finish();
  expect(lines).toHaveLength(1);
  recorder.record(request(), answer(Buffer.from("b")), about);
  expect(lines).toHaveLength(1);
});
