import { expect, it } from "vitest";
import type { Exchange, Report } from "../schemas/report.ts";
import { conformantReport } from "./lab/examples/example-report.ts";
import { describeCost } from "./run-cost.ts";

function reportWith(more: Partial<Report>, exchanges: readonly Partial<Exchange>[] = []): Report {
  const report = conformantReport();
  const [first] = report.exchanges;
  if (first === undefined) throw new Error("expected an exchange");
  return {
    ...report,
    created: [],
    left: [],
    ...more,
    run: { ...report.run, requests: 1997, ...more.run },
    exchanges: exchanges.map((one) => ({ ...first, ...one })),
  };
}

function toState(state: string, status: number): Partial<Exchange> {
  const text = JSON.stringify({ state, params: {} });
  return {
    operation: "state",
    request: { method: "POST", url: "http://hook", headers: [], body: { size: 1, digest: "", text } },
    response: { status, headers: [] },
  };
}

it("says what a run sent, published and left", () => {
  const created = ["a@1.0.0", "b@1.0.0"];
  expect(describeCost(reportWith({}))).toBe("Sent 1,997 requests; published nothing");
  expect(describeCost(reportWith({ created }, [{ actor: "clean-up" }]))).toBe(
    "Sent 1,997 requests; published 2 releases, all unpublished again",
  );
  const lost = [{ failure: "other side closed (UND_ERR_SOCKET)" }, { failure: "not sent: the time is over" }];
  expect(describeCost(reportWith({}, lost))).toBe(
    "Sent 1,997 requests, of which 1 got no whole answer; published nothing",
  );
  expect(describeCost(reportWith({ created, left: ["a@1.0.0"] }, [{ actor: "clean-up" }]))).toContain(
    "published 2 releases, 1 of them may remain",
  );
  const left = ["a@1.0.0", "a@1.1.0", "a@1.2.0"];
  expect(describeCost(reportWith({ created, left }, [{ actor: "clean-up" }]))).toContain(
    "published 2 releases, 3 may remain",
  );
  expect(describeCost(reportWith({ created }))).toContain("2 releases, without a clean-up at the end");
});

it("counts what the states hook made", () => {
  const states = [
    toState("token", 200),
    toState("token", 501),
    toState("token", 200),
    toState("advisory", 201),
  ];
  expect(describeCost(reportWith({}, states))).toBe(
    "Sent 1,997 requests; published nothing; 2 tokens and 1 advisory that the states hook made remain",
  );
});

it("says that the hook takes back what it made, if the hook answered so", () => {
  const made = [toState("token", 200), toState("advisory", 201)];
  const describeWith = (status: number): string | undefined =>
    describeCost(reportWith({}, [...made, toState("run-ended", status)]));
  expect(describeWith(204)).toBe(
    "Sent 1,997 requests; published nothing; the states hook was asked to take back 1 token and 1 advisory",
  );
  expect(describeWith(501)).toContain("1 token and 1 advisory that the states hook made remain");
});

it("says nothing of observed traffic", () => {
  const { run } = conformantReport();
  expect(
    describeCost(reportWith({ run: { ...run, traffic: { source: "har", notJudged: [] } } })),
  ).toBeUndefined();
});
