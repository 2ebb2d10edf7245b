import { describe, expect, it } from "vitest";
import type { Exchange } from "../schemas/report.ts";
import { renderCloseUp } from "./cause-close-up.ts";
import { failingReport } from "./lab/examples/example-report.ts";
import { compareRequests } from "./request-difference.ts";

const baseUrl = "https://registry.example/api";

function request(url: string, body?: string, headers: Exchange["request"]["headers"] = []): Exchange {
  const recorded = body === undefined ? {} : { body: { size: body.length, digest: body, text: body } };
  return {
    id: "a#1",
    actor: "a",
    operation: "createReleaseUpload",
    request: { method: "POST", url: `${baseUrl}${url}`, headers, ...recorded },
    startedAtMs: 0,
    durationMs: 1,
  };
}

describe("the difference of two requests", () => {
  it("is each member of a JSON body, by its pointer, and the path last", () => {
    const own = request("/volumes/a", '{"size":-1,"target":{"version":"1.0.0","tags":[]}}');
    const twin = request("/volumes/b", '{"size":12,"target":{"version":"1.0.0"}}');
    expect(compareRequests(own, twin, baseUrl)).toEqual([
      { place: "body /size", own: "-1", twin: "12" },
      { place: "body /target/tags", own: "[]", twin: undefined },
      { place: "path", own: "/volumes/a", twin: "/volumes/b" },
    ]);
  });

  it("is a query parameter as sent, and a header without regard to the case of its name", () => {
    const own = request("/search?q=%41&limit=0", undefined, [["Authorization", "x"]]);
    const twin = request("/search?q=A", undefined, [
      ["authorization", "x"],
      ["Host", "registry.example"],
      ["Idempotency-Key", "k"],
    ]);
    expect(compareRequests(own, twin, baseUrl)).toEqual([
      { place: "query q", own: "%41", twin: "A" },
      { place: "query limit", own: "0", twin: undefined },
      { place: "header idempotency-key", own: undefined, twin: "k" },
    ]);
  });

  it("is the whole body if one of the two is not a JSON object", () => {
    const own = request("/volumes/a", "{");
    const twin = request("/volumes/a", "{}");
    expect(compareRequests(own, twin, baseUrl)).toEqual([{ place: "body", own: "{", twin: "{}" }]);
  });
});

it("shows a cause alone: rule, expected, got, request and response", () => {
  const report = failingReport();
  const [cause] = report.causes ?? [];
  if (cause === undefined) throw new Error("the example has no cause");
  const text = renderCloseUp(report, cause, { title: "Cause 1 of 2", color: false, width: 80 });
  expect(text).toMatch(/^Cause 1 of 2\n/u);
  for (const part of ["  breaks    ", "  rule      ", "\nRequest\n", "\nResponse\n"])
    expect(text).toContain(part);
});
