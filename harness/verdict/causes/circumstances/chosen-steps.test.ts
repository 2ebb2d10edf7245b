import { expect, test } from "vitest";
import type { Exchange } from "../../../../schemas/report.ts";
import { rankOfOthers, type Step, toStory } from "./chosen-steps.ts";
import { exchange } from "./made-up-exchange.test.fixture.ts";

let count = 0;

function sent(operation: Exchange["operation"], method: string, status: number): Exchange {
  count += 1;
  return exchange(`sent#${count}`, { operation, method, path: "volumes/v1/1.0.0", status });
}

function refused(name: string, rank = 0): Step {
  const words = `${name} without a token -> 401`;
  return { exchange: sent("unpublishVersion", "DELETE", 401), why: "refused", rank, words, refused: name };
}

const published: Step = {
  exchange: sent("finalizeReleaseUpload", "POST", 201),
  why: "change",
  rank: 0,
  words: "`POST` finalize -> 201",
};

test("before a read, refusals of several operations about its release are one step", () => {
  const steps = [
    published,
    refused("`DELETE`"),
    refused("`POST` trust finalize"),
    refused("`DELETE`"),
    refused("`DELETE` of another version", rankOfOthers),
  ];
  const read = sent("getTrustDetail", "GET", 200);
  expect(toStory(steps, read)).toEqual([
    "`POST` finalize -> 201",
    "refused: `DELETE` (2 times), `POST` trust finalize",
  ]);
});

test("before a write, and where one operation was refused, they stay apart", () => {
  const steps = [published, refused("`DELETE`"), refused("`DELETE`")];
  const lines = ["`POST` finalize -> 201", "`DELETE` without a token -> 401 (2 times)"];
  expect(toStory(steps, sent("getTrustDetail", "GET", 200))).toEqual(lines);
  const others = [...steps, refused("`POST` trust finalize")];
  expect(toStory(others, sent("finalizeReleaseUpload", "POST", 201))).toEqual([
    ...lines,
    "`POST` trust finalize without a token -> 401",
  ]);
});

test("before a write, requests for its upload that were refused for their callers are one step", () => {
  const turnedAway = (status: number): Step => ({
    exchange: sent("finalizeReleaseUpload", "POST", status),
    why: "own",
    rank: 0,
    words: `\`POST\` finalize -> ${status}`,
    refused: "`POST` finalize",
  });
  const steps = [turnedAway(401), turnedAway(403), turnedAway(403), turnedAway(429)];
  expect(toStory(steps, sent("finalizeReleaseUpload", "POST", 409))).toEqual([
    "refused: `POST` finalize -> 401, 403 (2 times), 429",
  ]);
});
