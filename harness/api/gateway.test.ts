import { expect, test } from "vitest";
import { whyUnavailable } from "./gateway.ts";

function askedAfter(requests: number, milliseconds: number): string | undefined {
  const unavailable = new Map([["searchVolumes", { requests, sinceMs: 0 }]]);
  return whyUnavailable({ unavailable, transport: { live: true, now: () => milliseconds } }, "searchVolumes");
}

const reason = "a gateway answered searchVolumes with 503 in place of the registry";

test("after two requests that met nothing but 503, the operation is asked again only every 30 s", () => {
  expect(askedAfter(1, 0)).toBeUndefined();
  expect(askedAfter(2, 0)).toBe(reason);
  expect(askedAfter(2, 30_000)).toBe(reason);
  expect(askedAfter(2, 30_001)).toBeUndefined();
});

test("other operations are asked, and a recording decides for itself what was sent", () => {
  const unavailable = new Map([["searchVolumes", { requests: 2, sinceMs: 0 }]]);
  expect(
    whyUnavailable({ unavailable, transport: { live: true, now: () => 0 } }, "getRelease"),
  ).toBeUndefined();
  expect(
    whyUnavailable({ unavailable, transport: { live: false, now: () => 0 } }, "searchVolumes"),
  ).toBeUndefined();
});
